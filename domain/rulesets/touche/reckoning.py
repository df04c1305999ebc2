"""Simulations look up here the patterns that count for a side, cached by the surroundings of a field."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import count

from domain.rulesets.touche.bot import JOKER_KEPT, MISSING
from domain.rulesets.touche.components import BOXES, JOKER, Bits
from domain.rulesets.touche.patterns import OwnPatterns, complete, finishable, tables, union

REMEMBERED = 1 << 18
"""So many surroundings of fields at most, of all tables together; each takes about 200 bytes."""
TABLES, SPACES = 64, 1 << 10
"""So many tables at most, and in each so many surroundings of the Free Spaces."""


class Reckoning:
    """By these kinds of pattern."""

    around: Mapping[Bits, Bits]
    """By field, those with which it makes patterns."""

    def __init__(self, edition: str, own: OwnPatterns, kinds: tuple[str, ...]) -> None:
        self.kinds, places = kinds, tables(edition, own)
        self._tables = [(kind, places[kind]) for kind in kinds]
        through = {
            bit: [p & ~bit for _, table in self._tables for p in table.through[bit]]
            for bit in BOXES[edition].board.bit.values()
        }
        self._others = {bit: tuple(those) for bit, those in through.items()}
        self.around = {bit: union(those) for bit, those in through.items()}
        self._everywhere = [p for _, table in self._tables for p in table.everywhere]
        self._before = union(bits for _, table in self._tables for bits in table.around.values())
        self._finishable = dict[tuple[Bits, Bits], Bits]()

    def progress(self, bit: Bits, pawns: Bits, blocked: Bits) -> int:
        """Sums up the patterns through a field that a side can still make, as the bot does."""
        return sum([MISSING[(p & ~pawns).bit_count()] for p in self._others[bit] if not p & blocked])

    def complete(self, pawns: Bits, field: Bits) -> Iterator[tuple[str, Bits]]:
        """The patterns through a field that these pawns make."""
        return ((kind, bits) for kind, table in self._tables for bits in complete(table, pawns, field))

    def finishable(self, pawns: Bits, spaces: Bits) -> Bits:
        """Those of the Free Spaces that are the last field of a pattern."""
        key = (pawns & self._before, spaces)
        found = self._finishable.get(key)
        if found is None:
            if len(self._finishable) >= SPACES:
                self._finishable.clear()
            found = union(finishable(table, pawns, spaces) for _, table in self._tables)
            self._finishable[key] = found
        return found

    def possible(self, crowns: Bits) -> bool:
        """Whether some pattern can still be made."""
        return any(not p & crowns for p in self._everywhere)


reckoning = lru_cache(maxsize=TABLES)(Reckoning)


NUMBERS = count()
KNOWN = dict[int, int]()
"""The values of fields, by the number of the table, the field, and its surroundings, side by side in one integer."""
Opening = tuple[str, Bits]
"""A card, and the fields that it may be laid on."""


class Worths:
    """What fields are worth to a side, as to the bot, when these patterns count for each side."""

    def __init__(self, patterns: tuple[Reckoning, ...], own: int) -> None:
        self._own, self._patterns = own, patterns
        around = {bit: union(its.around[bit] for its in patterns) for bit in patterns[own].around}
        self._shift, number = len(around), next(NUMBERS)
        near = {bit: self._beside([bits] * (1 + len(patterns))) for bit, bits in around.items()}
        above = self._shift * (1 + len(patterns))
        self._near = {bit: (near[bit], number * len(near) + n << above) for n, bit in enumerate(near)}

    def _beside(self, many: Iterable[Bits]) -> int:
        """Sets of fields side by side in one integer."""
        bits = 0
        for each in many:
            bits = bits << self._shift | each
        return bits

    def best(
        self, openings: Iterable[Opening], pawns: Sequence[Bits], crowns: Bits
    ) -> tuple[int, list[Opening]]:
        """What the best lays are worth, and all that are worth as much, in the order of the rules."""
        known, near, standing = self._known(), self._near, self._beside((crowns, *pawns))
        best, lays = -JOKER_KEPT, list[Opening]()
        for face, fields in openings:
            price = JOKER_KEPT if face == JOKER else 0
            while fields:
                bit = fields & -fields
                fields ^= bit
                around, number = near[bit]
                key = standing & around | number
                if (worth := known.get(key)) is None:
                    worth = known[key] = self._worth(bit, pawns, crowns)
                worth -= price
                if worth > best:
                    best, lays = worth, []
                if worth == best:
                    lays.append((face, bit))
        return best, lays

    def _known(self) -> dict[int, int]:
        if len(KNOWN) >= REMEMBERED:
            KNOWN.clear()
        return KNOWN

    def _worth(self, bit: Bits, pawns: Sequence[Bits], crowns: Bits) -> int:
        """Own progress counts a little more than standing in another side's way."""
        taken = union((crowns, *pawns))
        progress = [
            patterns.progress(bit, its, taken & ~its)
            for patterns, its in zip(self._patterns, pawns, strict=True)
        ]
        return 5 * progress.pop(self._own) + 4 * max(progress)


worths = lru_cache(maxsize=TABLES)(Worths)
