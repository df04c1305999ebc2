"""The state of a game of Age of War."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType
from typing import Literal

import msgspec

from domain.by_seat import BySeat, of_seat
from domain.ruleset import ScorePart
from domain.rulesets.age_of_war.components import BOXES, DAIMYO_LINE, SPECIAL, Box, Dice, Line


class FilledLine(msgspec.Struct, frozen=True):
    """A line of the besieged castle with the dice on it."""

    line: int
    dice: Dice


class State(msgspec.Struct, frozen=True):
    """Dice always add up to seven: `dice` lying thrown, `to_throw`, `set_aside`, and those on filled lines."""

    edition: str
    seats: int
    centre: tuple[str, ...]
    """Castles nobody holds, in the order of the cards."""
    castles: BySeat[tuple[str, ...]]
    """Face up in front of each seat."""
    stacks: BySeat[tuple[str, ...]]
    """Completed clans of each seat."""
    seat: int
    """Whose turn it is; 0 before the first player is drawn."""
    turn: int
    """Turns begun so far."""
    to_throw: int
    """Dice to be thrown next; 0 while thrown dice lie on the table."""
    throw_after: Literal["turn-begun", "die-set-aside", "line-filled"] = "turn-begun"
    """What the next throw follows from; while thrown dice lie on the table, what they followed from."""
    dice: Dice = ()
    """The dice that lie thrown, in the order of the faces."""
    set_aside: int = 0
    siege: str | None = None
    """The castle under siege this turn, once a line is filled."""
    filled: tuple[FilledLine, ...] = ()
    ended: str = ""
    """The end reason once the game is over."""

    @property
    def box(self) -> Box:
        return BOXES[self.edition]

    @property
    def filled_lines(self) -> tuple[int, ...]:
        return tuple(f.line for f in self.filled)


def holder(state: State, castle: str) -> int | None:
    """The seat that has this castle face up, or None."""
    for seat, castles in enumerate(state.castles, 1):
        if castle in castles:
            return seat
    return None


def lines_needed(state: State, castle: str) -> Mapping[int, Line]:
    """The lines to fill for this castle by number; the special line only in front of a player (war.steal.1)."""
    return lines_of(state.edition, castle, castle not in state.centre)


def open_lines(state: State, castle: str) -> Mapping[int, Line]:
    """The lines of a castle that are not filled yet (war.line.1)."""
    return lines_of(state.edition, castle, castle not in state.centre, state.filled_lines)


@cache
def lines_of(edition: str, id: str, taken: bool, filled: tuple[int, ...] = ()) -> Mapping[int, Line]:
    """The lines of a castle without those filled; `taken`: it lies in front of a player."""
    castle = BOXES[edition].castle[id]
    special = {SPECIAL: DAIMYO_LINE} if taken and castle.special_line else {}
    lines = special | dict(enumerate(castle.lines, 1))
    return MappingProxyType({number: line for number, line in lines.items() if number not in filled})


def targets(state: State) -> list[str]:
    """The castles that the player may attack now (war.turn.3, war.turn.4)."""
    if state.siege is not None:
        return [state.siege]
    others = [c for seat, cs in enumerate(state.castles, 1) if seat != state.seat for c in cs]
    return [*state.centre, *others]


def castle_count(state: State, seat: int) -> int:
    """Castles of a seat, face up and in stacks."""
    stacked = sum(len(state.box.castles_of[clan]) for clan in of_seat(state.stacks, seat))
    return len(of_seat(state.castles, seat)) + stacked


def score(state: State, seat: int) -> int:
    """Points of a seat (war.score.1)."""
    return castle_points(state, seat) + clan_points(state, seat)


def castle_points(state: State, seat: int) -> int:
    """Points of the castles that a seat has face up."""
    return sum(state.box.castle[castle].points for castle in of_seat(state.castles, seat))


def clan_points(state: State, seat: int) -> int:
    """Points of the clans that a seat has completed."""
    return sum(state.box.clan[clan].points for clan in of_seat(state.stacks, seat))


def has_clan(state: State, seat: int, clan: str) -> bool:
    """Whether a seat has all castles of a clan face up (war.clan.1)."""
    return state.box.castles_of[clan] <= set(of_seat(state.castles, seat))


def standings(state: State) -> dict[int, tuple[int, int, int]]:
    """Points, castles and completed clans of each seat: what ranks them, in this order (war.score.2)."""
    return {
        seat: (score(state, seat), castle_count(state, seat), len(of_seat(state.stacks, seat)))
        for seat in range(1, state.seats + 1)
    }


def score_parts(state: State) -> tuple[ScorePart, ...]:
    """Single castles and whole clans (war.score.1)."""
    counts = {"castles": castle_points, "clans": clan_points}
    seats = range(1, state.seats + 1)
    return tuple(
        ScorePart(part, {str(seat): of(state, seat) for seat in seats}) for part, of in counts.items()
    )
