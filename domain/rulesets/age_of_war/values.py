"""How likely each seat is to win at the beginning of a turn: figures of each for a learnt value function."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from domain.by_seat import BySeat, by_seat, of_seat
from domain.rulesets.age_of_war.chances import chance
from domain.rulesets.age_of_war.components import BOXES, DICE
from domain.rulesets.age_of_war.state import State, holder, lines_of, standings
from domain.value import Row, Value

FEW = 3
"""So many castles in the centre are few: the end is near."""
NAMES = (
    "hopes",
    "hopes, late",
    "hopes, few left",
    "hopes, one left",
    "points",
    "points, late",
    "points, few left",
    "points, one left",
    "castles",
    "whole clans",
    "one short, in the centre",
    "one short, elsewhere",
    "ahead",
    "ahead, few left",
    "ahead, one left",
    "wins by the last",
    "wins by the last, to move",
    "to move",
    "to move, few left",
    "turns to wait",
)
VALUE = Value(Path(__file__).parent, NAMES)


def static(state: State) -> BySeat[float]:
    """By what is held."""
    return by_seat(VALUE.shares(rows(state)))


def rows(state: State) -> list[Row]:
    standing = standings(state)
    best = max(standing.values())
    return [_row(state, seat, standing[seat], standing[seat] == best) for seat in standing]


def _row(state: State, seat: int, standing: tuple[int, int, int], ahead: bool) -> Row:
    hopes, (points, castles, clans), left = worth_held(state, seat) / 10, standing, len(state.centre)
    scored, late, few, one = points / 10, 1 - left / len(state.box.castles), left <= FEW, left == 1
    moves = (seat == state.seat) * state.to_throw / DICE
    wins = one and _wins(state, seat)
    short = [holder(state, castle) is None for castle in _lacking(state, seat)]
    return (
        hopes,
        hopes * late,
        hopes * few,
        hopes * one,
        scored,
        scored * late,
        scored * few,
        scored * one,
        castles / 10,
        clans / 10,
        sum(short),
        len(short) - sum(short),
        ahead,
        ahead * few,
        ahead * one,
        wins,
        wins * moves,
        moves,
        moves * few,
        (seat - state.seat) % state.seats / state.seats,
    )


def _wins(state: State, seat: int) -> bool:
    """Whether the seat wins if it takes the last castle, clans that this completes aside."""
    last, standing = state.box.castle[state.centre[0]], standings(state)
    points, castles, clans = standing.pop(seat)
    return (points + last.points, castles + 1, clans) >= max(standing.values())


def _lacking(state: State, seat: int) -> list[str]:
    """The castles that alone are missing of a clan."""
    held = of_seat(state.castles, seat)
    return [castle for castle in state.box.castle if _completes(state.edition, castle, held)]


@cache
def _others(edition: str) -> dict[str, frozenset[str]]:
    """The castles of the same clan."""
    box = BOXES[edition]
    return {castle.id: box.castles_of[castle.clan] - {castle.id} for castle in box.castles}


def _completes(edition: str, castle: str, held: tuple[str, ...]) -> bool:
    others = _others(edition)[castle]
    return len(others) <= len(held) and castle not in held and others <= frozenset(held)


def worth_held(state: State, seat: int) -> float:
    """Points to hope for from the castles and clans in front of a seat."""
    held, clans = frozenset(of_seat(state.castles, seat)), state.box.castles_of.items()
    stacked = sum(state.box.clan[clan].points for clan in of_seat(state.stacks, seat))
    return stacked + sum(standing(state.edition, clan, held & castles) for clan, castles in clans)


@cache
def standing(edition: str, clan: str, held: frozenset[str]) -> float:
    """Points to hope for from these castles of a clan: what is not stolen again, and the clan in prospect."""
    castles = BOXES[edition].castles_of[clan]
    safe = sum(_safe_points(edition, c) for c in held)
    bonus = BOXES[edition].clan[clan].points - sum(_safe_points(edition, c) for c in castles)
    return safe + bonus * (len(held) / len(castles)) ** 2


@cache
def _safe_points(edition: str, castle: str) -> float:
    """Points of a face-up castle, less the chance that one turn of an opponent takes it."""
    return BOXES[edition].castle[castle].points * (1 - to_conquer(edition, castle, True, (), DICE))


@cache
def to_conquer(edition: str, castle: str, taken: bool, filled: tuple[int, ...], dice: int) -> float:
    """The chance to fill what is not filled of a castle's lines with so many dice to be thrown."""
    return chance(tuple(lines_of(edition, castle, taken, filled).values()), dice)
