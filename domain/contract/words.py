"""The texts of a ruleset's folder, in English and Polish: the lessons of the game and the words on its board.

Sentences about what happens are made from events (`Ruleset.narrate`). These are all others, so clients need none of their own.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import msgspec


class Text(msgspec.Struct, frozen=True):
    """A text in both languages. The client that shows it fills in `{name}`."""

    en: str
    pl: str


class Section(msgspec.Struct, frozen=True):
    """A part of the rules, written for newcomers; clients attach their pictures to its `name`."""

    name: str
    title: Text
    text: Text


class Lesson(msgspec.Struct, frozen=True):
    """An explanation shown in a first game when its moment has come, and the clause behind it."""

    name: str
    clause: str
    title: Text
    text: Text


class Primer(msgspec.Struct, frozen=True):
    """An introduction to a game: what it is `about` in a sentence or two, its rules in sections, lessons in order.

    A game takes about so many `minutes`; its `weight` is from 1 (light) to 4 (heavy). None says nothing of either.
    """

    about: tuple[Text, ...] = ()
    minutes: int | None = None
    weight: int | None = None
    sections: tuple[Section, ...] = ()
    lessons: tuple[Lesson, ...] = ()


class OptionWords(msgspec.Struct, frozen=True):
    """An option of a table: its name, its meaning, and the names of its values or of the kinds that it counts."""

    name: Text
    text: Text
    values: dict[str, Text] = {}


class Words(msgspec.Struct, frozen=True):
    """The words of a game besides its sentences: on the board by name, by option, by mark of an event, by end reason,
    by part of a score."""

    board: dict[str, Text] = {}
    options: dict[str, OptionWords] = {}
    marks: dict[str, Text] = {}
    ends: dict[str, Text] = {}
    parts: dict[str, Text] = {}


NO_PRIMER, NO_WORDS = Primer(), Words()


@cache
def load_primer(folder: Path) -> Primer:
    """`primer.json` of a ruleset's folder."""
    return msgspec.json.decode((folder / "primer.json").read_bytes(), type=Primer)


@cache
def load_words(folder: Path) -> Words:
    """`words.json` of a ruleset's folder."""
    return msgspec.json.decode((folder / "words.json").read_bytes(), type=Words)
