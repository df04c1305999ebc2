"""Castles, clans and dice, from an edition's data (war.card.1, war.card.2)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import Annotated, Literal, get_args

import msgspec
from msgspec import Meta

from domain.contract.data import load_editions

EDITIONS = load_editions(Path(__file__).parent)

SPECIAL = 0
"""The number of the special daimyo line; printed lines are numbered from 1."""
DICE = 7
TURN_LIMIT = 5000
"""A game that does not end by itself stops after this many turns (war.cap.1)."""
Face = Literal["infantry-1", "infantry-2", "infantry-3", "archery", "cavalry", "daimyo"]
FACES: tuple[Face, ...] = get_args(Face)
Dice = Annotated[tuple[Face, ...], Meta(description="Faces of dice, in the order of the faces.")]
INFANTRY: dict[Face, int] = {"infantry-1": 1, "infantry-2": 2, "infantry-3": 3}
RANK = {face: i for i, face in enumerate(FACES)}


class Line(msgspec.Struct, frozen=True, omit_defaults=True):
    """Infantry adding up to at least `infantry`, or exactly these `symbols`."""

    infantry: Annotated[int, Meta(description="What infantry dice have to add up to at least.")] = 0
    symbols: Annotated[tuple[Face, ...], Meta(description="Dice that have to lie here, exactly.")] = ()


DAIMYO_LINE = Line(symbols=("daimyo",))


class Castle(msgspec.Struct, frozen=True):
    id: str
    name: str
    clan: str
    points: int
    lines: tuple[Line, ...]
    special_line: bool


class Clan(msgspec.Struct, frozen=True):
    id: str
    name: str
    points: int
    colour: str


class Box(msgspec.Struct, frozen=True, dict=True):
    """What is in the box of one edition."""

    castles: tuple[Castle, ...]
    clans: tuple[Clan, ...]

    @cached_property
    def castle(self) -> Mapping[str, Castle]:
        return {castle.id: castle for castle in self.castles}

    @cached_property
    def clan(self) -> Mapping[str, Clan]:
        return {clan.id: clan for clan in self.clans}

    @cached_property
    def castles_of(self) -> Mapping[str, frozenset[str]]:
        """The castles of each clan."""
        return {clan.id: frozenset(c.id for c in self.castles if c.clan == clan.id) for clan in self.clans}


BOXES: Mapping[str, Box] = {id: msgspec.convert(edition.components, Box) for id, edition in EDITIONS.items()}
