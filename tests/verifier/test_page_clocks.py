"""What the page's verifier says of clocks (docs/ledger.md, section 16): what the independent one says, and each finding once."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.soaking import sampled
from tests.verifier.clock_changes import CHANGES, ClockChange, changed
from tests.verifier.clock_edges import EDGES
from tests.verifier.clocked import HONEST, OUTCOME, START, TERMS, Clocked
from tests.verifier.logbook import Logbook
from tests.verifier.page_verifier import Both
from tests.verifier.synthetic import Audit, Log
from tests.verifier.test_page_log import CONTINUED, logged, seated
from verifier import FAILED, NOT_AVAILABLE, PASSED

AUDIT = Path(__file__).parents[2] / "api" / "static" / "web" / "audit"
BOTS = TERMS | {"on_time_out": "bot"}
LEFT = {"seat": 1, "bot": "greedy"}


def failing(both: Both, file: Audit) -> dict[str, str]:
    """The message of each check that fails."""
    found = both.ask({"file": file, "kept": CONTINUED})["checks"]
    return {name: message for name, status, message in found if status == FAILED}


def checks_of(both: Both, file: Audit) -> dict[str, tuple[str, str]]:
    found = both.ask({"file": file, "kept": CONTINUED})["checks"]
    return {name: (status, message) for name, status, message in found}


@pytest.mark.parametrize("name", HONEST)
def test_honest_clocks_pass(both: Both, name: str) -> None:
    page, other = both.judge(HONEST[name]().audit())
    assert page.agrees(other), (page, other)
    assert page.failed is None


def test_the_line_says_how_much_there_is_of_clocks(both: Both) -> None:
    said = checks_of(both, HONEST["played"]().audit())["clocks"]
    assert said == (PASSED, "clocks set: {set} times; flags: {flags}; outages held: {holds}")


def test_the_times_are_the_operators_word(both: Both) -> None:
    english, polish = both.ask({"file": HONEST["undone"]().audit()})["said"]
    assert english[-1] == "The times are the operator's word."
    assert polish[-1] == "Za godziny i minuty ręczy tylko operator."


@pytest.mark.parametrize(
    "change", sampled(CHANGES.values(), 4), ids=[name.replace(" ", "-") for name in CHANGES]
)
def test_both_verifiers_find_an_attack_under_one_name(both: Both, change: ClockChange) -> None:
    """What the independent one calls a finding the page calls it too."""
    file = changed(change)
    page, other = both.judge(file)
    assert page.agrees(other), (page, other)
    assert page.failed == change.found
    if change.found == "L3" and ":" in (theirs := _detail(other.details)):
        assert theirs.partition(":")[0] in failing(both, file)["clocks"]


def _detail(details: list[str]) -> str:
    return next(it for it in details if it.startswith("L3: ")).removeprefix("L3: ")


@pytest.mark.parametrize("name", EDGES)
def test_what_lies_at_the_edge_is_honest_or_named(both: Both, name: str) -> None:
    make, wrong = EDGES[name]
    page, other = both.judge(make().audit())
    assert page.agrees(other), (page, other)
    assert page.failed == (None if wrong is None else "L3")
    assert wrong is None or failing(both, make().audit())["clocks"].startswith(f"{wrong}: ")


# Findings that no attack comes to.


def begun(clock: dict[str, Any] = TERMS, **created: Any) -> Clocked:
    return Clocked(clock, **created).begins((1, 1, 60_000, 30_000, 0))


def flag_of_nobody(log: Clocked) -> None:
    log.does(1_000, "game-suspended", {}, "organiser", (1, 1, 60_000, 29_000))
    log.does(2_000, "time-ran-out", {"seats": [1], "deadline": START + 90_000, "outcome": OUTCOME}, "table")


def flag_among_others(log: Clocked) -> None:
    a = log.does(
        90_000, "time-ran-out", {"seats": [1], "deadline": START + 90_000, "outcome": OUTCOME}, "table"
    )
    log.does(
        90_000, "time-ran-out", {"seats": [1], "deadline": START + 90_000, "outcome": OUTCOME}, "table", a=a
    )


def flag_within_an_action(log: Clocked) -> None:
    a = log.does(1_000, "rules-changed", {"rules": 2}, "table")
    log.does(1_000, "time-ran-out", {"seats": [], "deadline": 0}, "table", a=a)


def hold(at: int = 100_000, by: str = "table", **otherwise: int) -> Callable[[Clocked], None]:
    said = {"outage": 1, "from": START + 1_000, "to": START + 120_000} | otherwise

    def held(log: Clocked) -> None:
        log.does(at, "time-held", said, by, (1, 1, 60_000, 29_000, 120_000))

    return held


def hold_within_an_action(log: Clocked) -> None:
    a = log.does(1_000, "rules-changed", {"rules": 2}, "table")
    log.does(1_000, "time-held", {"outage": 1, "from": START, "to": START + 90_000}, "table", a=a)


def hold_of_clocks_that_stand(log: Clocked) -> None:
    log.does(1_000, "game-suspended", {}, "organiser", (1, 1, 60_000, 29_000))
    hold()(log)


def hold_after_all_deadlines(log: Clocked) -> None:
    hold(at=200_000, **{"from": START + 90_000, "to": START + 220_000})(log)


def abandoned_by_a_deadline(log: Clocked) -> None:
    log.opened(10_000, 1)
    a = log.does(95_000, "dispute-expired", {"dispute": 1}, "table")
    log.does(95_000, "game-abandoned", {}, "organiser", (1, 1, -5_000, 0), a=a)


def resigned_within_an_action(log: Clocked) -> None:
    a = log.does(1_000, "undo-answered", {"accept": True, "request": 1, "seat": 1}, "seat:1")
    log.does(1_000, "resigned", {"seat": 1, "outcome": OUTCOME}, "seat:1", a=a)


def resigned_during_a_case(log: Clocked) -> None:
    log.opened(1_000, 1)
    log.does(2_000, "resigned", {"seat": 1, "outcome": OUTCOME}, "seat:1", (1, 1, 60_000, 28_000))


def resigned_against_the_terms(log: Clocked) -> None:
    a = log.does(1_000, "resigned", {"seat": 1}, "seat:1")
    log.does(1_000, "seat-left", LEFT, "table", (1, 1, 60_000, 29_000), a=a)


def gone_back_twice(log: Clocked) -> None:
    a = log.does(1_000, "undo-requested", {"needs": [], "request": 1, "seat": 1, "to_version": 6}, "seat:1")
    log.goes_back(1_000, log.version, a=a, request=1)
    log.goes_back(1_000, log.version, a=a, request=1)


def returned_too_often(log: Clocked) -> None:
    at, stint = 90_000, 1
    for _ in range(4):
        a = log.does(at, "time-ran-out", {"seats": [1], "deadline": START + at}, "table")
        log.does(at, "seat-left", LEFT, "table", (1, stint, 0, 0), a=a)
        log.does(at, "seat-returned", {"seat": 1}, "seat:1", (1, stint, 6_500, 0))
        stint += 1
        log.plays(at, 2, (1, stint, 6_500, 5_000, at))
        at += 11_500


NO_PAUSE = {"answer_within": 5, "appeal_within": 5, "open_within": 5, "pause": False, "rule_within": 20}
FOUND: dict[str, tuple[Callable[[Clocked], None], Callable[[], Clocked]]] = {
    "a wrong flag: no clock runs": (flag_of_nobody, begun),
    "a wrong flag: no clock runs out at that time": (
        lambda log: _flag(log, START + 80_000),
        begun,
    ),
    "out of order: it does not begin its action": (flag_within_an_action, begun),
    "a bot takes over exactly the seats that leave, unless the game ends": (flag_among_others, begun),
    "a wrong hold: the table holds clocks": (hold(by="organiser"), begun),
    "a wrong hold: no clock runs": (hold_of_clocks_that_stand, begun),
    "a wrong hold: every clock that runs had run out by then": (hold_after_all_deadlines, begun),
    "a wrong hold: that outage has no number, or was held before": (hold(outage=0), begun),
    "a wrong left: seat {seat} has less than nothing": (
        abandoned_by_a_deadline,
        lambda: begun(disputes=NO_PAUSE),
    ),
    "a seat resigns or returns in an action that it does not begin": (resigned_within_an_action, begun),
    "a seat resigns while it is away, or while a case is open": (
        resigned_during_a_case,
        lambda: begun(disputes=NO_PAUSE),
    ),
    "out of order: an action goes back once": (gone_back_twice, begun),
    "the game does not end, or go on, as was agreed": (resigned_against_the_terms, begun),
    "a seat returns more than three times": (returned_too_often, lambda: begun(BOTS)),
}


def _flag(log: Clocked, deadline: int) -> None:
    log.does(95_000, "time-ran-out", {"seats": [1], "deadline": deadline, "outcome": OUTCOME}, "table")


def of(what: str) -> Audit:
    do, make = FOUND[what]
    log = make()
    do(log)
    return log.audit()


@pytest.mark.parametrize("what", FOUND)
def test_what_no_attack_does_is_found_too(both: Both, what: str) -> None:
    page, other = both.judge(of(what))
    assert page.agrees(other), (page, other)
    assert failing(both, of(what))["clocks"] == what
    if ":" in what:
        assert what.partition(":")[0] == _detail(other.details).partition(":")[0]


def test_clocks_of_a_game_without_one_are_found(both: Both) -> None:
    log = Log(created={"table": 3, "log": "play.example.org/log", "witnessed": None})
    assert "clocks" not in checks_of(both, log.audit())
    log.add("clock-set", {"seats": []})
    assert failing(both, log.audit()) == {"clocks": "no clock: the game is played without one"}


def test_an_analysis_has_no_clock(both: Both) -> None:
    log = Clocked(log=None)
    log.add("forked", {"game": "0" * 32, "version": 3})
    assert failing(both, log.audit()) == {"form": "an analysis has no clock"}


# Outages in the service's log: L1.

TOLD_AT = START + 1_000_000
"""When leaves are entered after the game."""


def under(change: dict[str, Any] | None = None, **otherwise: Any) -> Audit:
    """The file of a game with one hold, and its list: with a leaf of the outage, or one that is otherwise."""
    log, book = begun(), Logbook()
    rows = seated(book, log)
    hold()(log)
    leaf = {"k": "outage", "n": 1, "from": START - 5_000, "to": START + 120_000, "at": TOLD_AT}
    if change is not None:
        rows.append(book.enter(leaf | change))
    return log.audit() | {"service_log": book.listed(rows)} | otherwise


def test_a_hold_under_its_leaf_passes(both: Both) -> None:
    """The clocks ran from the start on, later than the service was last seen; its own outage would do as well."""
    page, other = both.judge(under({"from": START + 1_000}))
    assert page.levels["L1"] == other.levels["L1"] == NOT_AVAILABLE
    assert checks_of(both, under({"from": START + 1_000}))["logged"][0] == PASSED


OUTAGES: dict[str, tuple[dict[str, Any] | None, str, str]] = {
    "no leaf": (None, NOT_AVAILABLE, "the outage that entry {n} holds is not in the service's log"),
    "a shorter outage": ({"from": START + 2_000}, FAILED, "clocks are held for another time"),
    "a longer outage": ({"from": START + 500}, FAILED, "clocks are held for another time"),
    "another end": (
        {"from": START + 1_000, "to": START + 110_000},
        FAILED,
        "clocks are held for another time",
    ),
    "an outage of another number": ({"n": 2}, FAILED, "of another game"),
    "an outage of another game": ({"id": "A" * 43}, FAILED, "of another game"),
    "an outage that was none": ({"from": START + 90_000}, FAILED, "malformed"),
    "an outage without a number": ({"n": 0}, FAILED, "malformed"),
    "a leaf before the return": ({"at": START + 89_999}, FAILED, "out of order"),
}


@pytest.mark.parametrize("what", OUTAGES)
def test_a_hold_is_that_of_its_leaf(both: Both, what: str) -> None:
    change, status, words = OUTAGES[what]
    page, other = both.judge(under(change))
    assert (page.levels, page.failed) == (other.levels, other.failed), (page, other)
    found = checks_of(both, under(change))["logged"]
    assert found[0] == status
    assert words in found[1]


def test_a_flag_that_ends_the_game_is_an_outcome(both: Both) -> None:
    log, book = begun(), Logbook()
    rows = seated(book, log)
    log.does(
        90_000,
        "time-ran-out",
        {"seats": [1], "deadline": START + 90_000, "outcome": OUTCOME},
        "table",
        (1, 1, 0, 0),
    )
    unsaid = log.audit() | {"service_log": book.listed(rows)}
    assert checks_of(both, unsaid)["logged"][0] == NOT_AVAILABLE
    rows.append(book.at("end", log, len(log.trees), why="finished"))
    assert checks_of(both, log.audit() | {"service_log": book.listed(rows)})["logged"][0] == PASSED


# All of them.

FILES = ("away", "clockrows", "clocks", "clockterms", "due", "goneback", "outages")
SAID = re.compile(r'"((?:[a-z]+ )+[^"]* [^"]*)"')


def test_every_finding_about_clocks_is_found_by_a_test(both: Both) -> None:
    """Each sentence of those files: no check is there that nothing would miss."""
    said = {text for name in FILES for text in SAID.findall((AUDIT / f"{name}.js").read_text())}
    files = [*map(changed, CHANGES.values()), *map(of, FOUND), under(), under({"from": START + 2_000})]
    found = {message for file in files for _, message in checks_of(both, file).values()}
    analysis = "an analysis has no clock"
    assert said - found - {analysis, "no clock: the game is played without one"} == set()
    assert len(said) > 30
    assert logged
