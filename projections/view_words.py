"""What the fields of a ruleset's views are called, for boards that show a view as it is."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from domain.ruleset import PlainView, Ruleset
from domain.sentence import Term, say
from projections.documents.games import BothLanguages
from projections.sentences import Interpreter, catalogue

SECRETS = ("Hidden", "Opened")
"""Structs that views show by their values alone."""


def view_words(ruleset: Ruleset[Any]) -> dict[str, BothLanguages]:
    """Field -> its name by language: {"prizes_left": {"en": "Prizes left", "pl": "Zostało nagród"}}.

    English names are the fields' own words. Those that the ruleset's catalogue does not translate are left out.
    """
    interpreter, polish = Interpreter(ruleset, {}), catalogue(ruleset, "pl")
    words = {name: name.replace("_", " ") for name in sorted(set(view_fields(ruleset)))}
    return {
        name: interpreter.tell(say("{word}", word=Term(word)))
        for name, word in words.items()
        if word in polish
    }


def view_fields(ruleset: Ruleset[Any]) -> Iterator[str]:
    """Of the view and all that is in it; the plain view shows the state."""
    shown = ruleset.state if ruleset.view_type is PlainView else ruleset.view_type
    _, structs = msgspec.json.schema_components([shown])
    for name, schema in structs.items():
        if not name.startswith(SECRETS):
            yield from _properties(schema)


def _properties(schema: Mapping[str, Any]) -> Iterator[str]:
    yield from schema.get("properties", {})
