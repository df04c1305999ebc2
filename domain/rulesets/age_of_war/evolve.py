"""How each event changes the state."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from domain.by_seat import BySeat, by_seat, of_seat, with_seat
from domain.rulesets.age_of_war import events as e
from domain.rulesets.age_of_war.components import DICE
from domain.rulesets.age_of_war.state import FilledLine, State


def _without(groups: BySeat[tuple[str, ...]], castle: str) -> BySeat[tuple[str, ...]]:
    return by_seat(tuple(c for c in group if c != castle) for group in groups)


def dice_back(state: State) -> State:
    """All dice come off castles and table, to begin a turn with."""
    return replace(
        state, dice=(), to_throw=DICE, throw_after="turn-begun", set_aside=0, siege=None, filled=()
    )


def first_player_drawn(state: State, event: e.FirstPlayerDrawn) -> State:
    return replace(state, seat=event.seat, turn=1)


def dice_rolled(state: State, event: e.DiceRolled) -> State:
    return replace(state, dice=event.dice, to_throw=0)


def line_filled(state: State, event: e.LineFilled) -> State:
    filled = (*state.filled, FilledLine(event.line, event.dice))
    return replace(
        state,
        siege=event.castle,
        filled=filled,
        dice=(),
        to_throw=event.dice_left,
        throw_after="line-filled",
    )


def die_set_aside(state: State, event: e.DieSetAside) -> State:
    aside = state.set_aside + 1
    return replace(state, dice=(), to_throw=event.dice_left, throw_after="die-set-aside", set_aside=aside)


def castle_conquered(state: State, event: e.CastleConquered) -> State:
    centre = tuple(c for c in state.centre if c != event.castle)
    castles = _without(state.castles, event.castle)
    won = (*of_seat(castles, event.seat), event.castle)
    return replace(dice_back(state), centre=centre, castles=with_seat(castles, event.seat, won))


def clan_completed(state: State, event: e.ClanCompleted) -> State:
    turned = state.box.castles_of[event.clan]
    face_up = tuple(c for c in of_seat(state.castles, event.seat) if c not in turned)
    stack = (*of_seat(state.stacks, event.seat), event.clan)
    return replace(
        state,
        castles=with_seat(state.castles, event.seat, face_up),
        stacks=with_seat(state.stacks, event.seat, stack),
    )


def turn_ended(state: State, event: e.TurnEnded) -> State:
    return replace(dice_back(state), seat=event.next_seat, turn=state.turn + 1)


def game_ended(state: State, event: e.GameEnded) -> State:
    return replace(state, ended=event.reason)


EVOLVE: dict[type, Callable[[State, Any], State]] = {
    e.FirstPlayerDrawn: first_player_drawn,
    e.DiceRolled: dice_rolled,
    e.LineFilled: line_filled,
    e.DieSetAside: die_set_aside,
    e.CastleConquered: castle_conquered,
    e.ClanCompleted: clan_completed,
    e.TurnEnded: turn_ended,
    e.GameEnded: game_ended,
}
