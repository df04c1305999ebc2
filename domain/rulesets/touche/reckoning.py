"""What simulations look up of the patterns that count for a side, remembered by what stands around a field."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from domain.rulesets.touche.bot import MISSING
from domain.rulesets.touche.components import BOXES, Bits
from domain.rulesets.touche.patterns import OwnPatterns, complete, finishable, tables

REMEMBERED = 1 << 15
"""So many surroundings at most; each takes about 300 bytes."""


class Reckoning:
    """By these kinds of pattern."""

    def __init__(self, edition: str, own: OwnPatterns, kinds: tuple[str, ...]) -> None:
        self.kinds, places = kinds, tables(edition, own)
        self._tables = [(kind, places[kind]) for kind in kinds]
        through = {
            bit: [p & ~bit for _, table in self._tables for p in table.through[bit]]
            for bit in BOXES[edition].board.bit.values()
        }
        self._fields = {bit: (union(those), tuple(those)) for bit, those in through.items()}
        self._everywhere = [p for _, table in self._tables for p in table.everywhere]
        self._known = dict[tuple[Bits, Bits, Bits], int]()

    def around(self, bit: Bits) -> Bits:
        """The fields with which one makes patterns."""
        return self._fields[bit][0]

    def progress(self, bit: Bits, pawns: Bits, blocked: Bits) -> int:
        """Sums up the patterns through a field that a side can still make, as the bot does."""
        around, patterns = self._fields[bit]
        key = (bit, pawns & around, blocked & around)
        found = self._known.get(key)
        if found is None:
            if len(self._known) >= REMEMBERED:
                self._known.clear()
            found = sum(MISSING[(p & ~pawns).bit_count()] for p in patterns if not p & blocked)
            self._known[key] = found
        return found

    def complete(self, pawns: Bits, field: Bits) -> Iterator[tuple[str, Bits]]:
        """The patterns through a field that these pawns make."""
        return ((kind, bits) for kind, table in self._tables for bits in complete(table, pawns, field))

    def finishable(self, pawns: Bits, spaces: Bits) -> Bits:
        """Those of the Free Spaces that are the last field of a pattern."""
        bits = 0
        for _, table in self._tables:
            bits |= finishable(table, pawns, spaces)
        return bits

    def possible(self, crowns: Bits) -> bool:
        """Whether some pattern can still be made."""
        return any(not p & crowns for p in self._everywhere)


reckoning = lru_cache(maxsize=24)(Reckoning)


def union(patterns: list[Bits]) -> Bits:
    bits = 0
    for pattern in patterns:
        bits |= pattern
    return bits
