"""Warriors, forts and clans, from an edition's data (romans.card.1, romans.card.2)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import Literal

import msgspec

from domain.contract.data import load_editions

EDITIONS = load_editions(Path(__file__).parent)

QWEEN, DRUHID, SVORD, AXX, ARCHR = "qween", "druhid", "svord", "axx", "archr"
FILCHY, HORSIE, CHARIOTT = "filchy", "horsie", "chariott"
KOMFORT, FOKUS, FORTUNA, FORTHECA = "komfort", "fokus", "fortuna", "fortheca"

ROUNDS = 3
WALL = 6
"""Forts in a wall, clashes in a round, warriors in a line."""
HAND = 7
DECK = 9


class Warrior(msgspec.Struct, frozen=True):
    id: str
    name: str
    strength: int
    copies: int


class Fort(msgspec.Struct, frozen=True):
    """`kind` is niefort, komfort, fokus, fortuna or fortheca; equal cards share an id."""

    id: str
    name: str
    kind: str
    value: int
    copies: int


ClanName = Literal["gold", "green", "red", "violet"]


class ClanCard(msgspec.Struct, frozen=True):
    id: ClanName


class Box(msgspec.Struct, frozen=True, dict=True):
    """What is in the box of one edition; warriors in ascending order of strength."""

    clans: tuple[ClanCard, ...]
    warriors: tuple[Warrior, ...]
    forts: tuple[Fort, ...]

    def __post_init__(self) -> None:
        """Raises ValueError if an edition cannot be played by these rules."""
        if len(self.stack) != ROUNDS * WALL or len(self.deck) != DECK:
            raise ValueError("an edition has 18 forts and nine warriors a clan")
        if sum(self.fort[fort].value <= 0 for fort in self.stack) > WALL - 2:
            raise ValueError("at most four forts may be worth nothing or less")

    @cached_property
    def deck(self) -> tuple[str, ...]:
        """The nine warriors of every clan."""
        return tuple(w.id for w in self.warriors for _ in range(w.copies))

    @cached_property
    def stack(self) -> tuple[str, ...]:
        """All 18 forts."""
        return tuple(f.id for f in self.forts for _ in range(f.copies))

    @cached_property
    def strength(self) -> Mapping[str, int]:
        return {w.id: w.strength for w in self.warriors}

    @cached_property
    def fort(self) -> Mapping[str, Fort]:
        return {f.id: f for f in self.forts}

    @cached_property
    def value(self) -> Mapping[str, int]:
        """The points of each fort."""
        return {f.id: f.value for f in self.forts}


BOXES: Mapping[str, Box] = {id: msgspec.convert(edition.components, Box) for id, edition in EDITIONS.items()}
