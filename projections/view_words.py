"""Names for the fields of a ruleset's views, for boards that display a view directly."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from domain.ruleset import PlainView, Ruleset
from domain.sentence import Term, say
from projections.documents import BothLanguages
from projections.sentences import BilingualRenderer, catalogue

SECRETS = ("Hidden", "Opened")
"""Structs that views show as their plain values."""


def view_words(ruleset: Ruleset[Any]) -> dict[str, BothLanguages]:
    """Field -> its name by language: {"prizes_left": {"en": "Prizes left", "pl": "Zostało nagród"}}.

    English names are the fields' own words. Those that the ruleset's catalogue does not translate are left out.
    """
    renderer, polish = BilingualRenderer(ruleset, {}), catalogue(ruleset, "pl")
    words = {name: name.replace("_", " ") for name in sorted(set(view_fields(ruleset)))}
    return {
        name: renderer.render(say("{word}", word=Term(word)))
        for name, word in words.items()
        if word in polish
    }


def view_fields(ruleset: Ruleset[Any]) -> Iterator[str]:
    """The fields of the view and everything in it; for the plain view, those of the state."""
    displayed = ruleset.state if ruleset.view_type is PlainView else ruleset.view_type
    _, structs = msgspec.json.schema_components([displayed])
    for name, schema in structs.items():
        if not name.startswith(SECRETS):
            yield from _properties(schema)


def _properties(schema: Mapping[str, Any]) -> Iterator[str]:
    yield from schema.get("properties", {})
