"""What a seat may ask for."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from domain.ruleset import Action
from domain.rulesets.touche.components import SetName


class ChooseSet(Action, frozen=True, tag="choose-set"):
    """Choose the set of patterns to be made. `kinds` declares the three kinds of three different ones; else it is empty."""

    set: SetName
    kinds: Annotated[tuple[str, ...], Meta(max_length=3)] = ()


class LayCard(Action, frozen=True, tag="lay-card"):
    """Lay a card of the hand and put a pawn on a field. `card` is a face ("10H", "joker"), `field` a name ("d1")."""

    card: str
    field: str


class CrownPattern(Action, frozen=True, tag="crown-pattern"):
    """Say which one counts of several patterns completed by one pawn; fields row by row."""

    kind: str
    fields: Annotated[tuple[str, ...], Meta(min_length=2, max_length=9)]


class ExchangeDead(Action, frozen=True, tag="exchange-dead"):
    """Lay dead cards for as many new ones. Faces by suit (C, D, H, S) and rank (2 to A), equal ones repeated."""

    cards: Annotated[tuple[str, ...], Meta(min_length=1, max_length=5)]


class Pass(Action, frozen=True, tag="pass"):
    """Do nothing; only when nothing else can be done."""


ACTIONS = (ChooseSet, LayCard, CrownPattern, ExchangeDead, Pass)
