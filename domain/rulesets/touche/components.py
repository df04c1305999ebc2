"""The pack, the board and the printed patterns, from an edition's data."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from pathlib import Path
from typing import Final, Literal

import msgspec

from domain.contract.data import load_editions

EDITIONS = load_editions(Path(__file__).parent)

Colour = Literal["yellow", "turquoise", "violet"]
SetName = Literal["squares", "ts", "straights", "crosses", "three-different", "custom"]

JOKER = "joker"
FREE = "free"
"""What a Free Space shows in place of a card."""
DIFFERENT: Final = "three-different"
CUSTOM: Final = "custom"

Offsets = tuple[tuple[int, int], ...]
"""The fields of a shape as (row, column), from any origin."""
Bits = int
"""A set of fields: bit i is the i-th field of the board, row by row."""


class Pack(msgspec.Struct, frozen=True, dict=True):
    packs: int
    suits: tuple[str, ...]
    ranks: tuple[str, ...]
    jokers: int

    @cached_property
    def cards(self) -> tuple[str, ...]:
        """All cards by their faces ("10H", "joker"), equal ones side by side."""
        faces = [rank + suit for suit in self.suits for rank in self.ranks for _ in range(self.packs)]
        return (*faces, *[JOKER] * self.jokers)

    @cached_property
    def place(self) -> Mapping[str, int]:
        """The order in which cards are listed: by suit and rank, jokers last."""
        return {face: n for n, face in enumerate(dict.fromkeys(self.cards))}

    def rank(self, face: str) -> int:
        """0 for the lowest rank, the ace highest; not for jokers."""
        return self.ranks.index(face[:-1])


class Hand(msgspec.Struct, frozen=True):
    cards: int


class Pawns(msgspec.Struct, frozen=True):
    colours: tuple[Colour, ...]


class PrintedPattern(msgspec.Struct, frozen=True):
    """`shapes` are those that turning and mirroring do not make from each other."""

    shapes: tuple[Offsets, ...]
    points: int


class PrintedSet(msgspec.Struct, frozen=True):
    """`count` patterns of one `kind`, or one each of as many `different` kinds."""

    kind: str = ""
    count: int = 0
    different: int = 0


class Board(msgspec.Struct, frozen=True, dict=True):
    """`fields` by name ("d1": column d, row 1 from the top) show a card or FREE."""

    rows: int
    columns: int
    fields: dict[str, str]

    @cached_property
    def names(self) -> tuple[str, ...]:
        return tuple(self.fields)

    @cached_property
    def bit(self) -> Mapping[str, Bits]:
        return {name: 1 << i for i, name in enumerate(self.fields)}

    @cached_property
    def bit_at(self) -> Mapping[tuple[int, int], Bits]:
        """By (row, column) from 0."""
        return {(int(name[1:]) - 1, ord(name[0]) - ord("a")): bit for name, bit in self.bit.items()}

    @cached_property
    def fields_of(self) -> Mapping[str, Bits]:
        """The fields of each card, and of FREE."""
        found: dict[str, Bits] = {}
        for name, face in self.fields.items():
            found[face] = found.get(face, 0) | self.bit[name]
        return found

    @cached_property
    def free(self) -> Bits:
        return self.fields_of[FREE]

    @cached_property
    def all_cards(self) -> Bits:
        """Every field but the Free Spaces."""
        return (1 << len(self.fields)) - 1 & ~self.free

    def named(self, bits: Bits) -> tuple[str, ...]:
        """The names of these fields, row by row."""
        return tuple(self.names[bit.bit_length() - 1] for bit in single(bits))

    def bits(self, names: Iterable[str]) -> Bits:
        return sum(self.bit[name] for name in names)


class Box(msgspec.Struct, frozen=True):
    """What is in the box of one edition."""

    pack: Pack
    hand: Hand
    pawns: Pawns
    patterns: dict[str, PrintedPattern]
    sets: dict[SetName, PrintedSet]
    board: Board


def single(bits: Bits) -> Iterator[Bits]:
    """The bits one by one, lowest first."""
    while bits:
        low = bits & -bits
        yield low
        bits ^= low


BOXES: Mapping[str, Box] = {id: msgspec.convert(edition.components, Box) for id, edition in EDITIONS.items()}
