"""Terms: what they are if nobody says, and which are allowed."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from conformance.kit import Sitting
from domain.by_seat import by_seat
from domain.rulesets import registry
from domain.rulesets.age_of_war import RULESET as AGE_OF_WAR
from domain.rulesets.touche import RULESET as TOUCHE
from domain.table.clock.events import ClockTerms
from domain.table.clock.terms import check_clock, default_on_time_out, is_daily, written_out
from domain.table.created import check_created
from domain.table.redecide import NotByTheRules
from domain.table.refusals import Refused
from domain.table.terms import check_setup
from tests.table.clock.script import BANK

DAY, MONTH = 86_400, 2_592_000
TWO = by_seat(("", ""))


def test_what_nobody_says_is_written_out_but_for_the_most() -> None:
    assert written_out({"bank": 900, "increment": 10}, TWO, False) == ClockTerms(
        900, 10, 0, "forfeit", 120, False
    )
    said = {"bank": 7, "increment": 1, "grace": 2, "on_time_out": "bot", "start_within": 33, "most": 8}
    assert written_out({**said, "organiser_stops": False}, TWO, True) == ClockTerms(
        7, 1, 2, "bot", 33, False, 8
    )


def test_in_a_tournament_the_organiser_stops_games_unless_it_is_said_otherwise() -> None:
    assert written_out({"bank": 900}, TWO, True).organiser_stops
    assert not written_out({"bank": 900}, TWO, False).organiser_stops


@pytest.mark.parametrize(
    ("bank", "grace", "start_within"),
    [(3_600, 0, 120), (3_601, 0, DAY), (0, 3_601, DAY), (1_800, 1_800, 120), (0, 259_200, DAY)],
)
def test_long_games_leave_a_day_to_start(bank: int, grace: int, start_within: int) -> None:
    terms = written_out({"bank": bank, "grace": grace}, TWO, False)
    assert terms.start_within == start_within
    assert is_daily(terms) == (start_within == DAY)


@pytest.mark.parametrize(
    ("sides", "then"),
    [
        (("", ""), "forfeit"),
        (("red", "blue"), "forfeit"),
        (("red", "blue", "red", "blue"), "forfeit"),
        (("",), "bot"),
        (("", "", ""), "bot"),
        (("red", "blue", "green"), "bot"),
        (("red", "blue", ""), "bot"),
        (("red",) * 3, "bot"),
    ],
)
def test_a_forfeit_is_the_default_where_exactly_two_sides_play(sides: tuple[str, ...], then: str) -> None:
    assert default_on_time_out(by_seat(sides)) == then


def test_teams_of_touche_are_sides() -> None:
    options = TOUCHE.options()
    assert [default_on_time_out(TOUCHE.sides(seats, options)) for seats in (2, 3, 4, 6)] == [
        "forfeit",
        "bot",
        "forfeit",
        "forfeit",
    ]


ENDS: list[dict[str, Any]] = [
    {"bank": 0, "grace": 5, "most": None},
    {"bank": 5, "grace": 0, "most": 5},
    {"bank": MONTH, "most": None},
    {"grace": MONTH},
    {"increment": 0},
    {"increment": DAY},
    {"start_within": 30},
    {"start_within": 7 * DAY},
    {"most": 60},
    {"most": 9_007_199_254_740},
]
BEYOND: list[tuple[str, dict[str, Any]]] = [
    ("bank", {"bank": -1}),
    ("bank", {"bank": MONTH + 1}),
    ("bank", {"bank": 4, "grace": 0}),
    ("bank", {"bank": 0, "grace": 4}),
    ("grace", {"grace": -1}),
    ("grace", {"grace": MONTH + 1}),
    ("increment", {"increment": -1}),
    ("increment", {"increment": DAY + 1}),
    ("start_within", {"start_within": 29}),
    ("start_within", {"start_within": 7 * DAY + 1}),
    ("most", {"most": 59}),
    ("most", {"most": 9_007_199_254_741}),
    ("on_time_out", {"on_time_out": "nothing"}),
]


@pytest.mark.parametrize("changes", ENDS, ids=str)
def test_both_ends_of_each_range_are_allowed(changes: dict[str, Any]) -> None:
    check_clock(replace(BANK, **changes))


@pytest.mark.parametrize(("field", "changes"), BEYOND, ids=str)
def test_what_is_beyond_is_refused_with_its_place_and_its_clause(field: str, changes: dict[str, Any]) -> None:
    with pytest.raises(Refused) as refused:
        check_clock(replace(BANK, **changes))
    ((place, (said,)),) = refused.value.more["errors"].items()
    assert place == f"clock.{field}"
    assert "(clock.terms)" in said


def test_entry_0_with_other_terms_is_not_by_the_rules() -> None:
    sitting = Sitting(AGE_OF_WAR, 2, AGE_OF_WAR.options(), "x", time=1, clock=BANK)
    first = sitting.log[0]
    setup: Any = first.event
    check_setup(setup)
    edition_hash = _edition_hash(setup)
    check_created(AGE_OF_WAR, replace(first, event=replace(setup, edition_hash=edition_hash)))
    wrong = replace(setup, edition_hash=edition_hash, clock=replace(BANK, most=59))
    with pytest.raises(NotByTheRules, match=r"clock\.terms"):
        check_created(AGE_OF_WAR, replace(first, event=wrong))


def _edition_hash(setup: Any) -> str:
    from domain.ledger.editions import edition_hash

    return edition_hash(registry()[setup.ruleset].edition(setup.edition))
