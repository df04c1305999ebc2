"""Every clause is named by a test and cited by an event of a fixture match, and the table that says so is true."""

from __future__ import annotations

from typing import Any

import pytest

from domain.ruleset import Ruleset
from domain.rulesets import registry
from tests.rulesets.coverage import page, page_file, rows

every_ruleset = pytest.mark.parametrize("ruleset", registry().values(), ids=list(registry()))


@every_ruleset
def test_every_clause_is_named_by_a_test(ruleset: Ruleset[Any]) -> None:
    assert [clause for clause, tests, _ in rows(ruleset) if not tests] == []


@every_ruleset
def test_every_clause_is_cited_by_an_event_of_a_fixture(ruleset: Ruleset[Any]) -> None:
    assert [clause for clause, _, events in rows(ruleset) if not events] == []


@every_ruleset
def test_clauses_are_given_in_both_languages(ruleset: Ruleset[Any]) -> None:
    for id, clause in ruleset.clauses.items():
        assert clause.en.strip(), id
        assert clause.pl.strip(), id
        assert clause.en != clause.pl, id


@every_ruleset
def test_the_table_is_up_to_date(ruleset: Ruleset[Any]) -> None:
    anew = f"run python -m tests.rulesets.coverage {ruleset.id}"
    assert page_file(ruleset).read_text("utf-8") == page(ruleset), anew
