"""Sentences in the reader's language, from gettext catalogues beside the rulesets and the table."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from babel.lists import format_list
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po
from babel.plural import PluralRule, to_python

from domain import rulesets
from domain.sentence import Seat, Sentence, Term

LANGUAGES = ("en", "pl")
DOMAIN = Path(rulesets.__file__).parents[1]
POLISH = PluralRule(
    {
        "one": "n is 1",
        "few": "n mod 10 in 2..4 and n mod 100 not in 12..14",
    }
)
polish_form: Callable[[int], str] = to_python(POLISH)
FORMS = {"one": 0, "few": 1, "other": 2}


@cache
def catalogue(lang: str) -> Mapping[str, Any]:
    """Message -> translation (or tuple of plural forms) of a language; {} for English, the messages' own."""
    found: dict[str, Any] = {}
    for file in sorted(DOMAIN.rglob(f"{lang}.po")):
        with file.open("rb") as po:
            messages: Catalog = read_po(po, locale=lang)
        for message in messages:
            key = message.id if isinstance(message.id, str) else message.id[0]
            if key and message.string:
                found[key] = message.string
    return found


class Teller:
    """Fills in sentences for one language and one table's names."""

    def __init__(self, lang: str, names: Mapping[int, str]) -> None:
        self._lang = lang
        self._names = names
        self._catalogue = catalogue(lang)

    def tell(self, sentence: Sentence) -> str:
        text = self._filled(sentence)
        return text[:1].upper() + text[1:]

    def _filled(self, sentence: Sentence) -> str:
        values = {name: self._value(value) for name, value in sentence.values.items()}
        return self._message(sentence).format(**values)

    def _message(self, sentence: Sentence) -> str:
        translated = self._catalogue.get(sentence.text)
        if isinstance(translated, tuple):
            return str(translated[FORMS[polish_form(sentence.count)]])
        if translated:
            return str(translated)
        return sentence.plural if sentence.plural and sentence.count != 1 else sentence.text

    def _value(self, value: Any) -> str:
        if isinstance(value, Seat):
            return self._names.get(value.number) or self._seat(value.number)
        if isinstance(value, Term):
            return str(self._catalogue.get(value.text, value.text))
        if isinstance(value, Sentence):
            return self._filled(value)
        if isinstance(value, tuple | list):
            return format_list([self._value(v) for v in value], locale=self._lang)
        return str(value)

    def _seat(self, number: int) -> str:
        return self._message(Sentence("seat {n}")).format(n=number)
