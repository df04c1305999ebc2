"""The rules of Age of War: what each action makes happen."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any

from domain.by_seat import by_seat
from domain.play import Play
from domain.ruleset import Action
from domain.rulesets.age_of_war import events as e
from domain.rulesets.age_of_war import refusals
from domain.rulesets.age_of_war.actions import FillLine, RollDice, SetAside
from domain.rulesets.age_of_war.components import FACES, SPECIAL, TURN_LIMIT, Dice
from domain.rulesets.age_of_war.lines import choices
from domain.rulesets.age_of_war.state import (
    State,
    has_clan,
    holder,
    lines_of,
    open_lines,
    standings,
    targets,
)

THROWS = {"turn-begun": "war.turn.1", "die-set-aside": "war.turn.2", "line-filled": "war.turn.4"}
"""The clause that makes dice be thrown, by what the throw follows from."""


def set_up(play: Play[State]) -> None:
    """The first player is drawn at random (war.setup.1)."""
    draw = play.roll([play.state.seats])
    play.record(e.FirstPlayerDrawn(draw.values[0], draw), "war.setup.1")


def legal_actions(state: State) -> Sequence[Action]:
    """Every action of the player whose turn it is."""
    if state.to_throw:
        return [RollDice()]
    centre, filled, dice = state.centre, state.filled_lines, state.dice
    legal: list[Action] = []
    for castle in targets(state):
        legal += fillings(state.edition, castle, castle not in centre, filled, dice)
    return [*legal, SetAside()]


@lru_cache(maxsize=1 << 16)
def fillings(
    edition: str, castle: str, taken: bool, filled: tuple[int, ...], dice: Dice
) -> tuple[FillLine, ...]:
    """Every way to put these dice on an open line of a castle; `taken`: it lies in front of a player."""
    lines = lines_of(edition, castle, taken, filled)
    return tuple(FillLine(castle, number, d) for number, line in lines.items() for d in choices(line, dice))


def throw(play: Play[State], seat: int, _: RollDice) -> None:
    """All seven dice begin a turn; after a filled line the rest, after a die set aside the others (war.turn.1, 2, 4)."""
    state = play.state
    if not state.to_throw:
        raise refusals.no_throw(state)
    draw = play.roll([len(FACES)] * state.to_throw)
    dice = tuple(FACES[v - 1] for v in sorted(draw.values))
    play.record(e.DiceRolled(seat, dice, draw), THROWS[state.throw_after], "war.card.2")


def set_aside(play: Play[State], seat: int, _: SetAside) -> None:
    """Give up one die and throw the others again; after the last die the turn ends (war.turn.2, war.turn.5)."""
    state = play.state
    _check_thrown(state)
    left = len(state.dice) - 1
    play.record(e.DieSetAside(seat, left), "war.turn.2")
    _advance(play, left)


def fill_line(play: Play[State], seat: int, action: FillLine) -> None:
    """Put dice on one line; the last line needed conquers the castle (war.turn.2, war.turn.4, war.turn.5)."""
    state = play.state
    _check_thrown(state)
    refusals.check_target(state, action.castle)
    refusals.check_line(state, action)
    refusals.check_dice(state, action)
    held_by = holder(state, action.castle)
    still_open = len(open_lines(state, action.castle)) - 1
    left = len(state.dice) - len(action.dice)
    play.record(
        e.LineFilled(seat, action.castle, held_by, action.line, action.dice, still_open, left),
        *_clauses_of_filling(state, action),
    )
    if still_open:
        _advance(play, left)
    else:
        _conquer(play, action.castle)


def _check_thrown(state: State) -> None:
    if state.to_throw:
        raise refusals.not_thrown(state, THROWS[state.throw_after])


def _clauses_of_filling(state: State, action: FillLine) -> list[str]:
    infantry = action.dice[0] in FACES[:3]
    return [
        "war.turn.2",
        "war.turn.3" if state.siege is None else "war.turn.4",
        "war.line.1",
        *(["war.line.2"] if infantry else []),
        *(["war.steal.1"] if action.line == SPECIAL else []),
    ]


def _advance(play: Play[State], dice_left: int) -> None:
    """After an action that conquers nothing: throw on, or end a turn without dice."""
    if dice_left == 0:
        _end_turn(play, conquered=False)
    else:
        _stop_without_draws(play)


def _conquer(play: Play[State], castle: str) -> None:
    """Take the castle, turn over a completed clan, and see whether the centre is empty (war.capture.1, war.clan.1, war.end.1)."""
    state = play.state
    loser = holder(state, castle)
    play.record(e.CastleConquered(state.seat, castle, loser), "war.capture.1", "war.turn.5", "war.card.1")
    _complete_clan(play, castle)
    if play.state.centre:
        _end_turn(play, conquered=True)
    else:
        _end_game(play, "last-castle", "war.end.1")


def _complete_clan(play: Play[State], castle: str) -> None:
    state = play.state
    clan = state.box.castle[castle].clan
    if has_clan(state, state.seat, clan):
        play.record(e.ClanCompleted(state.seat, clan, state.box.clan[clan].points), "war.clan.1")


def _end_turn(play: Play[State], conquered: bool) -> None:
    """The next player clockwise is to throw all seven dice (war.turn.5); endless games stop (war.cap.1)."""
    state = play.state
    following = state.seat % state.seats + 1
    play.record(e.TurnEnded(state.seat, conquered, following), "war.turn.5")
    if play.state.turn > TURN_LIMIT:
        _end_game(play, "turn-limit", "war.cap.1")
    else:
        _stop_without_draws(play)


def _stop_without_draws(play: Play[State]) -> None:
    """No throw is left to be made (war.cap.1)."""
    if play.draws_left == 0:
        _end_game(play, "draws-used-up", "war.cap.1")


def _end_game(play: Play[State], reason: e.EndReason, rule: str) -> None:
    scores, castles, clans = map(by_seat, zip(*standings(play.state).values(), strict=True))
    play.record(e.GameEnded(reason, scores, castles, clans), rule, "war.score.1", "war.score.2")


DECIDERS: dict[type, Callable[[Play[State], int, Any], None]] = {
    RollDice: throw,
    FillLine: fill_line,
    SetAside: set_aside,
}
