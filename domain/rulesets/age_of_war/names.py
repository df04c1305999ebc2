"""The names of castles, clans and dice in sentences."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from domain.rulesets.age_of_war.components import BOXES, SPECIAL, Dice
from domain.sentence import Sentence, Term, say

NAMES = {castle.id: castle.name for box in BOXES.values() for castle in box.castles}
CLANS = {clan.id: clan.name for box in BOXES.values() for clan in box.clans}


def dice_words(dice: Dice) -> tuple[Term | Sentence, ...]:
    """The faces of dice, equal ones counted: "infantry 2", "4 × daimyo"."""
    return tuple(_counted(Term(face.replace("-", " ")), n) for face, n in Counter(dice).items())


def _counted(face: Term, n: int) -> Term | Sentence:
    return face if n == 1 else say("{n} × {face}", n=n, face=face)


def line_numbers(lines: Iterable[int]) -> tuple[int | Term, ...]:
    """Printed lines by number; the special one by its name."""
    return tuple(Term("special") if number == SPECIAL else number for number in sorted(lines))
