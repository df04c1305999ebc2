"""The words used in Touché's sentences and on its buttons."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from typing import Any

from domain.rulesets.touche.components import JOKER
from domain.rulesets.touche.state import Pattern
from domain.sentence import Sentence, Term, say

SUITS = str.maketrans("CDHS", "♣♦♥♠")
KINDS = {"square": "square", "straight": "straight", "t": "T", "cross": "cross"}
SETS = {
    "squares": "squares",
    "ts": "Ts",
    "straights": "straights",
    "crosses": "crosses",
    "three-different": "three different patterns",
    "custom": "the table's own set",
}


def one_card(face: str | None) -> Any:
    """A card that is laid or drawn; None for one that the reader does not know."""
    if face is None:
        return Term("a card")
    return Term("a joker") if face == JOKER else card_name(face)


def card_name(face: str) -> Any:
    """A card in a list: 10♥, joker."""
    return Term(JOKER) if face == JOKER else face.translate(SUITS)


def kind_of(kind: str) -> Any:
    """A kind of pattern; a table's own kinds have the names that it gave them."""
    return Term(KINDS[kind]) if kind in KINDS else kind


def pattern(found: Pattern) -> Sentence:
    return say("{kind} ({fields})", kind=kind_of(found.kind), fields=" ".join(found.fields))


def named_patterns(found: Sequence[Pattern]) -> tuple[Sentence, ...]:
    return tuple(map(pattern, found))


def listed(parts: Sequence[Any]) -> Any:
    """Parts with commas between them, for use inside a list that ends with "and"."""
    return reduce(lambda first, more: say("{first}, {more}", first=first, more=more), parts)
