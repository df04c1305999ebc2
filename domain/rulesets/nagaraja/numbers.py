"""The box by numbers, for games that go on in place: cards, sticks, relics and amulets in the order of their names.

A *secret* is a number, too: eight times what it is, and a bit for each of its knowers (`EVERYBODY`, seat 1, seat 2).
A *cell* is what lies on a space: `EMPTY`, `TRAP_LIES`, or a room tile by kind, quarter turns, and whether an amulet lies on it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cached_property, lru_cache
from typing import NamedTuple

from domain.hidden import Hidden
from domain.rulesets.nagaraja.arrays import sticks
from domain.rulesets.nagaraja.components import Box, Card, colour_of, fate, is_cursed, shows_naga, worth
from domain.rulesets.nagaraja.paths import BEYOND, BOTTOM_ROW, HIDING, S

Cells = tuple[int, ...]
"""The nine spaces of a temple."""
Through = tuple[tuple[int, tuple[int, ...]] | None, ...]
"""By side: the path that ends there, and all sides at which it ends."""
EMPTY, TRAP_LIES, FIRST_ROOM = range(3)
PATHS = 4
"""No tile has more: each ends at a side."""
ENTRANCES = tuple((space, S) for space in BOTTOM_ROW)
ACROSS = tuple(
    tuple(
        (sum(1 << n for n, it in enumerate(HIDING.values()) if it == (space, side)), beyond, (side + 2) % 4)
        for side, beyond in enumerate(BEYOND[space])
    )
    for space in range(9)
)
"""What lies across each side of a space: the bit of its hiding place, the neighbour (None at the edge), and that one's side."""
SEEN_BY_ALL = 1
"""The bit of `EVERYBODY`."""


def knower(seat: int) -> int:
    """The bit of a seat from 0."""
    return 2 << seat


class Net(NamedTuple):
    """The live paths of a temple, and what they reach."""

    touched: int
    """A bit for each hiding place, in the order of `names.PLACES`."""
    live: int
    """A bit for each space with a live path."""
    near: int
    """A bit for each space at an entrance or to which a live path leads: nothing follows from what lies elsewhere."""
    amulets: tuple[int, ...]
    """The spaces whose amulet is reached."""
    judged: int
    """All that the greedy player heeds: `touched`, and then the numbers of amulets and of open ends, four bits each."""


class Numbers:
    """Of one box."""

    def __init__(self, box: Box) -> None:
        self.box = box
        self.cards, self.amulets = sorted(box.card), sorted(box.amulet)
        self.card = {name: n for n, name in enumerate(self.cards)}
        self.amulet = {name: n for n, name in enumerate(self.amulets)}
        self.symbol = [box.card[name].symbol for name in self.cards]
        self.effects = [box.card[name].effect for name in self.cards]
        self.does = [box.amulet[name] for name in self.amulets]
        self.worth_points = [it.number if it.do == "points" else 0 for it in self.does]
        self.targets = [[_targets(box.card[name], seat) for seat in (0, 1)] for name in self.cards]
        self.deadly, self.needed = len(box.relics.cursed.values), box.figure("points_to_win")
        self.full, self.dealt = box.figure("tiles_to_fill"), box.figure("deal_drawn")
        self._number_sticks(box)
        self._number_relics(box)
        self._number_tiles(box)
        self.net: Callable[[Cells], Net] = lru_cache(maxsize=1 << 15)(self._net)

    def by_symbol(self, cards: Iterable[int]) -> dict[str, list[int]]:
        groups: dict[str, list[int]] = {}
        for card in cards:
            groups.setdefault(self.symbol[card], []).append(card)
        return groups

    def _number_sticks(self, box: Box) -> None:
        self.sticks, self.colours = sorted(sticks(box)), list(box.sticks)
        self.stick = {name: n for n, name in enumerate(self.sticks)}
        self.fate, self.naga = [*map(fate, self.sticks)], [*map(shows_naga, self.sticks)]
        self.colour = [self.colours.index(colour_of(name)) for name in self.sticks]
        self.thrown = [
            [self.stick[f"{colour}-{face}"] for face in box.sticks[colour].faces] for colour in self.colours
        ]
        self.sides = [*map(len, self.thrown)]
        self.colours_of = [
            [n for n, colour in enumerate(self.colours) for _ in range(box.card[name].sticks.get(colour, 0))]
            for name in self.cards
        ]

    def _number_relics(self, box: Box) -> None:
        self.relics = list(dict.fromkeys(box.all_relics))
        self.relic = {name: n for n, name in enumerate(self.relics)}
        self.worth, self.cursed = [*map(worth, self.relics)], [*map(is_cursed, self.relics)]
        self.all_relics = [self.relic[name] for name in box.all_relics]

    def _number_tiles(self, box: Box) -> None:
        self.tiles = [tile.id for tile in box.tiles]
        self.tile = {name: n for n, name in enumerate(self.tiles)}
        self.has_place = [tile.amulet is not None for tile in box.tiles]
        rooms = [(tile, turns) for tile in self.tiles for turns in range(4) for _ in range(2)]
        self.room = rooms
        self.through: list[Through] = [(None,) * 4] * FIRST_ROOM + [_through(box, *room) for room in rooms]
        paths = [box.amulet_path[tile] if n % 2 else None for n, (tile, _) in enumerate(rooms)]
        self.amulet_bit = [0] * FIRST_ROOM + [0 if path is None else 1 << path for path in paths]
        cells = range(len(self.through))
        self.turned = [tuple(_turned(cell, turns) for turns in range(4)) for cell in cells]
        alike = dict[tuple[Through, int], int]()
        self.like = [alike.setdefault((self.through[it], self.amulet_bit[it]), it) for it in cells]
        self.like[TRAP_LIES] = TRAP_LIES
        self.turned_like = [tuple(self.like[it] for it in turned) for turned in self.turned]

    def _net(self, cells: Cells) -> Net:
        live = touched = spaces = open_ends = 0
        near = sum(1 << space for space in BOTTOM_ROW)
        steps = [*ENTRANCES]
        while steps:
            space, side = steps.pop()
            through = self.through[cells[space]][side]
            if through is None or live & (bit := 1 << PATHS * space + through[0]):
                continue
            live |= bit
            spaces |= 1 << space
            for out in through[1]:
                place, beyond, opposite = ACROSS[space][out]
                if beyond is None:
                    touched |= place
                    continue
                near |= 1 << beyond
                if cells[beyond] == EMPTY:
                    open_ends += 1
                else:
                    steps.append((beyond, opposite))
        amulets = [s for s, cell in enumerate(cells) if live >> PATHS * s & self.amulet_bit[cell]]
        return Net(touched, spaces, near, tuple(amulets), touched | len(amulets) << 9 | open_ends << 13)

    # -- secrets

    @cached_property
    def hidden(self) -> dict[str, Callable[[int], Hidden[str]]]:
        """Each kind of secret as in the state, from its number."""
        return {kind: _secrets(getattr(self, kind)) for kind in ("cards", "amulets", "relics", "tiles")}


def _targets(card: Card, seat: int) -> tuple[int, ...]:
    return tuple(target - 1 for target in card.targets(seat + 1))


def _through(box: Box, tile: str, turns: int) -> Through:
    ends = box.path_at[tile, turns]
    return tuple(
        None if path is None else (path, tuple(out for out in range(4) if ends[out] == path)) for path in ends
    )


def cell_of(tile: int, turns: int, amulet: bool) -> int:
    return FIRST_ROOM + 8 * tile + 2 * turns + amulet


def _turned(cell: int, turns: int) -> int:
    if cell < FIRST_ROOM:
        return cell
    tile, way = divmod(cell - FIRST_ROOM, 8)
    return cell_of(tile, (way // 2 + turns) % 4, bool(way % 2))


def _secrets(names: Sequence[str]) -> Callable[[int], Hidden[str]]:
    made = [Hidden(name, known) for name in names for known in KNOWERS]
    return made.__getitem__


KNOWERS = {tuple(n for n in range(3) if bits >> n & 1): bits for bits in range(8)}


def secret(hidden: Hidden[str], number: dict[str, int]) -> int:
    """The number of a secret of the state; it has a value."""
    return 8 * number[hidden.value or ""] + KNOWERS[hidden.knowers]
