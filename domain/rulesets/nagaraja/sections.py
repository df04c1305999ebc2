"""What an observation of a game that is stepped in place shows, as rows of bytes: a section is a row of figures side by side.

Counts are sums of numbers in which the byte of each kind is 1 (`units`), the lowest byte first.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import get_args

from domain.rulesets.nagaraja.arrays import sticks
from domain.rulesets.nagaraja.in_place_doing import NO_AMULET, NOBODY, SEATS, Doing
from domain.rulesets.nagaraja.in_place_table import Player
from domain.rulesets.nagaraja.names import PLACES, SPACES
from domain.rulesets.nagaraja.numbers import (
    EMPTY,
    FIRST_ROOM,
    SEEN_BY_ALL,
    TRAP_LIES,
    Numbers,
    cell_of,
    knower,
)
from domain.rulesets.nagaraja.state import Stage

Figures = bytes
"""A signed byte each (`largest`)."""
Count = Callable[[Iterable[int]], Figures]
STAGES = get_args(Stage)


def units(places: Iterable[int]) -> list[int]:
    """The number that counts one at each of these places."""
    return [1 << 8 * place for place in places]


def counting(places: Sequence[int], length: int) -> Count:
    """Counts things by the place of each kind."""
    unit = units(places).__getitem__
    return lambda things: sum(map(unit, things)).to_bytes(length, "little")


def one_of(length: int, place: int) -> Figures:
    """1 at this place; 0 everywhere if it is -1."""
    return bytes(n == place for n in range(length))


def each_of(length: int) -> list[Figures]:
    """`one_of` for each place, and at last for -1."""
    return [one_of(length, place) for place in (*range(length), NOBODY)]


class Shared:
    """Sections that both seats see alike."""

    def __init__(self, numbers: Numbers) -> None:
        box = numbers.box
        self._numbers = numbers
        self.cards = [[*box.card].index(card) for card in numbers.cards]
        self.amulets = [[*box.amulet].index(amulet) for amulet in numbers.amulets]
        self.sticks = [sticks(box).index(stick) for stick in numbers.sticks]
        self.seats = each_of(len(SEATS))
        self.card = [one_of(len(self.cards), place) for place in self.cards]
        self.looked_at = counting(range(len(PLACES)), len(PLACES))
        self.named = counting(self.sticks, len(self.sticks))
        self.used = secrets(self.cards, SEEN_BY_ALL)
        self.played = counting(self.amulets, len(self.amulets))
        self.head = lru_cache(maxsize=1 << 11)(self._head)
        self._stages, self._spaces = each_of(len(STAGES)), each_of(len(SPACES))
        self._cells = [self._tile(cell) for cell in range(len(numbers.through))]
        self._lives = [bytes(live >> space & 1 for space in range(9)) for live in range(1 << len(SPACES))]
        self._lies = self._of_sticks()
        self.no_effect = bytes(2 * len(self.cards) + 2 + 3 * len(SEATS) + len(PLACES) + len(self.sticks))

    def _head(self, round: int, stage: str, seat: int, guide: int) -> Figures:
        return bytes((round,)) + self._stages[STAGES.index(stage)] + self.seats[seat] + self.seats[guide]

    def _tile(self, cell: int) -> Figures:
        kinds = 1 + len(self._numbers.tiles)
        if cell < FIRST_ROOM:
            return one_of(kinds + 2, 0 if cell == TRAP_LIES else NOBODY)
        tile, way = divmod(cell - FIRST_ROOM, 8)
        return one_of(kinds, 1 + tile) + bytes(divmod(way, 2))

    def offered(self, tile: int, amulet: int) -> Figures:
        return self._cells[EMPTY if tile == NOBODY else cell_of(tile, 0, amulet != NO_AMULET)]

    def supply(self, supply: Sequence[int]) -> Figures:
        """Below zero when some sticks are thrown twice."""
        return array("b", supply).tobytes()

    def trap(self, players: Sequence[Player]) -> Figures:
        for seat, player in enumerate(players):
            rooms, lying = player.shape
            if rooms != lying:
                return self.seats[seat] + self._spaces[(lying ^ rooms).bit_length() - 1]
        return bytes(len(SEATS) + len(SPACES))

    def _of_sticks(self) -> list[int]:
        """What each stick adds to `lying`."""
        numbers, kinds = self._numbers, len(self.sticks)
        fate, naga = units((kinds, kinds + 1))
        kinds_of = zip(units(self.sticks), numbers.fate, numbers.naga, strict=True)
        return [unit + points * fate + shown * naga for unit, points, shown in kinds_of]

    def lying(self, player: Player) -> Figures:
        """Sticks as they lie, fate points, Nagas, and whether the player has passed."""
        kinds = len(self.sticks)
        lies = sum(map(self._lies.__getitem__, player.sticks))
        fate, passed = player.fate_points << 8 * kinds, player.passed << 8 * (kinds + 2)
        return (lies + fate + passed).to_bytes(kinds + 3, "little")

    def temple(self, player: Player) -> Figures:
        """The spaces, and which of them have a live path."""
        return b"".join(map(self._cells.__getitem__, player.cells)) + self._lives[player.net.live]


def secrets(places: Sequence[int], known: int) -> Count:
    """Counts secrets by kind; the last figure counts those without a known bit."""
    unknown = len(places)
    kinds = [place if bits & known else unknown for place in places for bits in range(8)]
    return counting(kinds, unknown + 1)


class Seen:
    """Sections that depend on the viewer, a seat from 0."""

    def __init__(self, shared: Shared, numbers: Numbers, viewer: int) -> None:
        self._known = knower(viewer) | SEEN_BY_ALL
        self._shared, self._numbers, self._cards = shared, numbers, len(shared.cards)
        kinds = each_of(len(numbers.relics))
        self._relics = [
            [
                kinds[it >> 3 if it & self._known else NOBODY] + bytes((up,))
                for it in range(8 * len(numbers.relics))
            ]
            for up in (0, 1)
        ]
        """By whether they lie face up, and by secret."""
        self._no_cards = bytes(1 + len(shared.cards))
        self.cards, self.amulets = (secrets(places, self._known) for places in (shared.cards, shared.amulets))

    def effect(self, doing: Doing | None, chooser: int) -> Figures:
        shared = self._shared
        if doing is None:
            return shared.no_effect
        return b"".join(
            (
                shared.card[doing.card],
                shared.seats[doing.owner],
                shared.seats[chooser],
                bytes((doing.step,)),
                shared.seats[doing.target],
                shared.looked_at(doing.places),
                shared.named(doing.sticks),
                self.cards(doing.cards),
            )
        )

    def points(self, player: Player) -> Figures:
        numbers, known = self._numbers, self._known
        points = sum([numbers.worth[relic] for relic in player.face_up()])
        if player.amulets:
            points += sum([numbers.worth_points[it >> 3] for it in player.amulets if it & known])
        return bytes((points,))

    def relics(self, player: Player) -> Figures:
        relics, up = self._relics, player.up
        return b"".join([relics[up >> place & 1][relic] for place, relic in enumerate(player.relics)])

    def own_laid(self, player: Player) -> Figures:
        hand = player.hand
        return self.cards([hand[place] for place in player.laid]) if player.laid else self._no_cards

    def laid_by_rival(self, player: Player) -> Figures:
        """Which cards they are only their owner knows."""
        return len(player.laid).to_bytes(1 + self._cards, "big")
