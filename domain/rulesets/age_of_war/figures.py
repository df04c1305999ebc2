"""What all steppers of one kind of game have in common: masks of actions, and where figures stand in an observation."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Mapping, Sequence
from functools import cache, lru_cache
from typing import NamedTuple

from domain.by_seat import by_seat
from domain.rulesets.age_of_war.actions import FillLine
from domain.rulesets.age_of_war.arrays import encoding, numbered
from domain.rulesets.age_of_war.components import BOXES, DICE, FACES, Dice
from domain.rulesets.age_of_war.state import State, lines_of
from domain.rulesets.age_of_war.view import view

ROLL, SET_ASIDE = 0, 1
Place = int
"""A castle by its number, in the centre; in front of a player behind all those."""
Holder = int
"""0 is the centre; players count from 1."""
Mask = int
"""Which actions: the byte of an action's number is 1 or 0, the lowest byte first."""


class Thrown(NamedTuple):
    """Dice that lie on the table, or else how many are to be thrown, and both as figures.

    `fits` is all that the dice allow, whatever is attacked.
    """

    dice: Dice
    to_throw: int
    figures: array[float]
    fits: Mask


class Siege(NamedTuple):
    """At its beginning: its figures, what fills any line and each of them, and where among a game's figures their dice are."""

    figures: array[float]
    all: Mask
    lines: Mapping[int, Mask]
    dice_at: Mapping[int, slice]


class Layout:
    """What all games of one kind have in common."""

    def __init__(self, edition: str, seats: int) -> None:
        self.edition, self.seats, box = edition, seats, BOXES[edition]
        self.ids = [castle.id for castle in box.castles]
        self.bit = {id: 1 << n for n, id in enumerate(self.ids)}
        self.clan = {castle.id: castle.clan for castle in box.castles}
        self.castles_of = {clan: self.bits(castles) for clan, castles in box.castles_of.items()}
        self.actions = numbered(edition, box)
        self.number = {action: n for n, action in enumerate(self.actions)}
        self.fills = self._fills()
        self.roll = bytes(int(number == ROLL) for number in range(len(self.actions)))
        self.part = encoding(edition, box, seats)
        at = {name: 2 * seats + n for n, name in enumerate(self.part.names)}
        self.turn, self.seat = at["turn"], (0, seats, at["seat/1"])
        first, dice = at[f"siege/castle/{self.ids[0]}"], at[f"dice/thrown/{FACES[0]}"]
        self.siege, self.dice = slice(first, dice), slice(dice, at["dice/to_throw"] + 1)
        self.set_aside = at["dice/set_aside"]
        self.thrown = cache(self._thrown)
        self.to_throw = [Thrown((), dice, array("f", [*figures(()), dice]), 0) for dice in range(DICE + 1)]
        self.no_siege = array("f", bytes(4 * (dice - first)))
        lines = (at[name] for name in at if name.endswith(f"dice/{FACES[0]}"))
        self.dice_of_lines = [slice(line, line + len(FACES)) for line in lines]
        self.sieges = [self._siege(place) for place in range(2 * len(self.ids))]
        self.worth = [self._worth(at, holder) for holder in range(seats + 1)]

    def _worth(self, at: Mapping[str, int], holder: Holder) -> dict[str, list[tuple[int, int]]]:
        """Which figures each castle adds to where it lies, and how much."""
        castles = BOXES[self.edition].castles
        if not holder:
            return {castle.id: [(at[f"centre/{castle.id}"], 1)] for castle in castles}
        own = f"players/{holder - 1}"
        count, score = at[f"{own}/castle_count"], at[f"{own}/score"]
        return {it.id: [(at[f"{own}/castles/{it.id}"], 1), (count, 1), (score, it.points)] for it in castles}

    def place(self, castle: str, taken: bool) -> Place:
        return self.ids.index(castle) + (len(self.ids) if taken else 0)

    def bits(self, castles: Sequence[str] | frozenset[str]) -> int:
        return sum(self.bit[castle] for castle in castles)

    def _thrown(self, values: tuple[int, ...]) -> Thrown:
        """By ascending values. There are 1,716 such throws."""
        dice = tuple(FACES[value - 1] for value in values)
        more = PLENTY + counted(dice)
        fits = sum(mask for needed, mask in self.fills.items() if (more - needed) & PLENTY == PLENTY)
        return Thrown(dice, 0, array("f", [*figures(dice), 0]), SET + fits)

    def _fills(self) -> dict[int, Mask]:
        """What may be done with each set of dice (`counted`) that fills a line, whatever else was thrown (war.line.1)."""
        fills = dict[int, Mask]()
        for action, number in self.number.items():
            if isinstance(action, FillLine):
                needed = counted(action.dice)
                fills[needed] = fills.get(needed, 0) + mask_of([number])
        return fills

    def _siege(self, place: Place) -> Siege:
        taken, number = divmod(place, len(self.ids))
        nothing, castle = by_seat(((),) * self.seats), self.ids[number]
        lies = () if taken else (castle,)
        state = State(self.edition, self.seats, lies, nothing, nothing, 1, 1, 0, siege=castle)
        lines = {line: self._filling(castle, line) for line in lines_of(self.edition, castle, bool(taken))}
        return Siege(
            array("f", [0.0] * (2 * self.seats) + list(self.part.read(view(state))))[self.siege],
            sum(lines.values()),
            lines,
            dict(zip(lines, self.dice_of_lines, strict=False)),
        )

    def _filling(self, castle: str, line: int) -> Mask:
        """All actions that fill this line, with whatever dice."""
        fills = [(action, n) for action, n in self.number.items() if isinstance(action, FillLine)]
        return mask_of(n for action, n in fills if (action.castle, action.line) == (castle, line))


def counted(dice: Dice) -> int:
    """How many show each face, a byte for each."""
    return sum(1 << 8 * FACES.index(face) for face in dice)


PLENTY = sum(0x80 << 8 * n for n in range(len(FACES)))
"""A bit above each count, which is lost where more is taken away than there is."""


def mask_of(numbers: Iterable[int]) -> Mask:
    return sum(1 << 8 * number for number in numbers)


@cache
def figures(dice: Dice) -> array[float]:
    return array("f", [float(dice.count(face)) for face in FACES])


SET = mask_of([SET_ASIDE])


layout_of = lru_cache(maxsize=16)(Layout)
