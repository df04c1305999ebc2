"""Where the figures of an observation stand, and which number is which action, for games that are stepped in place."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import get_args

from domain.rulesets.touche.actions import ChooseSet, CrownPattern, LayCard
from domain.rulesets.touche.arrays import encoding, numbered
from domain.rulesets.touche.components import BOXES, JOKER, Bits, Colour, single
from domain.rulesets.touche.options import own_patterns
from domain.rulesets.touche.patterns import OwnPatterns, tables
from domain.rulesets.touche.state import State, choices
from domain.rulesets.touche.view import Phase


class Layout:
    """What all games of one kind have in common. Faces are numbers, in the order in which cards are listed."""

    def __init__(
        self, edition: str, own: OwnPatterns, sets: Sequence[ChooseSet], seats: int, sides: int
    ) -> None:
        box = BOXES[edition]
        self.board, self.seats, self.sides, self.single = box.board, seats, sides, single
        self.faces, self.face, self.joker = tuple(box.pack.place), box.pack.place, box.pack.place[JOKER]
        self.cards = box.board.all_cards
        self.fields_of = [box.board.fields_of.get(face, 0) for face in self.faces]
        self.place = {bit: n for n, bit in enumerate(box.board.bit.values())}
        self.tables = tables(edition, own)
        self.closing = {kind: self._closing(kind) for kind in self.tables}
        self._number(numbered(edition, own, sets))
        self.part = encoding(edition, own, seats, sides)
        self._find({name: 2 * seats + n for n, name in enumerate(self.part.names)})

    def _closing(self, kind: str) -> Mapping[Bits, Sequence[tuple[Bits, Bits]]]:
        """By field, the patterns through it that a Free Space completes: what must stand before, and the space."""
        found: dict[Bits, list[tuple[Bits, Bits]]] = {}
        for space, patterns in self.tables[kind].before.items():
            for before in patterns:
                for field in single(before):
                    found.setdefault(field, []).append((before, space))
        return found

    def _number(self, actions: Sequence[object]) -> None:
        """`size`: how many actions have a number of their own; ranks follow."""
        self.passing, self.size = 0, len(actions)
        self.lays, self.number = dict[int, tuple[int, Bits]](), [dict[Bits, int]() for _ in self.faces]
        self.crowns, self.crown_number = dict[int, tuple[str, Bits]](), dict[tuple[str, Bits], int]()
        self.sets = {n: action for n, action in enumerate(actions) if isinstance(action, ChooseSet)}
        for n, action in enumerate(actions):
            if isinstance(action, LayCard):
                face, field = self.face[action.card], self.board.bit[action.field]
                self.lays[n], self.number[face][field] = (face, field), n
            elif isinstance(action, CrownPattern):
                crowned = action.kind, self.board.bits(action.fields)
                self.crowns[n], self.crown_number[crowned] = crowned, n

    def _find(self, at: Mapping[str, int]) -> None:
        """The first of each group of figures, by seat or side where there is one each."""
        card, field, kind = self.faces[0], self.board.names[0], next(iter(self.tables))
        seats, colours = range(self.seats), get_args(Colour)[: self.sides]
        self.at, self.round, self.turn = at, at["round"], at["turn"]
        self.idle, self.stalls = at["turns_without_pawn"], at["stalled_rounds"]
        self.seat = [at[f"seat/{seat + 1}"] for seat in seats]
        self.phase = {phase: at[f"phase/{phase}"] for phase in get_args(Phase)}
        self.hands = [at[f"players/{seat}/hand/{card}"] for seat in seats]
        self.unknown = [at[f"players/{seat}/hand/unknown"] for seat in seats]
        self.stacks = [at[f"players/{seat}/stack"] for seat in seats]
        self.used = [at[f"players/{seat}/used/{card}"] for seat in seats]
        self.pawns = [at[f"pawns/{colour}/{field}"] for colour in colours]
        self.crowned = [at[f"crowned/{colour}/{field}"] for colour in colours]
        self.kinds, self.completed = at[f"completed/kinds/{kind}"], at[f"completed/fields/{field}"]


@lru_cache(maxsize=16)
def _layout(edition: str, own: OwnPatterns, sets: tuple[ChooseSet, ...], seats: int, sides: int) -> Layout:
    return Layout(edition, own, sets, seats, sides)


def layout_of(state: State) -> Layout:
    """That of such games; recent ones are cached."""
    own = own_patterns(state.options)
    return _layout(state.edition, own, choices(state), state.seats, state.sides)
