"""The logged decisions of a game, and which action each of them was."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any, NamedTuple

from domain.draws import DrawsUsedUp
from domain.play import IllegalAction
from domain.ruleset import Action, Ruleset
from domain.table import decisions
from domain.table.actors import seat_of
from domain.table.clock.events import ClockSet
from domain.table.fold import Fold
from domain.table.logged_draws import LoggedDraws
from domain.table.redecide import alike
from domain.table.state import Logged, Table
from engine.game import Game
from engine.luck import Turns


class Decision(NamedTuple):
    """A logged decision: the table before it, its seat, the recorded events, and the turns that were over by then."""

    table: Table
    seat: int
    recorded: Sequence[Logged]
    turns: Turns


def decisions_of(game: Game) -> Iterator[Decision]:
    """The decisions in the order of the log, except those with a single legal action."""
    folding, rules, last = Fold(game.ruleset), game.ruleset, -1
    acting, turns = 0, dict[int, int]()
    together = {action: list(group) for action, group in groupby(game.history, key=lambda it: it.action)}
    for logged in folding.reading_whole(game.history):
        begins, last = logged.action != last, logged.action
        if not (begins and type(logged.event) in rules.events and logged.actor.startswith("seat:")):
            continue
        table, seat = folding.table(), seat_of(logged.actor)
        if acting not in (seat, 0):
            turns = {**turns, acting: turns.get(acting, 0) + 1}
        acting = seat
        if len(rules.legal_actions(table.game, seat)) > 1:
            yield Decision(table, seat, together[logged.action], turns)


def action_of(ruleset: Ruleset[Any], decision: Decision, draws: LoggedDraws) -> Action | None:
    """The legal action that records what was logged; None if the rules of today record something else."""
    legal = ruleset.legal_actions(decision.table.game, decision.seat)
    return next((action for action in legal if _is_logged(ruleset, decision, action, draws)), None)


def _is_logged(ruleset: Ruleset[Any], decision: Decision, action: Action, draws: LoggedDraws) -> bool:
    try:
        fold = decisions.carry_out(ruleset, decision.table, decision.seat, action, draws)
    except (LookupError, ValueError, DrawsUsedUp, IllegalAction):  # it would draw, or be decided, differently
        return False
    played = [it for it in decision.recorded if not isinstance(it.event, ClockSet)]
    return alike(fold.recorded, played)
