"""Playing a chapter again. One that begins in the midst of an action begins again by that action, which the table makes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from domain.draws import Draws
from domain.play import IllegalAction, Play
from domain.ruleset import Ruleset
from domain.table.actors import seat_of
from domain.table.fold import Fold, fold
from domain.table.logged_draws import LoggedDraws
from domain.table.referee.assessment import Action, Assessment
from domain.table.referee.back_up import check_way, go_back
from domain.table.referee.events import Remedy, Ruled
from domain.table.referee.hearing import Hearing, Proposed, refused
from domain.table.state import Logged


class Again(NamedTuple):
    """Where a chapter is played again from. `made`: the action that the table makes again; None: the seats play on."""

    to_version: int
    seat: int
    made: Any


def check_replay(hearing: Hearing, proposed: Proposed) -> None:
    chapter = (proposed.remedy or Remedy()).chapter or 0
    assessment = Assessment(hearing.ruleset, hearing.log)
    again = again_from(hearing.ruleset, hearing.log, assessment, chapter)
    check_way(hearing, proposed, assessment, again.to_version)


def replay(folding: Fold, draws: Draws, ruling: Ruled) -> None:
    chapter = (ruling.remedy or Remedy()).chapter or 0
    assessment = Assessment(folding.ruleset, folding.log)
    again = again_from(folding.ruleset, folding.log, assessment, chapter)
    play = go_back(folding, draws, ruling.ruling, assessment, again.to_version)
    if again.made is not None:
        folding.ruleset.decide(play, again.seat, again.made)


def again_from(ruleset: Ruleset[Any], log: Sequence[Logged], assessment: Assessment, chapter: int) -> Again:
    """`Refused` referee.replay for what is no chapter, or one that cannot be played again."""
    event = log[chapter - 1].event if 1 <= chapter <= len(log) else None
    if type(event) not in ruleset.events or ruleset.chapter(event) is None:
        raise refused(
            "referee.replay", f"No chapter begins with event {chapter}: the replay names those that do."
        )
    action = assessment.action_at(chapter)
    if action is None:
        raise refused("referee.replay", NOT_AGAIN.format(chapter=chapter))
    back, in_the_midst = action.first - 1, chapter != action.first
    assessment.check(back, torn=in_the_midst)
    seat = seat_of(action.actor)
    return Again(back, seat, the_same(ruleset, log, action, seat) if in_the_midst else None)


NOT_AGAIN = (
    "The chapter that begins with event {chapter} cannot be played again: it does not count any more, began before the last "
    "ruling that changed the game, or belongs to the set-up. A game with a wrong set-up can be voided."
)


def the_same(ruleset: Ruleset[Any], log: Sequence[Logged], action: Action, seat: int) -> Any:
    """What the seat did, found among all that it might have done there: the log has what came of it."""
    table = fold(ruleset, log[: action.first - 1])
    came = [logged.event for logged in log[action.first - 1 : action.last]]
    draws = LoggedDraws(log, table.setup.draw_count)
    for legal in ruleset.legal_actions(table.game, seat):
        folding = Fold(ruleset, table)
        folding.begin_action(action.actor)
        try:
            ruleset.decide(Play(folding, draws), seat, legal)
        except (IllegalAction, LookupError, ValueError):
            continue
        if [logged.event for logged in folding.recorded] == came:
            return legal
    raise refused("referee.replay", OTHER_RULES.format(first=action.first))


OTHER_RULES = (
    "The action that begins with event {first} was decided by other rules than today's, so the table cannot make it again: "
    "take the game back, or set a result."
)
