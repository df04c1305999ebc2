"""The names of castles, clans and dice in sentences."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from domain.rulesets.age_of_war.components import BOXES, SPECIAL, Dice, Face
from domain.sentence import Sentence, Term, say

NAMES = {castle.id: castle.name for box in BOXES.values() for castle in box.castles}
CLANS = {clan.id: clan.name for box in BOXES.values() for clan in box.clans}


def dice_words(dice: Dice) -> tuple[Term | Sentence, ...]:
    """The faces of dice, equal ones counted: "infantry 2", "4 × daimyo"."""
    return tuple(face_word(face) if n == 1 else _times(face, n) for face, n in Counter(dice).items())


def face_word(face: Face) -> Term:
    return Term(face.replace("-", " "))


def dice_counted(faces: Dice, dice: Dice) -> tuple[Sentence, ...]:
    """How many of the dice show each of these faces, none too: "0 × cavalry"."""
    return tuple(_times(face, dice.count(face)) for face in dict.fromkeys(faces))


def _times(face: Face, n: int) -> Sentence:
    return say("{n} × {face}", n=n, face=face_word(face))


def line_numbers(lines: Iterable[int]) -> tuple[int | Term, ...]:
    """Printed lines by number; the special one by its name."""
    return tuple(Term("special") if number == SPECIAL else number for number in sorted(lines))
