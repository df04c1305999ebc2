"""What a ruleset says, and what its Polish catalogue holds."""

from __future__ import annotations

import random
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from string import Formatter
from typing import Any

from babel.messages.catalog import Message
from babel.messages.pofile import read_po

from conformance.kit import Sitting, mixed
from conformance.mutations import mutations
from domain import table
from domain.hidden import redact
from domain.ruleset import Action, Ruleset
from domain.sentence import Sentence, Term
from domain.table import explaining
from domain.table.fold import Fold
from domain.table.state import Logged, Table

Key = str | tuple[str, str]
"""A message's key in a catalogue: its text, or singular and plural."""


def messages(thing: Any) -> Iterator[Key]:
    """The catalogue's keys for a sentence and all its parts."""
    if isinstance(thing, Sentence):
        yield (thing.text, thing.plural) if thing.plural else thing.text
        for value in thing.values.values():
            yield from messages(value)
    elif isinstance(thing, Term):
        yield thing.text
    elif isinstance(thing, tuple):
        for value in thing:
            yield from messages(value)


def narrated(ruleset: Ruleset[Any], events: Iterator[Any]) -> set[Key]:
    """Every message of these events, for those who know their secrets and for those who do not."""
    said: set[Key] = set()
    for event in events:
        for viewer in (None, 1, 2):
            seen = redact(event, viewer)
            said |= {*messages(ruleset.narrate(seen)), *messages(ruleset.chapter(seen))}
    return said


def argued(ruleset: Ruleset[Any], log: Iterable[Logged]) -> set[Key]:
    """Every message of the arguments behind a whole log, for those who know its secrets and for those who do not."""
    said, folding = set[Key](), Fold(ruleset)
    for logged in log:
        before = folding.game
        folding.read([logged])
        for viewer in (None, 1):
            steps = explaining.argument(ruleset, before, logged.event, viewer)
            said |= {key for step in steps for key in messages(step.text)}
    return said


def reasoned(sitting: Sitting, rng: random.Random) -> set[Key]:
    """Every message that asks for an action or says why it is legal or not, while a game is played to its end."""
    said, met = set[Key](), dict[Action, None]()
    for now in sitting.play(mixed, rng):
        seat = rng.choice(now.to_act)
        legal = sitting.legal(seat)
        met.update(dict.fromkeys(legal))
        said |= {*messages(sitting.ruleset.prompt(now.game, seat, legal))}
        said |= heard(sitting.ruleset, now, seat, legal)
        wrong = mutations(sitting.ruleset, list(met), legal, rng)
        for action in rng.choices([*legal, *wrong], k=8):
            _, steps = explaining.legality(sitting.ruleset, now, seat, action)
            said |= {key for step in steps for key in messages(step.text)}
    return said - set(polish_of_the_table())


def heard(ruleset: Ruleset[Any], table: Table, seat: int, legal: Sequence[Action]) -> set[Key]:
    """Every message that is said of these actions beside their labels."""
    known = redact(table.game, seat)
    facts = (fact for action in legal for fact in ruleset.aloud(known, seat, action))
    return {key for fact in facts for key in messages(fact)}


def polish(ruleset: Ruleset[Any]) -> dict[Key, Message]:
    """The ruleset's own Polish catalogue, without the cases of its words."""
    return _catalogue(Path(str(sys.modules[type(ruleset).__module__].__file__)).parent)


def polish_of_the_table() -> dict[Key, Message]:
    """The Polish catalogue of what every game shares."""
    return _catalogue(Path(str(table.__file__)).parent)


def _catalogue(folder: Path) -> dict[Key, Message]:
    with (folder / "pl.po").open("rb") as file:
        found: list[Message] = list(read_po(file, locale="pl"))
    return {_key(message): message for message in found if message.id and not message.context}


def _key(message: Message) -> Key:
    singular_or_pair: Any = message.id
    return singular_or_pair if isinstance(singular_or_pair, str) else tuple(singular_or_pair)


def untranslated(catalogue: dict[Key, Message]) -> list[Key]:
    """Entries without their text, or without all three plural forms."""
    return [key for key, message in catalogue.items() if not _whole(key, message.string)]


def saying_otherwise(catalogue: dict[Key, Message]) -> list[Key]:
    """Entries whose translation leaves out an argument of the English, or has one that the English has not."""
    return [key for key, message in catalogue.items() if not _says_the_same(key, message)]


def _says_the_same(key: Key, message: Message) -> bool:
    """The form for one may name what only the English for many does: its number."""
    if isinstance(key, str):
        return _arguments(key) == _arguments(str(message.string))
    forms: Any = message.string
    (one, many), (first, *others) = map(_arguments, key), map(_arguments, forms)
    return one <= first <= many and all(form == many for form in others)


def _arguments(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name}


def _whole(key: Key, text: Any) -> bool:
    forms = text if isinstance(text, list | tuple) else (text,)
    return all(forms) and len(forms) == (3 if isinstance(key, tuple) else 1)
