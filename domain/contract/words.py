"""The words in a ruleset's folder, in English and Polish: how the game is learned, and what its board says.

Sentences about what happens are made from events (`Ruleset.narrate`). These are all others: clients have none of their own.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import msgspec


class Text(msgspec.Struct, frozen=True):
    """A text in both languages. Clients fill `{name}` in it."""

    en: str
    pl: str


class Section(msgspec.Struct, frozen=True):
    """A part of the rules, for newcomers; clients choose a picture by its `name`."""

    name: str
    title: Text
    text: Text


class Lesson(msgspec.Struct, frozen=True):
    """What is said in a first game when its moment has come, and the clause behind it."""

    name: str
    clause: str
    title: Text
    text: Text


class Primer(msgspec.Struct, frozen=True):
    """How a game is learned: what it is `about` in a sentence or two, its rules in sections, lessons in their order."""

    about: tuple[Text, ...] = ()
    sections: tuple[Section, ...] = ()
    lessons: tuple[Lesson, ...] = ()


class OptionWords(msgspec.Struct, frozen=True):
    """An option of a table: what it is called, what it means, and what its values, or the kinds that it counts, are called."""

    name: Text
    text: Text
    values: dict[str, Text] = {}


class Words(msgspec.Struct, frozen=True):
    """What clients show of a game beside its sentences: by name on the board, by option, mark of an event, end reason."""

    board: dict[str, Text] = {}
    options: dict[str, OptionWords] = {}
    marks: dict[str, Text] = {}
    ends: dict[str, Text] = {}


NO_PRIMER, NO_WORDS = Primer(), Words()


@cache
def load_primer(folder: Path) -> Primer:
    """`primer.json` of a ruleset's folder."""
    return msgspec.json.decode((folder / "primer.json").read_bytes(), type=Primer)


@cache
def load_words(folder: Path) -> Words:
    """`words.json` of a ruleset's folder."""
    return msgspec.json.decode((folder / "words.json").read_bytes(), type=Words)
