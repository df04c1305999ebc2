"""What stands as words in the rulesets' folders: whole, in both languages, and of things that there are."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, get_args

import msgspec
import pytest

from domain.contract.words import Text
from domain.ruleset import Hint, Ruleset
from domain.rulesets import registry
from projections.view_words import view_fields

MEMBER = re.compile(r"\{(\w+)\}")
RULESETS = pytest.mark.parametrize("ruleset", registry().values(), ids=list(registry()))


def texts(words: Any) -> Iterator[Text]:
    """Every text of words, however deep."""
    if isinstance(words, Text):
        yield words
    elif isinstance(words, msgspec.Struct):
        yield from texts(msgspec.structs.asdict(words))
    elif isinstance(words, dict | tuple):
        for one in words.values() if isinstance(words, dict) else words:
            yield from texts(one)


@RULESETS
def test_all_words_are_there_in_both_languages_with_the_same_members(ruleset: Ruleset[Any]) -> None:
    found = [*texts(ruleset.primer), *texts(ruleset.words)]
    assert found, "primer.json says how the game is learned, words.json what its parts are called"
    for text in found:
        assert all(said.strip() for said in (text.en, text.pl)), text
        assert sorted(MEMBER.findall(text.en)) == sorted(MEMBER.findall(text.pl)), text


@RULESETS
def test_a_primer_cites_clauses_and_names_each_thing_once(ruleset: Ruleset[Any]) -> None:
    primer = ruleset.primer
    assert primer.about, "primer.json says in `about` what the game is about"
    assert {lesson.clause for lesson in primer.lessons} <= set(ruleset.clauses)
    for named in (primer.lessons, primer.sections):
        names = [one.name for one in named]
        assert names, "primer.json has at least a section and a lesson"
        assert sorted(names) == sorted(set(names))


@RULESETS
def test_options_marks_and_ends_are_called_something(ruleset: Ruleset[Any]) -> None:
    schema = msgspec.json.schema(ruleset.options)
    (options,) = [one["properties"] for one in schema["$defs"].values()]
    assert set(ruleset.words.options) == set(options)
    for name, option in options.items():
        kinds = option.get("default") if option.get("type") == "object" else None
        assert set(ruleset.words.options[name].values) == set(option.get("enum", kinds or ())), name
    assert set(ruleset.words.ends) == set(ruleset.end_reasons)
    assert set(ruleset.words.marks) == {event.mark for event in ruleset.events if event.mark}


@RULESETS
def test_hints_are_for_fields_of_the_view(ruleset: Ruleset[Any]) -> None:
    assert set(ruleset.hints) <= set(view_fields(ruleset))
    assert set(ruleset.hints.values()) <= set(get_args(Hint))
