"""What a seat may ask for."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from domain.ruleset import Action, Unordered
from domain.rulesets.touche.components import BOXES, SetName

BOX = list(BOXES.values())[-1]
"""Editions may name other cards and fields, but list them alike: cards by suit and rank, fields row by row."""


class ChooseSet(Action, frozen=True, tag="choose-set"):
    """Choose the set of patterns to be made. `kinds` declares the three kinds of three different ones, in any order; else it
    is empty."""

    unordered = (Unordered(("kinds",), tuple(BOX.patterns)),)
    set: SetName
    kinds: Annotated[tuple[str, ...], Meta(max_length=3)] = ()


class LayCard(Action, frozen=True, tag="lay-card"):
    """Lay a card of the hand and put a pawn on a field. `card` is a face ("10H", "joker"), `field` a name ("d1")."""

    card: str
    field: str


class CrownPattern(Action, frozen=True, tag="crown-pattern"):
    """Say which one counts of several patterns completed by one pawn. Fields are named in any order and listed row by row."""

    unordered = (Unordered(("fields",), BOX.board.names),)
    kind: str
    fields: Annotated[tuple[str, ...], Meta(min_length=2, max_length=9)]


class ExchangeDead(Action, frozen=True, tag="exchange-dead"):
    """Lay dead cards for as many new ones. Faces are named in any order, equal ones repeated, and listed by suit
    (C, D, H, S) and rank (2 to A)."""

    unordered = (Unordered(("cards",), tuple(BOX.pack.place)),)
    cards: Annotated[tuple[str, ...], Meta(min_length=1, max_length=5)]


class Pass(Action, frozen=True, tag="pass"):
    """Do nothing; only when nothing else can be done."""


ACTIONS = (ChooseSet, LayCard, CrownPattern, ExchangeDead, Pass)
