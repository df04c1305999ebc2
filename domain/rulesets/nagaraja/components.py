"""The contents of the box, from an edition's data: every number of the game that the rules use."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, cached_property
from pathlib import Path
from typing import Any

import msgspec

from domain.contract.data import load_editions
from domain.ruleset import Edition

EDITIONS = load_editions(Path(__file__).parent)

NAGA = "N"
"""The face of a stick that shows a Naga; every other face is a number of fate points."""
TRAP = "trap"
SIDES = "NESW"
SEATS = (1, 2)


class Step(msgspec.Struct, frozen=True, omit_defaults=True):
    """One step of an effect: `do` names a function in `effects`, the rest are its figures."""

    do: str
    number: int = 1
    colour: str = ""
    """Only sticks of this colour; empty for any."""
    adjacent: bool = False


class Card(msgspec.Struct, frozen=True):
    id: str
    symbol: str
    target: str
    """Whom the arrow points at: opponent, self or either."""
    copies: int
    sticks: dict[str, int]
    effect: tuple[Step, ...]

    def targets(self, owner: int) -> tuple[int, ...]:
        """The seats that the arrow allows."""
        return {"self": (owner,), "opponent": (other(owner),), "either": SEATS}[self.target]


class TileKind(msgspec.Struct, frozen=True):
    """A room tile. `paths` link sides; `amulet` is the number of the path with the amulet place."""

    id: str
    count: int
    paths: tuple[tuple[str, ...], ...]
    amulet: int | None


class Amulet(msgspec.Struct, frozen=True):
    id: str
    count: int
    effect: Step


class Sticks(msgspec.Struct, frozen=True):
    count: int
    faces: tuple[int | str, ...]


class Values(msgspec.Struct, frozen=True):
    values: tuple[int, ...]


class Relics(msgspec.Struct, frozen=True):
    sacred: Values
    cursed: Values


class Figure(msgspec.Struct, frozen=True):
    value: Any


class Box(msgspec.Struct, frozen=True, dict=True):
    """What is in the box of one edition."""

    figures: dict[str, Figure]
    sticks: dict[str, Sticks]
    relics: Relics
    amulets: tuple[Amulet, ...]
    tiles: tuple[TileKind, ...]
    cards: tuple[Card, ...]

    def figure(self, name: str) -> Any:
        """A figure of the rules themselves, such as "points_to_win"."""
        return self.figures[name].value

    @cached_property
    def card(self) -> Mapping[str, Card]:
        return {card.id: card for card in self.cards}

    @cached_property
    def amulet(self) -> Mapping[str, Step]:
        """What each amulet does."""
        return {amulet.id: amulet.effect for amulet in self.amulets}

    @cached_property
    def amulet_path(self) -> Mapping[str, int | None]:
        """The number of the path with the amulet place, by kind of tile."""
        return {TRAP: None} | {tile.id: tile.amulet for tile in self.tiles}

    @cached_property
    def path_at(self) -> Mapping[tuple[str, int], tuple[int | None, ...]]:
        """For a kind of tile and its quarter turns clockwise: the path that ends at sides N, E, S, W, if any."""
        turned = {(t.id, turns): _path_ends(t.paths, turns) for t in self.tiles for turns in range(4)}
        return {(TRAP, 0): (None,) * 4} | turned

    @cached_property
    def mean_fate(self) -> Mapping[str, float]:
        """Fate points of a thrown stick on average, by colour."""
        return {
            colour: sum(int(face) for face in sticks.faces if face != NAGA) / len(sticks.faces)
            for colour, sticks in self.sticks.items()
        }

    @cached_property
    def card_fate(self) -> Mapping[str, float]:
        """Fate points that the sticks of a card bring on average."""
        return {
            card.id: sum(number * self.mean_fate[colour] for colour, number in card.sticks.items())
            for card in self.cards
        }

    @cached_property
    def card_nagas(self) -> Mapping[str, float]:
        """Nagas that the sticks of a card bring on average."""
        share = {
            colour: sticks.faces.count(NAGA) / len(sticks.faces) for colour, sticks in self.sticks.items()
        }
        return {
            card.id: sum(number * share[colour] for colour, number in card.sticks.items())
            for card in self.cards
        }

    @cached_property
    def all_relics(self) -> tuple[str, ...]:
        """The nine relics of one temple by name ("sacred-4", "cursed-6")."""
        sacred = [f"sacred-{value}" for value in self.relics.sacred.values]
        return (*sacred, *(f"cursed-{value}" for value in self.relics.cursed.values))

    @cached_property
    def all_cards(self) -> tuple[str, ...]:
        return tuple(card.id for card in self.cards for _ in range(card.copies))

    @cached_property
    def all_tiles(self) -> tuple[str, ...]:
        return tuple(tile.id for tile in self.tiles for _ in range(tile.count))

    @cached_property
    def all_amulets(self) -> tuple[str, ...]:
        return tuple(amulet.id for amulet in self.amulets for _ in range(amulet.count))


def _path_ends(paths: tuple[tuple[str, ...], ...], turns: int) -> tuple[int | None, ...]:
    ends: list[int | None] = [None] * 4
    for number, path in enumerate(paths):
        for side in path:
            ends[(SIDES.index(side) + turns) % 4] = number
    return tuple(ends)


def box_of(edition: Edition) -> Box:
    """The box of an edition. Raises ValueError when a whole game cannot be played with it."""
    box = msgspec.convert(edition.components, Box)
    if len(box.all_relics) != 9:
        raise ValueError("a temple has nine hiding places and as many relics")
    if len(box.all_tiles) < 2 * box.figure("tiles_to_fill") - 1:
        raise ValueError("there must be enough tiles for one player to fill their temple")
    if len(box.all_cards) < 2 * box.figure("hand"):
        raise ValueError("there must be enough cards for both first hands")
    return box


def other(seat: int) -> int:
    """The opponent."""
    return 3 - seat


def stick(colour: str, face: int | str) -> str:
    """A stick as it lies, by name: "brown-4", "green-N"."""
    return f"{colour}-{face}"


@cache
def colour_of(stick: str) -> str:
    return stick.rpartition("-")[0]


def shows_naga(stick: str) -> bool:
    return stick.endswith(f"-{NAGA}")


@cache
def fate(stick: str) -> int:
    """The fate points that a lying stick shows."""
    return 0 if shows_naga(stick) else int(stick.rpartition("-")[2])


def is_cursed(relic: str) -> bool:
    return relic.startswith("cursed")


def worth(relic: str) -> int:
    """The victory points of a relic."""
    return int(relic.rpartition("-")[2])
