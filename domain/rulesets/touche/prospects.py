"""How likely each seat is to win: by the patterns that its side has made, and by who is nearer to the next one."""

from __future__ import annotations

from domain.by_seat import BySeat, by_seat
from domain.outlook import shares
from domain.rulesets.touche.components import JOKER, Bits
from domain.rulesets.touche.state import State, held, members, open_kinds, side_of

LEAD = 0.45
"""So many patterns ahead, a side is about three times as likely to win."""
TO_LAY = 0.7
"""How much a field costs for which the card is in hand: a turn."""
TO_FIND = 0.08
"""How much one costs for which the card has to be found first."""
ANYBODYS = 0.02
"""What the patterns count that nobody has begun yet."""


def outlook(state: State) -> BySeat[float]:
    """When all hands are known."""
    nearness = [_nearness(state, side) + ANYBODYS for side in range(state.sides)]
    made = [sum(crowned.side == side for crowned in state.crowned) for side in range(state.sides)]
    ahead = [count + near / sum(nearness) for count, near in zip(made, nearness, strict=True)]
    by_side = shares(ahead, LEAD)
    return by_seat(by_side[side_of(state, seat)] for seat in range(1, state.seats + 1))


def _nearness(state: State, side: int) -> float:
    """Sums up the patterns that the side can still make and that count: far more the less they lack."""
    pawns, blocked = state.pawns[side], state.taken & ~state.pawns[side]
    hand, jokers = _reach(state, side)
    return sum(
        _PRICES[jokers][(p & ~pawns & hand).bit_count()][(p & ~pawns & ~hand).bit_count()]
        for kind in open_kinds(state, side)
        for p in state.places[kind].everywhere
        if not p & blocked
    )


def _reach(state: State, side: int) -> tuple[Bits, int]:
    """The fields that the cards in the hands of a side open, Free Spaces too, and whether there is a joker."""
    faces = {face for seat in members(state, side) for face in held(state, seat) if face is not None}
    fields = state.board.free
    for face in faces - {JOKER}:
        fields |= state.board.fields_of[face]
    return fields, int(JOKER in faces)


_PRICES = [
    [[TO_LAY**laid * _finding for _finding in _findings] for laid in range(10)]
    for _findings in (
        [TO_FIND**missing for missing in range(10)],
        [1.0, *(TO_LAY * TO_FIND**missing for missing in range(9))],
    )
]
"""By whether there is a joker, the fields to be laid from the hand, and those whose cards have to be found."""
