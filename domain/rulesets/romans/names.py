"""The names of clans, warriors and forts in sentences; their Polish cases are in the catalogue."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import reduce

from domain.rulesets.romans.components import BOXES, FORTUNA
from domain.rulesets.romans.state import Side
from domain.sentence import Seat, Sentence, Term, say

FORTS = {fort.id: Term(fort.name) for box in BOXES.values() for fort in box.forts}
FORTUNAS = {fort.id for box in BOXES.values() for fort in box.forts if fort.kind == FORTUNA}
WARRIORS = {warrior.id: Term(warrior.name) for box in BOXES.values() for warrior in box.warriors}
CLANS = {
    "gold": Term("the gold clan"),
    "green": Term("the green clan"),
    "red": Term("the red clan"),
    "violet": Term("the violet clan"),
}

DECISION_TEXTS = {
    "romans.qween.1": "whom Qween seduces",
    "romans.druhid.1": "which fort Dru'hid takes",
    "romans.axx.1": "whether Axx stays",
    "romans.komfort.1": "whether the weakest warrior stays",
    "romans.horsie.1": "whom Horsie drives away",
    "romans.svord.1": "how Svord lays the hidden warriors",
    "romans.fokus.1": "whom to discard for Fort Fokus",
    "romans.fortuna.1": "which earlier fort to give up for FortUna",
}
"""What a seat decides, by the clause that asks for it."""


def who(side: Side) -> Seat | Term:
    """A player by name, a neutral clan by its colour."""
    return CLANS[side.clan] if side.seat is None else Seat(side.seat)


def everyone(sides: Iterable[Side]) -> tuple[Seat | Term, ...]:
    return tuple(map(who, sides))


def forts(ids: Iterable[str]) -> tuple[Term, ...]:
    return tuple(FORTS[id] for id in ids)


def warriors(ids: Iterable[str]) -> tuple[Term, ...]:
    return tuple(WARRIORS[id] for id in ids)


def in_a_row(parts: Sequence[Sentence]) -> Sentence:
    """Parts with commas between them and no "and"."""
    return reduce(lambda first, more: say("{first}, {more}", first=first, more=more), parts)
