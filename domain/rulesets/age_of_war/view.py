"""The board of Age of War as people see it. Nothing is hidden here."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from domain.by_seat import BySeat, by_seat, of_seat
from domain.meaning import meaning
from domain.ruleset import View
from domain.rulesets.age_of_war.components import Dice, Line
from domain.rulesets.age_of_war.state import State, castle_count, lines_needed, score

Number = Annotated[int, Meta(ge=0)]
Seat = Annotated[int, Meta(ge=1, description="A seat by its number.")]
Castle = Annotated[str, Meta(description="A castle by its id in the components.")]


class PlayerView(View, frozen=True):
    """What lies in front of one seat."""

    seat: Seat
    castles: Annotated[
        tuple[Castle, ...], meaning("Castles face up, in the order of their conquest: they can be attacked.")
    ]
    stacks: Annotated[
        tuple[str, ...], meaning("Clans completed and turned over, by id: safe from everybody.")
    ]
    castle_count: Annotated[Number, meaning("Castles face up and in stacks.")]
    score: Annotated[Number, meaning("Points as they stand: of castles face up, and of stacks.")]


class LineView(View, frozen=True):
    """A line of the castle under siege."""

    line: Annotated[Number, meaning("Numbered from 1 as printed; 0 is the special daimyo line.")]
    needs: Annotated[Line, meaning("What has to lie on it.")]
    dice: Annotated[Dice, meaning("The dice on it; none while the line is open.")]


class SiegeView(View, frozen=True):
    """The castle that all dice of this turn go to."""

    castle: Castle
    lines: Annotated[tuple[LineView, ...], meaning("All lines needed, filled or open.")]


class DiceView(View, frozen=True):
    """Where the dice are that lie on no line."""

    thrown: Annotated[Dice, meaning("The dice that lie thrown, in the order of the faces.")]
    to_throw: Annotated[
        Number, meaning("How many are to be thrown next; 0 while thrown dice lie on the table.")
    ]
    set_aside: Annotated[Number, meaning("How many are given up for this turn.")]


class WarView(View, frozen=True):
    """The whole board: the same for everybody."""

    turn: Annotated[Number, meaning("Turns begun so far.")]
    seat: Annotated[int, meaning("Whose turn it is.")]
    centre: Annotated[tuple[Castle, ...], meaning("Castles that nobody has, in the order of the cards.")]
    players: Annotated[BySeat[PlayerView], meaning("By seat.")]
    siege: Annotated[SiegeView | None, meaning("Null until the first line of the turn is filled.")]
    dice: Annotated[DiceView, meaning("Where the dice are that lie on no line.")]


def view(state: State) -> WarView:
    return WarView(
        state.turn,
        state.seat,
        state.centre,
        by_seat(_player(state, seat) for seat in range(1, state.seats + 1)),
        None if state.siege is None else _siege(state, state.siege),
        DiceView(state.dice, state.to_throw, state.set_aside),
    )


def _player(state: State, seat: int) -> PlayerView:
    return PlayerView(
        seat,
        of_seat(state.castles, seat),
        of_seat(state.stacks, seat),
        castle_count(state, seat),
        score(state, seat),
    )


def _siege(state: State, castle: str) -> SiegeView:
    on_line = {filled.line: filled.dice for filled in state.filled}
    needed = lines_needed(state, castle).items()
    return SiegeView(castle, tuple(LineView(n, line, on_line.get(n, ())) for n, line in needed))
