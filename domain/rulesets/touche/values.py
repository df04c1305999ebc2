"""How likely each side is to win: figures of each for a learnt value function."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from domain.by_seat import BySeat, by_seat
from domain.rulesets.touche.components import JOKER, Bits
from domain.rulesets.touche.state import State, held, made, members, open_kinds, side_of
from domain.value import Row, Value

NAMES = (
    "patterns lacking",
    "one lacking",
    "two lacking",
    "share of nearness",
    "share of nearness, one lacking",
    "share of nearness, two lacking",
    "fields to the nearest",
    "fields to the nearest, one lacking",
    "cards to find for the nearest",
    "cards to find for the nearest, one lacking",
    "one field in hand",
    "one field in hand, one lacking",
    "two fields in hand",
    "one field to find",
    "joker",
    "joker and one field to find",
    "pawns",
    "cards in hand",
    "to move",
    "to move, one lacking",
    "turns to wait",
)
TO_LAY = 0.7
"""How much a field costs for which the card is in hand: a turn."""
TO_FIND = 0.08
"""How much one costs for which the card has to be found first."""
ANYBODYS = 0.02
"""What the patterns count that nobody has begun yet."""
MANY = 4
"""Patterns that are as near count no further than this."""
VALUE = Value(Path(__file__).parent, NAMES)


def outlook(state: State) -> BySeat[float]:
    by_side = VALUE.shares(rows(state))
    return by_seat(by_side[side_of(state, seat)] for seat in range(1, state.seats + 1))


class _Prospects(NamedTuple):
    """The patterns that a side can still make and that count."""

    nearness: float
    nearest: tuple[int, int]
    """What the nearest lacks: fields, and cards to be found among them."""
    in_hand: int
    """Patterns that lack one field whose card is in hand."""
    two_in_hand: int
    to_find: int
    """Patterns that lack one field whose card has to be found."""


def rows(state: State) -> list[Row]:
    """When all hands are known."""
    prospects = [_prospects(state, side) for side in range(state.sides)]
    total = sum(it.nearness for it in prospects)
    return [_row(state, side, it, it.nearness / total) for side, it in enumerate(prospects)]


def _row(state: State, side: int, it: _Prospects, share: float) -> Row:
    lacking = sum(max(0, need.count - made(state, side, need.kind)) for need in state.goals[side])
    one, two, moves = lacking == 1, lacking == 2, state.side == side
    hands = [face for seat in members(state, side) for face in held(state, seat)]
    fields, cards = it.nearest
    jokers = hands.count(JOKER)
    return (
        lacking,
        one,
        two,
        share,
        share * one,
        share * two,
        fields / 5,
        fields / 5 * one,
        cards / 5,
        cards / 5 * one,
        it.in_hand / MANY,
        (it.in_hand > 0) * one,
        it.two_in_hand / MANY,
        it.to_find / MANY,
        jokers,
        (jokers > 0 and it.to_find > 0) * one,
        state.pawns[side].bit_count() / 10,
        len(hands) / 10,
        moves,
        moves * one,
        (side - state.side) % state.sides / state.sides,
    )


def _prospects(state: State, side: int) -> _Prospects:
    pawns, blocked = state.pawns[side], state.taken & ~state.pawns[side]
    hand = _reach(state, side)
    nearness, nearest, near = ANYBODYS, (MANY + 5, MANY + 5), [0, 0, 0]
    for kind in open_kinds(state, side):
        for p in state.places[kind].everywhere:
            if p & blocked:
                continue
            missing = p & ~pawns
            fields, find = missing.bit_count(), (missing & ~hand).bit_count()
            nearness += TO_LAY ** (fields - find) * TO_FIND**find
            nearest = min(nearest, (fields, find))
            if fields == 1:
                near[2 * find] += 1
            elif fields == 2 and not find:
                near[1] += 1
    return _Prospects(nearness, nearest, *(min(MANY, count) for count in near))


def _reach(state: State, side: int) -> Bits:
    """The fields that the cards in the hands of a side open, Free Spaces too."""
    faces = {face for seat in members(state, side) for face in held(state, seat) if face is not None}
    fields = state.board.free
    for face in faces - {JOKER}:
        fields |= state.board.fields_of[face]
    return fields
