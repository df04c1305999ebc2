"""Sentences about a game, independent of a language.

A `Sentence` holds an English message with {placeholders} and the values for them; projections look the message
up in the gettext catalogue of the reader's language and fill it in. So rules code never formats prose.
"""

from collections.abc import Mapping
from typing import Any

import msgspec


class Seat(msgspec.Struct, frozen=True):
    """Stands for a seat in a sentence; readers see the player's name."""

    number: int


class Term(msgspec.Struct, frozen=True):
    """A word of the game that is translated by itself, such as "archery".

    A translation may ask for it in a case, `{fort:acc}`: the catalogue has it with that case as `msgctxt`, or it does
    not change.
    """

    text: str


class Sentence(msgspec.Struct, frozen=True):
    """`text` is the English message (singular); with `plural` the form is chosen by `count`, per language.

    Values may be int, str (proper names), `Seat`, `Term`, another `Sentence`, or a tuple of these (a list in prose);
    of a mapping from language to words, such as `Ruleset.name`, readers see their language.
    """

    text: str
    values: dict[str, Any] = {}
    plural: str = ""
    count: int = 1


def say(text: str, /, *, plural: str = "", count: int = 1, **values: Any) -> Sentence:
    return Sentence(text, values, plural, count)


def english(thing: Any) -> str:
    """A sentence, or a value in one, in English and without names of players, for programs and logs."""
    if isinstance(thing, Sentence):
        text = thing.plural if thing.plural and thing.count != 1 else thing.text
        return (
            text.format(**{name: english(value) for name, value in thing.values.items()})
            if thing.values
            else text
        )
    if isinstance(thing, tuple):
        return ", ".join(map(english, thing))
    if isinstance(thing, Mapping):
        return str(thing["en"])
    if isinstance(thing, Term):
        return thing.text
    return f"seat {thing.number}" if isinstance(thing, Seat) else str(thing)
