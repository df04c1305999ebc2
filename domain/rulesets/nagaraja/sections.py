"""What an observation shows of a game that is stepped in place, as rows of bytes: a section stands for figures side by side.

Counts are sums of numbers in which the byte of each kind is 1 (`units`), the lowest byte first.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from operator import attrgetter
from typing import Any, get_args

from domain.rulesets.nagaraja.arrays import sticks
from domain.rulesets.nagaraja.in_place import InPlace
from domain.rulesets.nagaraja.in_place_effects import NO_AMULET, NOBODY, SEATS, Doing
from domain.rulesets.nagaraja.names import PLACES, SPACES
from domain.rulesets.nagaraja.numbers import (
    EMPTY,
    FIRST_ROOM,
    SEEN_BY_ALL,
    TRAP_LIES,
    Cells,
    Numbers,
    cell_of,
    knower,
)
from domain.rulesets.nagaraja.state import Stage

Figures = bytes
"""A signed byte each: a box has fewer than 128 of everything."""
Count = Callable[[Iterable[int]], Figures]
Shown = Mapping[str, tuple[Callable[[Any], Any], Callable[[Any], Figures]]]
"""By the name of its first figures: what of the game, or of a player, a section depends on, and its figures from that.

Nothing of what it depends on is changed in place.
"""
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


class Sections:
    """Of the games of one box: what all see, and what depends on the viewer (from 0)."""

    def __init__(self, numbers: Numbers) -> None:
        box = numbers.box
        self._numbers = numbers
        self._cards = [[*box.card].index(card) for card in numbers.cards]
        self._amulets = [[*box.amulet].index(amulet) for amulet in numbers.amulets]
        self._sticks = [sticks(box).index(stick) for stick in numbers.sticks]
        self._cells = [self._tile(cell) for cell in range(len(numbers.through))]
        self._lives = [bytes(live >> space & 1 for space in range(9)) for live in range(1 << len(SPACES))]
        self._seats, self._card, self._stages = (
            each_of(len(SEATS)),
            each_of(len(self._cards)),
            each_of(len(STAGES)),
        )
        self._kinds = [[one + bytes((up,)) for up in (0, 1)] for one in each_of(len(numbers.relics))]
        self._looked_at = counting(range(len(PLACES)), len(PLACES))
        self._named = counting(self._sticks, len(self._sticks))

    def table(self) -> Shown:
        return {
            "round": (attrgetter("round", "stage", "seat", "guide"), self._head),
            "offered": (attrgetter("offered", "offered_amulet"), self._offered),
            "trap": (lambda game: [player.shape for player in game.players], _trap),
            "piles": (
                attrgetter("tiles", "amulets", "deck", "discards"),
                lambda piles: bytes(map(len, piles)),
            ),
            "sticks": (attrgetter("supply"), lambda supply: array("b", supply).tobytes()),
            "used": (attrgetter("used"), self._seen(self._cards, SEEN_BY_ALL)),
            "played_amulets": (attrgetter("played"), counting(self._amulets, len(self._amulets))),
        }

    def player(self) -> Shown:
        return {
            "sticks": (attrgetter("sticks", "fate_points", "passed"), self._lying()),
            "spaces": (attrgetter("cells", "net.live"), self._temple),
        }

    def table_of(self, viewer: int) -> Shown:
        cards = self._seen(self._cards, knower(viewer))
        return {
            "drawn": (attrgetter("drawn"), cards),
            "effect": (_doing, partial(self._effect, cards)),
        }

    def player_of(self, viewer: int, seat: int) -> Shown:
        known = knower(viewer) | SEEN_BY_ALL
        cards = self._seen(self._cards, known)
        return {
            "points": (attrgetter("up", "relics", "amulets"), partial(self._points, known)),
            "hand": (attrgetter("hand"), cards),
            "amulets": (attrgetter("amulets"), self._seen(self._amulets, known)),
            "relics": (attrgetter("up", "relics"), partial(self._relics, known)),
            "laid": (attrgetter("laid", "hand"), partial(_own, cards) if seat == viewer else self._rivals),
        }

    def _seen(self, places: Sequence[int], known: int) -> Count:
        """Counts secrets by kind; the last figure counts those without a known bit."""
        unknown = len(places)
        return counting(
            [place if bits & known else unknown for place in places for bits in range(8)], unknown + 1
        )

    # -- the table

    def _head(self, shown: tuple[int, str, int, int]) -> Figures:
        round, stage, seat, guide = shown
        return bytes((round,)) + self._stages[STAGES.index(stage)] + self._seats[seat] + self._seats[guide]

    def _tile(self, cell: int) -> Figures:
        kinds = 1 + len(self._numbers.tiles)
        if cell < FIRST_ROOM:
            return one_of(kinds + 2, 0 if cell == TRAP_LIES else NOBODY)
        tile, way = divmod(cell - FIRST_ROOM, 8)
        return one_of(kinds, 1 + tile) + bytes(divmod(way, 2))

    def _offered(self, shown: tuple[int, int]) -> Figures:
        tile, amulet = shown
        return self._cells[EMPTY if tile == NOBODY else cell_of(tile, 0, amulet != NO_AMULET)]

    def _effect(self, seen: Count, doing: Any) -> Figures:
        if doing is None:
            return bytes(2 * len(self._cards) + 2 + 3 * len(SEATS) + len(PLACES) + len(self._sticks))
        card, owner, chooser, step, target, places, named, cards = doing
        return b"".join(
            (
                self._card[self._cards[card]],
                self._seats[owner],
                self._seats[chooser],
                bytes((step,)),
                self._seats[target],
                self._looked_at(places),
                self._named(named),
                seen(cards),
            )
        )

    # -- a player

    def _lying(self) -> Callable[[tuple[Sequence[int], int, bool]], Figures]:
        """Sticks as they lie, fate points, Nagas, and whether the player has passed."""
        numbers, kinds = self._numbers, len(self._sticks)
        fate, naga, passed = units(range(kinds, kinds + 3))
        each = [
            unit + points * fate + shown * naga
            for unit, points, shown in zip(units(self._sticks), numbers.fate, numbers.naga, strict=True)
        ].__getitem__

        def figures(shown: tuple[Sequence[int], int, bool]) -> Figures:
            lying, added, has_passed = shown
            return (sum(map(each, lying)) + added * fate + has_passed * passed).to_bytes(kinds + 3, "little")

        return figures

    def _points(self, known: int, shown: tuple[int, Sequence[int], Sequence[int]]) -> Figures:
        up, relics, amulets = shown
        numbers = self._numbers
        points = sum([numbers.worth[relic >> 3] for n, relic in enumerate(relics) if up >> n & 1])
        points += sum([numbers.worth_points[amulet >> 3] for amulet in amulets if amulet & known])
        return bytes((points,))

    def _temple(self, shown: tuple[Cells, int]) -> Figures:
        """The spaces, and which of them have a live path."""
        cells, live = shown
        return b"".join(map(self._cells.__getitem__, cells)) + self._lives[live]

    def _relics(self, known: int, shown: tuple[int, Sequence[int]]) -> Figures:
        up, relics = shown
        return b"".join(
            [
                self._kinds[relic >> 3 if relic & known else NOBODY][up >> place & 1]
                for place, relic in enumerate(relics)
            ]
        )

    def _rivals(self, shown: tuple[Sequence[int], Sequence[int]]) -> Figures:
        """Which cards are laid only their owner knows."""
        return bytes((*bytes(len(self._cards)), len(shown[0])))


def _own(cards: Count, shown: tuple[Sequence[int], Sequence[int]]) -> Figures:
    laid, hand = shown
    return cards([hand[place] for place in laid])


def _trap(shapes: Sequence[tuple[int, int]]) -> Figures:
    for seat, (rooms, lying) in enumerate(shapes):
        if rooms != lying:
            return one_of(len(SEATS), seat) + one_of(len(SPACES), (lying ^ rooms).bit_length() - 1)
    return bytes(len(SEATS) + len(SPACES))


def _doing(game: InPlace) -> Any:
    doing: Doing | None = game.doing
    return doing and (
        doing.card,
        doing.owner,
        game.to_act,
        doing.step,
        doing.target,
        doing.places,
        doing.sticks,
        tuple(doing.cards),
    )
