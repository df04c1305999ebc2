"""Renders sentences in the reader's language, from the gettext catalogues of the rulesets and the table.

Each ruleset's catalogue extends and overrides the table's, and is not used by other rulesets.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from functools import cache, partial
from pathlib import Path
from typing import Any

from babel.lists import format_list
from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po
from babel.plural import PluralRule, to_python

from domain import table
from domain.ruleset import Ruleset
from domain.sentence import Seat, Sentence, Term
from projections.documents import BothLanguages

LANGUAGES = ("en", "pl")
TABLE = Path(str(table.__file__)).parent
POLISH = PluralRule(
    {
        "one": "n is 1",
        "few": "n mod 10 in 2..4 and n mod 100 not in 12..14",
    }
)
polish_form: Callable[[int], str] = to_python(POLISH)
MINUS = "\N{MINUS SIGN}"
FORMS = {"one": 0, "few": 1, "other": 2}


@cache
def catalogue(ruleset: Ruleset[Any], lang: str) -> Mapping[Any, Any]:
    """Message -> translation (or tuple of plural forms) for a game's readers; {} for English, the messages' own."""
    return {**messages_in(TABLE, lang), **messages_in(_folder(ruleset), lang)}


def _folder(ruleset: Ruleset[Any]) -> Path:
    return Path(str(sys.modules[type(ruleset).__module__].__file__)).parent


def messages_in(folder: Path, lang: str) -> dict[Any, Any]:
    file = folder / f"{lang}.po"
    if not file.exists():
        return {}
    with file.open("rb") as po:
        messages: Catalog = read_po(po, locale=lang)
    return {_key(message): message.string for message in messages if message.id and message.string}


def _key(message: Message) -> Any:
    """The key of a message: its English; with a context (grammatical case), case and English."""
    english = message.id if isinstance(message.id, str) else message.id[0]
    return (message.context, english) if message.context else english


class _Word:
    """A value of a sentence, in the case given by its placeholder: {fort:acc}."""

    def __init__(self, in_case: Callable[[str], str]) -> None:
        self._in_case = in_case

    def __format__(self, case: str) -> str:
        return self._in_case(case)


class Renderer:
    """Renders the sentences of one game in one language, with the names of its players."""

    def __init__(self, ruleset: Ruleset[Any], lang: str, names: Mapping[int, str]) -> None:
        self._lang = lang
        self._names = names
        self._catalogue = catalogue(ruleset, lang)

    def render(self, sentence: Sentence) -> str:
        text = self._filled(sentence)
        return text[:1].upper() + text[1:]

    def render_aloud(self, label: Sentence, facts: Sequence[Sentence]) -> str:
        """The label as it is, and what is to be known besides: accessible names have to begin with what is written."""
        first, *more = (self._filled(fact).rstrip(".") for fact in facts)
        return f"{self.render(label)}. {'; '.join([first[:1].upper() + first[1:], *more])}."

    def _filled(self, sentence: Sentence) -> str:
        values = {name: _Word(partial(self._value, value)) for name, value in sentence.values.items()}
        return self._message(sentence).format(**values) if values else self._message(sentence)

    def _message(self, sentence: Sentence) -> str:
        translated = self._catalogue.get(sentence.text)
        if isinstance(translated, tuple):
            return str(translated[FORMS[polish_form(sentence.count)]])
        if translated:
            return str(translated)
        return sentence.plural if sentence.plural and sentence.count != 1 else sentence.text

    def _value(self, value: Any, case: str = "") -> str:
        if isinstance(value, Seat):
            return self._names.get(value.number) or self._seat(value.number)
        if isinstance(value, Term):
            plain = self._catalogue.get(value.text, value.text)
            return str(self._catalogue.get((case, value.text), plain))
        if isinstance(value, Sentence):
            return self._filled(value)
        if isinstance(value, Mapping):
            return str(value[self._lang])
        if isinstance(value, tuple | list):
            return format_list([self._value(v, case) for v in value], locale=self._lang)
        return str(value).replace("-", MINUS) if isinstance(value, int) else str(value)

    def _seat(self, number: int) -> str:
        return self._message(Sentence("seat {n}")).format(n=number)


class BilingualRenderer:
    """Renders the sentences of one game in every language."""

    def __init__(self, ruleset: Ruleset[Any], names: Mapping[int, str]) -> None:
        self._renderers = {lang: Renderer(ruleset, lang, names) for lang in LANGUAGES}

    def render(self, sentence: Sentence) -> BothLanguages:
        return BothLanguages(**{lang: it.render(sentence) for lang, it in self._renderers.items()})

    def render_aloud(self, label: Sentence, facts: Sequence[Sentence]) -> BothLanguages:
        return BothLanguages(**{lang: it.render_aloud(label, facts) for lang, it in self._renderers.items()})
