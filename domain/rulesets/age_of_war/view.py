"""The board of Age of War as people see it. Nothing is hidden here."""

from __future__ import annotations

from domain.ruleset import View
from domain.rulesets.age_of_war.components import Line
from domain.rulesets.age_of_war.state import State, castle_count, lines_needed, score


class PlayerView(View, frozen=True):
    """What lies in front of one seat."""

    seat: int
    castles: tuple[str, ...]
    """Castles face up, in the order of their conquest: they can be attacked."""
    stacks: tuple[str, ...]
    """Clans completed and turned over: safe from everybody."""
    castle_count: int
    """Castles face up and in stacks."""
    score: int


class LineView(View, frozen=True):
    """A line of the castle under siege."""

    line: int
    """Numbered from 1 as printed; 0 is the special daimyo line."""
    needs: Line
    dice: tuple[str, ...]
    """The dice on it; none while the line is open."""


class SiegeView(View, frozen=True):
    """The castle that all dice of this turn go to."""

    castle: str
    lines: tuple[LineView, ...]


class DiceView(View, frozen=True):
    """Where the dice are that lie on no line."""

    thrown: tuple[str, ...]
    """The dice that lie thrown, in the order of the faces."""
    to_throw: int
    """How many are to be thrown next; 0 while thrown dice lie on the table."""
    set_aside: int
    """How many are given up for this turn."""


class WarView(View, frozen=True):
    """The whole board: the same for everybody."""

    turn: int
    """Turns begun so far."""
    seat: int
    """Whose turn it is."""
    centre: tuple[str, ...]
    """Castles that nobody has, in the order of the cards."""
    players: tuple[PlayerView, ...]
    """By seat."""
    siege: SiegeView | None
    """Null until the first line of the turn is filled."""
    dice: DiceView


def view(state: State) -> WarView:
    return WarView(
        state.turn,
        state.seat,
        state.centre,
        tuple(_player(state, seat) for seat in range(1, state.seats + 1)),
        None if state.siege is None else _siege(state, state.siege),
        DiceView(state.dice, state.to_throw, state.set_aside),
    )


def _player(state: State, seat: int) -> PlayerView:
    return PlayerView(
        seat,
        state.castles[seat - 1],
        state.stacks[seat - 1],
        castle_count(state, seat),
        score(state, seat),
    )


def _siege(state: State, castle: str) -> SiegeView:
    on_line = {filled.line: filled.dice for filled in state.filled}
    needed = lines_needed(state, castle).items()
    return SiegeView(castle, tuple(LineView(n, line, on_line.get(n, ())) for n, line in needed))
