"""The words of every ruleset, in both languages, and what its plain board shows: checks of the ruleset as a whole."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, get_args

import msgspec

from conformance.kit import Sitting
from conformance.words import argued, narrated, polish, saying_otherwise, untranslated
from domain.contract.words import Text
from domain.ruleset import Hint, Ruleset
from domain.table.state import Logged
from projections.view_words import view_fields

MEMBER = re.compile(r"\{(\w+)\}")


def texts(words: Any) -> Iterator[Text]:
    """Every text of words, however deep."""
    if isinstance(words, Text):
        yield words
    elif isinstance(words, msgspec.Struct):
        yield from texts(msgspec.structs.asdict(words))
    elif isinstance(words, dict | tuple):
        for one in words.values() if isinstance(words, dict) else words:
            yield from texts(one)


def all_words_are_there_in_both_languages_with_the_same_members(ruleset: Ruleset[Any]) -> None:
    found = [*texts(ruleset.primer), *texts(ruleset.words)]
    assert found, "primer.json says how the game is learned, words.json what its parts are called"
    for text in found:
        assert all(said.strip() for said in (text.en, text.pl)), text
        assert sorted(MEMBER.findall(text.en)) == sorted(MEMBER.findall(text.pl)), text


def a_primer_cites_clauses_and_names_each_thing_once(ruleset: Ruleset[Any]) -> None:
    primer = ruleset.primer
    assert primer.about, "primer.json says in `about` what the game is about"
    assert {lesson.clause for lesson in primer.lessons} <= set(ruleset.clauses)
    for named in (primer.lessons, primer.sections):
        names = [one.name for one in named]
        assert names, "primer.json has at least a section and a lesson"
        assert sorted(names) == sorted(set(names))


def options_marks_and_ends_are_called_something(ruleset: Ruleset[Any]) -> None:
    schema = msgspec.json.schema(ruleset.options)
    (options,) = [one["properties"] for one in schema["$defs"].values()]
    assert set(ruleset.words.options) == set(options)
    for name, option in options.items():
        kinds = option.get("default") if option.get("type") == "object" else None
        assert set(ruleset.words.options[name].values) == set(option.get("enum", kinds or ())), name
    assert set(ruleset.words.ends) == set(ruleset.end_reasons)
    assert set(ruleset.words.marks) == {event.mark for event in ruleset.events if event.mark}


def hints_are_for_fields_of_the_view(ruleset: Ruleset[Any]) -> None:
    assert set(ruleset.hints) <= set(view_fields(ruleset))
    assert set(ruleset.hints.values()) <= set(get_args(Hint))


def everything_that_is_said_is_said_in_polish(ruleset: Ruleset[Any]) -> None:
    games = (Sitting(ruleset, seats, options, "words") for seats, options in ruleset.setups())
    check_polish(ruleset, (game.play_out().log for game in games))


def check_polish(ruleset: Ruleset[Any], logs: Iterable[Sequence[Logged]]) -> None:
    """The Polish catalogue has all that is said of these logs, and nothing in it is left untranslated."""
    catalogue = polish(ruleset)
    for log in logs:
        events = (logged.event for logged in log if type(logged.event) in ruleset.events)
        lacking = (narrated(ruleset, events) | argued(ruleset, log)) - set(catalogue)
        assert not lacking, f"pl.po lacks {sorted(map(str, lacking))}"
    bare, otherwise = untranslated(catalogue), saying_otherwise(catalogue)
    assert not bare, f"pl.po has no translation of {bare}"
    assert not otherwise, f"pl.po has other arguments than the English of {otherwise}"


Wording = Callable[[Ruleset[Any]], None]
WORDINGS: tuple[Wording, ...] = (
    all_words_are_there_in_both_languages_with_the_same_members,
    a_primer_cites_clauses_and_names_each_thing_once,
    options_marks_and_ends_are_called_something,
    hints_are_for_fields_of_the_view,
    everything_that_is_said_is_said_in_polish,
)
