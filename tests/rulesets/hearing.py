"""What listeners of every game share: they rebuild the public board from English sentences alone."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TypeVar

Meaning = TypeVar("Meaning")


def readings(heard: Iterable[tuple[str, Meaning]], sentence: str) -> list[tuple[Meaning, re.Match[str]]]:
    """What a sentence may mean, and its words, in the order of the patterns; AssertionError when none fits all of it."""
    found = [(meaning, words) for text, meaning in heard if (words := re.fullmatch(text, sentence))]
    assert found, f"not understood: {sentence}"
    return found


def listed(text: str) -> list[str]:
    """The items of a list in prose: "a, b, and c", "a and b"."""
    return re.split(r",? and |, ", text)


def number(word: str) -> int:
    """How many: "no", "one", "a", "3"."""
    return int(word) if word.isdigit() else int(word.lower() != "no")
