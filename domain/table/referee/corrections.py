"""Correcting one action of a seat: the game goes back, and the table makes the action that the ruling names."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec.structs import replace

from domain.draws import Draws
from domain.hidden import EVERYBODY, redact
from domain.ruleset import Ruleset
from domain.table.decisions import refusal_of
from domain.table.fold import Fold, fold
from domain.table.given_actions import converted
from domain.table.referee.assessment import Assessment
from domain.table.referee.back_up import check_way, go_back
from domain.table.referee.events import ActionCorrected, Remedy, Ruled
from domain.table.referee.hearing import Hearing, Proposed, refused
from domain.table.referee.sight import may_see
from domain.table.refusals import Refusal


def check_correction(hearing: Hearing, proposed: Proposed) -> None:
    """`Refused`, or `IllegalAction` with the clause of the game that forbids the action.

    Where the game hides anything, it says whether the action is legal only to a referee who reads from the viewpoint of the seat.
    """
    remedy, ruleset = proposed.remedy or Remedy(), hearing.ruleset
    to_version, seat = remedy.to_version or 0, remedy.seat or 0
    assessment = Assessment(ruleset, hearing.log)
    assessment.check(to_version)
    check_way(hearing, proposed, assessment, to_version)
    game = fold(ruleset, hearing.log[:to_version]).game
    if seat not in ruleset.to_act(game):
        raise refused("referee.correction", f"Seat {seat} is not to act at version {to_version}.")
    if ruleset.traits.hidden_information and not may_see(hearing.desk, proposed.referee, seat, to_version):
        detail = NO_EYES.format(seat=seat, version=to_version)
        raise refused("referee.reading", detail, Refusal.FORBIDDEN)
    action = action_of(ruleset, remedy)
    if action not in ruleset.legal_actions(game, seat):
        raise refusal_of(ruleset, redact(game, seat), seat, action)


NO_EYES = (
    "This game hides something: to correct an action of seat {seat} you need a release of its eyes at version {version}, and to "
    "have begun to read it."
)


def known_to_its_seat(ruleset: Ruleset[Any], remedy: Remedy) -> Remedy:
    """The remedy with who knows its action: its seat, and everybody where the game hides nothing."""
    if remedy.action is None or remedy.seat is None:
        return remedy
    knower = remedy.seat if ruleset.traits.hidden_information else EVERYBODY
    return replace(remedy, action=replace(remedy.action, knowers=(knower,)))


def action_of(ruleset: Ruleset[Any], remedy: Remedy) -> Any:
    """`Refused` referee.remedy for what is no action of this game."""
    said = None if remedy.action is None else remedy.action.value
    kind = ruleset.action_types.get(str((said or {}).get("type")))
    if kind is None:
        raise refused("referee.remedy", f"{ruleset.name['en']} has no such action.")
    try:
        return converted(ruleset, said or {}, kind)
    except msgspec.ValidationError as wrong:
        raise refused("referee.remedy", f"The corrected action: {wrong}.") from wrong


def correct(folding: Fold, draws: Draws, ruling: Ruled) -> None:
    remedy, ruleset = ruling.remedy or Remedy(), folding.ruleset
    seat = remedy.seat or 0
    play = go_back(folding, draws, ruling.ruling, Assessment(ruleset, folding.log), remedy.to_version or 0)
    play.record(ActionCorrected(seat), "referee.correction")
    ruleset.decide(play, seat, action_of(ruleset, remedy))
