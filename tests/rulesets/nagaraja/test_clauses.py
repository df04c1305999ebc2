"""Where each clause comes from, as a referee has to know it."""

from __future__ import annotations

import re

from domain.rulesets.nagaraja import RULESET

PAGE = re.compile(r"p\. [2-5], ")
OURS = {"call.2", "naga.1", "naga.3", "place.2", "amulet.2", "end.1"}
"""Clauses that say more than the rulebook does."""


def test_every_clause_has_a_source_and_what_the_rulebook_says_has_its_page() -> None:
    for id, clause in RULESET.clauses.items():
        ours = id.removeprefix("nagaraja.") in OURS
        assert clause.source == ("ruling" if ours else "rulebook"), id
        assert PAGE.match(clause.where) or id == "nagaraja.place.2", (
            "the book says nothing of the trap's space"
        )


def test_a_ruling_says_in_both_languages_which_part_is_ours() -> None:
    for clause in RULESET.clauses.values():
        if clause.source == "ruling":
            assert "our ruling" in clause.en.lower()
            assert "nasze rozstrzygnięci" in clause.pl.lower()
