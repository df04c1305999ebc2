"""The table's own clauses: whatever is cited stands in the catalogue."""

import re
from pathlib import Path

import domain
from domain.table.clauses import CLAUSES

ROOT = Path(str(domain.__file__)).parents[1]
CITED = re.compile(r"""(?<!tag=)(?<!"type": )["']((?:table|referee|clock)\.[a-z-]+(?:\.\d)?)["']""")
"""Types of the table's own actions look the same; they stand in tags and after "type"."""


BY_OTHERS = {"referee.party", "referee.draws", "referee.reshuffle"}
"""Cited where a person takes an appointment up, and where a game goes back."""


def cited() -> set[str]:
    """Every clause of the table that the code names in a string of its own."""
    rooms = ("domain", "projections", "service", "api", "cli")
    return {id for room in rooms for f in (ROOT / room).rglob("*.py") for id in CITED.findall(f.read_text())}


def test_every_clause_of_the_table_that_is_cited_is_in_the_catalogue_and_no_other() -> None:
    assert cited() | BY_OTHERS == {id for id in CLAUSES if not id.startswith("referee.conduct.")}


def test_the_tables_clauses_are_the_services_own_and_in_both_languages() -> None:
    assert {clause.source for clause in CLAUSES.values()} == {"addition"}
    assert all(clause.en and clause.pl and clause.en != clause.pl for clause in CLAUSES.values())
