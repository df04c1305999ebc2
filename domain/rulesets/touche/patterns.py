"""Where patterns fit on the board, and which of them are complete: tables of bit sets, made once.

A *placement* is the set of fields that one pattern would cover. Play asks for placements through one field,
so they are indexed by field; everything else is a comparison of integers.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache

import msgspec

from domain.rulesets.touche.components import BOXES, Bits, Board, Offsets, single

OwnPatterns = tuple[tuple[str, Offsets], ...]
"""Patterns that a table has agreed on, by name (touche.set.2)."""


class Places(msgspec.Struct, frozen=True):
    """Where one kind of pattern can be made: with at most one Free Space, which comes last (touche.free.1)."""

    size: int
    """The fewest fields that a pattern of this kind has."""
    everywhere: tuple[Bits, ...]
    through: dict[Bits, tuple[Bits, ...]]
    """The placements through each field."""
    before: dict[Bits, tuple[Bits, ...]]
    """What must stand on the board before each Free Space may be used."""
    around: dict[Bits, Bits]
    """All fields of these, by Free Space."""


def orientations(shape: Offsets) -> frozenset[Offsets]:
    """All quarter turns and mirror images of a shape, each from its own topmost leftmost field."""
    found = set()
    for _ in range(4):
        shape = tuple((column, -row) for row, column in shape)
        found |= {_from_first(shape), _from_first(tuple((row, -column) for row, column in shape))}
    return frozenset(found)


def _from_first(shape: Offsets) -> Offsets:
    row0, column0 = min(shape)
    return tuple(sorted((row - row0, column - column0) for row, column in shape))


def placements(board: Board, shapes: Iterable[Offsets]) -> tuple[Bits, ...]:
    """Every set of fields of the board that has one of these shapes, turned or mirrored (touche.pattern.1 to 4)."""
    found: set[Bits] = set()
    for turned in {turned for shape in shapes for turned in orientations(shape)}:
        found.update(_shifted(board, turned))
    return tuple(sorted(found))


def _shifted(board: Board, shape: Offsets) -> Iterator[Bits]:
    """The shape laid with its first field on each field of the board, wherever all of it is on the board."""
    for row, column in board.bit_at:
        cells = [(row + r, column + c) for r, c in shape]
        if all(cell in board.bit_at for cell in cells):
            yield sum(board.bit_at[cell] for cell in cells)


def places(board: Board, shapes: Iterable[Offsets]) -> Places:
    usable = tuple(p for p in placements(board, shapes) if (p & board.free).bit_count() <= 1)
    before = {bit: tuple(p ^ bit for p in usable if p & bit) for bit in single(board.free)}
    return Places(
        min((p.bit_count() for p in usable), default=0),
        usable,
        {bit: tuple(p for p in usable if p & bit) for bit in board.bit.values()},
        before,
        {bit: union(those) for bit, those in before.items()},
    )


@cache
def tables(edition: str, own: OwnPatterns = ()) -> Mapping[str, Places]:
    """The places of every kind, printed and own."""
    box = BOXES[edition]
    shapes = {kind: pattern.shapes for kind, pattern in box.patterns.items()}
    return {kind: places(box.board, s) for kind, s in {**shapes, **{k: (o,) for k, o in own}}.items()}


def complete(table: Places, pawns: Bits, field: Bits) -> list[Bits]:
    """The placements through this field that these pawns cover (touche.pattern.5)."""
    return [p for p in table.through[field] if p & pawns == p]


def finishable(table: Places, pawns: Bits, spaces: Bits) -> Bits:
    """Those of the Free Spaces that are the last field of a pattern (touche.free.1)."""
    near = (bit for bit in single(spaces) if (pawns & table.around[bit]).bit_count() >= table.size - 1)
    return sum(bit for bit in near if any(p & pawns == p for p in table.before[bit]))


def union(placements: Iterable[Bits]) -> Bits:
    bits = 0
    for placement in placements:
        bits |= placement
    return bits


def lacking(placement: Bits, pawns: Bits) -> int:
    """How many fields of a placement have none of these pawns."""
    return (placement & ~pawns).bit_count()


def connected(offsets: Offsets) -> bool:
    """Whether the fields hang together by sides or corners."""
    rest = set(offsets)
    reached = [rest.pop()]
    for row, column in reached:
        near = {(r, c) for r, c in rest if abs(r - row) <= 1 and abs(c - column) <= 1}
        rest -= near
        reached += sorted(near)
    return not rest
