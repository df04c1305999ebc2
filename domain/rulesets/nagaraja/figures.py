"""Where the figures of an observation stand, and which number is which action, for games that are stepped in place."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from operator import attrgetter
from typing import Any, NamedTuple, get_args

from msgspec import structs

from domain.encoding import Part
from domain.ruleset import Action
from domain.rulesets.nagaraja import actions as a
from domain.rulesets.nagaraja.arrays import numbered, player_parts, sticks, table_parts
from domain.rulesets.nagaraja.in_place import InPlace
from domain.rulesets.nagaraja.in_place_effects import NO_AMULET, NO_CARD, NOBODY, SEATS, Doing, Move
from domain.rulesets.nagaraja.names import PLACES, number
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

Figures = list[float]
Shown = Mapping[str, tuple[Callable[[Any], Any], Callable[[Any, int], Figures]]]
"""By the name of its first figures: what a section shows, and its figures."""
SELDOM = {"trap", "played_amulets", "points", "amulets", "spaces", "relics"}
"""These change only where `InPlace.temples` counts it."""
STAGES = get_args(Stage)


class Section(NamedTuple):
    """Figures that stand together."""

    first: int
    shows: Callable[[Any], Any]
    """What of the game, or of a player, they depend on; nothing of that is changed in place."""
    figures: Callable[[Any, int], Figures]
    """From that, for a viewer from 0."""


def one_of(length: int, place: int) -> Figures:
    """1 at this place; 0 everywhere if it is -1."""
    row = [0.0] * length
    if place >= 0:
        row[place] = 1.0
    return row


class Layout:
    """What all games of one edition have in common."""

    def __init__(self, numbers: Numbers) -> None:
        box = numbers.box
        self.numbers = numbers
        self.moves = [move_of(action, numbers) for action in numbered(box)]
        self.number = {move: n for n, move in enumerate(self.moves)}
        self._cards = [[*box.card].index(card) for card in numbers.cards]
        self._amulets = [[*box.amulet].index(amulet) for amulet in numbers.amulets]
        self._sticks = [sticks(box).index(stick) for stick in numbers.sticks]
        self._cells = [self._tile(cell) for cell in range(len(numbers.through))]
        self.size = 2 * len(SEATS)
        groups = [self._laid_out(table_parts(box), self._of_table())]
        groups += [self._laid_out(player_parts(box), self._of_player(seat)) for seat in SEATS]
        self.often, self.seldom = (
            [[section for name, section in group.items() if (name in SELDOM) == seldom] for group in groups]
            for seldom in (False, True)
        )

    def _laid_out(self, parts: Mapping[str, Part], shown: Shown) -> Mapping[str, Section]:
        """Sections begin where the figures of their names do; some hold those of the next names, too."""
        sections = dict[str, Section]()
        for name, part in parts.items():
            if name in shown:
                sections[name] = Section(self.size, *shown[name])
            self.size += len(part.names)
        return sections

    def _of_table(self) -> Shown:
        return {
            "round": (attrgetter("round", "stage", "seat", "guide"), _head),
            "offered": (attrgetter("offered", "offered_amulet"), self._offered),
            "trap": (lambda game: [player.shape for player in game.players], _trap),
            "piles": (
                attrgetter("tiles", "amulets", "deck", "discards"),
                lambda piles, _: [float(len(pile)) for pile in piles],
            ),
            "sticks": (attrgetter("supply"), lambda supply, _: [*supply]),
            "used": (attrgetter("used"), self._counted_cards),
            "drawn": (attrgetter("drawn"), self._counted_cards),
            "played_amulets": (
                attrgetter("played"),
                lambda played, _: self._counted(played, self._amulets),
            ),
            "effect": (_doing, self._effect),
        }

    def _of_player(self, seat: int) -> Shown:
        return {
            "points": (attrgetter("up", "relics", "amulets"), self._points),
            "hand": (attrgetter("hand"), self._counted_cards),
            "sticks": (attrgetter("sticks", "fate_points", "passed"), self._lying),
            "amulets": (attrgetter("amulets"), self._counted_amulets),
            "spaces": (attrgetter("cells"), self._temple),
            "relics": (attrgetter("up", "relics"), self._relics),
            "laid": (attrgetter("laid", "hand"), partial(self._laid, seat)),
        }

    # -- the table

    def _tile(self, cell: int) -> Figures:
        kinds = 1 + len(self.numbers.tiles)
        if cell == EMPTY:
            return [0.0] * (kinds + 2)
        if cell == TRAP_LIES:
            return [*one_of(kinds, 0), 0.0, 0.0]
        tile, way = divmod(cell - FIRST_ROOM, 8)
        return [*one_of(kinds, 1 + tile), float(way // 2), float(way % 2)]

    def _offered(self, offered: tuple[int, int], viewer: int) -> Figures:
        tile, amulet = offered
        return self._cells[EMPTY if tile == NOBODY else cell_of(tile, 0, amulet != NO_AMULET)]

    def _counted(self, kinds: Sequence[int], place: Sequence[int]) -> Figures:
        row = [0.0] * len(place)
        for kind in kinds:
            row[place[kind]] += 1.0
        return row

    def _counted_secrets(self, secrets: Sequence[int], place: Sequence[int], viewer: int) -> Figures:
        """By kind; the last figure counts those unknown to the viewer."""
        row, known = [0.0] * (len(place) + 1), knower(viewer) | SEEN_BY_ALL
        for secret in secrets:
            row[place[secret >> 3] if secret & known else -1] += 1.0
        return row

    def _counted_cards(self, secrets: Sequence[int], viewer: int) -> Figures:
        return self._counted_secrets(secrets, self._cards, viewer)

    def _counted_amulets(self, secrets: Sequence[int], viewer: int) -> Figures:
        return self._counted_secrets(secrets, self._amulets, viewer)

    def _effect(self, doing: Any, viewer: int) -> Figures:
        seats = len(SEATS)
        if doing is None:
            return [0.0] * (2 * len(self._cards) + 2 + 3 * seats + len(PLACES) + len(self._sticks))
        card, owner, chooser, step, target, places, named, cards = doing
        return [
            *one_of(len(self._cards), self._cards[card]),
            *one_of(seats, owner),
            *one_of(seats, chooser),
            float(step),
            *one_of(seats, target),
            *self._counted(places, range(len(PLACES))),
            *self._counted(named, self._sticks),
            *self._counted_cards(cards, viewer),
        ]

    # -- a player

    def _points(self, shown: tuple[int, Sequence[int], Sequence[int]], viewer: int) -> Figures:
        up, relics, amulets = shown
        numbers, known = self.numbers, knower(viewer) | SEEN_BY_ALL
        points = sum([numbers.worth[relic >> 3] for n, relic in enumerate(relics) if up >> n & 1])
        points += sum([numbers.worth_points[amulet >> 3] for amulet in amulets if amulet & known])
        return [float(points)]

    def _lying(self, shown: tuple[Sequence[int], int, bool], viewer: int) -> Figures:
        lying, added, passed = shown
        fate = sum([self.numbers.fate[stick] for stick in lying]) + added
        nagas = sum([self.numbers.naga[stick] for stick in lying])
        return [*self._counted(lying, self._sticks), float(fate), float(nagas), float(passed)]

    def _temple(self, cells: tuple[int, ...], viewer: int) -> Figures:
        """The spaces, and which of them have a live path."""
        figures: Figures = []
        for cell in cells:
            figures += self._cells[cell]
        live = self.numbers.net(tuple([self.numbers.like[cell] for cell in cells])).live
        return figures + [float(live >> space & 1) for space in range(len(cells))]

    def _relics(self, shown: tuple[int, Sequence[int]], viewer: int) -> Figures:
        up, relics = shown
        figures, known, kinds = list[float](), knower(viewer) | SEEN_BY_ALL, len(self.numbers.relics)
        for place, relic in enumerate(relics):
            figures += one_of(kinds, relic >> 3 if relic & known else -1)
            figures.append(float(up >> place & 1))
        return figures

    def _laid(self, seat: int, shown: tuple[Sequence[int], Sequence[int]], viewer: int) -> Figures:
        """Which cards they are only their owner knows."""
        laid, hand = shown
        if seat == viewer:
            return self._counted_cards([hand[place] for place in laid], viewer)
        return [0.0] * len(self._cards) + [float(len(laid))]


def _head(shown: tuple[int, str, int, int], viewer: int) -> Figures:
    round, stage, seat, guide = shown
    return [
        float(round),
        *one_of(len(STAGES), STAGES.index(stage)),
        *one_of(len(SEATS), seat),
        *one_of(len(SEATS), guide),
    ]


def _trap(shapes: Sequence[tuple[int, int]], viewer: int) -> Figures:
    for seat, (rooms, lying) in enumerate(shapes):
        if rooms != lying:
            return [*one_of(len(SEATS), seat), *one_of(9, (lying ^ rooms).bit_length() - 1)]
    return [0.0] * (len(SEATS) + 9)


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


def move_of(action: Action, numbers: Numbers) -> Move:
    """An action as a game in place carries it out."""
    figure: Mapping[str, Callable[[Any], Any]] = {
        "stick": lambda name: numbers.stick[name],
        "card": lambda name: numbers.card.get(name, NO_CARD),
        "amulet": lambda name: numbers.amulet[name],
        "temple": lambda seat: seat - 1,
        "player": lambda seat: seat - 1,
        **dict.fromkeys(("space", "to"), number),
        **dict.fromkeys(("first", "second"), PLACES.index if isinstance(action, a.SwapRelics) else number),
    }
    fields = structs.asdict(action).items()
    return (type(action), *(figure[name](it) if name in figure else it for name, it in fields))
