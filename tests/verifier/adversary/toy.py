"""The made-up game of docs/ledger.md as a ruleset would write it, so that the service's own reader reads its logs."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import msgspec

from domain.draws import Roll, Shuffle
from domain.hidden import Hidden, Opened
from domain.ruleset import Event


class Mark(msgspec.Struct, frozen=True):
    at: int
    value: Hidden[int]


Renewed: Any = msgspec.defstruct(
    "Renewed", [("is", str), ("was", str)], frozen=True, forbid_unknown_fields=True
)
"""A card of a hand committed anew."""


class CardChosen(Event, frozen=True, tag="card-chosen"):
    card: Hidden[str]


class CardNamed(Event, frozen=True, tag="card-named"):
    card: int


class CardsMarked(Event, frozen=True, tag="cards-marked"):
    card: Hidden[str]
    marks: tuple[Mark, ...]
    twin: Hidden[int]


class CardsShown(Event, frozen=True, tag="cards-shown"):
    cards: tuple[Opened[str], ...]


class DeckShuffled(Event, frozen=True, tag="deck-shuffled"):
    draw: Shuffle[str]


class DiceRolled(Event, frozen=True, tag="dice-rolled"):
    draw: Roll


class HandRenewed(Event, frozen=True, tag="hand-renewed"):
    hand: tuple[Hidden[Renewed], ...]


class NumbersShuffled(Event, frozen=True, tag="numbers-shuffled"):
    draw: Shuffle[int]


TYPES = (
    CardChosen,
    CardNamed,
    CardsMarked,
    CardsShown,
    DeckShuffled,
    DiceRolled,
    HandRenewed,
    NumbersShuffled,
)
UNREAD = ("dice-rolled-twice", "position-set")
"""Types that no struct of a ruleset writes: two draws in one member, and a position without a ruleset's state."""


class Toy(SimpleNamespace):
    """What reading a log asks of a ruleset."""

    __hash__ = object.__hash__


TOY = Toy(state=dict[str, Any], event_types={str(cls.__struct_config__.tag): cls for cls in TYPES})
