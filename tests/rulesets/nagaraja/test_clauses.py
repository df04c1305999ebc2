"""Where each clause comes from, as a referee has to know it."""

from __future__ import annotations

import re

from domain.rulesets.nagaraja import RULESET

PAGE = re.compile(r"p\. [2-5], ")
OURS = {"call.2", "naga.1", "naga.3", "place.2", "amulet.2", "move.1", "deal.1", "end.1"}
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
        halves = [part.source for part in clause.parts]
        assert halves in (["rulebook"], ["ruling"], ["rulebook", "ruling"])
        assert ("Our ruling: " in clause.en) == (len(halves) == 2)
        assert ("Nasze rozstrzygnięcie: " in clause.pl) == (len(halves) == 2)


def test_the_rulebook_itself_has_the_third_cursed_relic_lose() -> None:
    rulebook, ours = RULESET.clauses["nagaraja.end.1"].parts
    assert (rulebook.source, rulebook.where) == ("rulebook", "p. 5, Koniec gry, first and second cases")
    assert "loses at once" in rulebook.en
    assert "comes before end.2" in rulebook.en
    assert (ours.source, ours.en) == ("ruling", "All three must be face up at the same time.")
