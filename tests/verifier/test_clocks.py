"""Clocks as the verifier reads them (docs/ledger.md, section 16): honest logs pass, and each attack is found by its level."""

from __future__ import annotations

import pytest

from tests.verifier.clock_changes import CHANGES, ClockChange, changed
from tests.verifier.clock_edges import EDGES
from tests.verifier.clocked import HONEST, START, TERMS, Clocked
from tests.verifier.games import WITNESS, WITNESS_NAME
from tests.verifier.primitives import cosigned, vkey_of
from tests.verifier.synthetic import Log
from verifier import FAILED, PASSED, Report, verify

WITNESS_KEY = vkey_of(WITNESS_NAME, WITNESS.public, 4)


def first_failed(report: Report) -> str | None:
    return next((level.name for level in report.levels if level.status == FAILED), None)


@pytest.mark.parametrize("name", HONEST)
def test_honest_clocks_pass(name: str) -> None:
    report = verify(HONEST[name]().audit())
    assert first_failed(report) is None, report.table()
    assert report.clocks is not None
    assert (report["L3"].status, report.clocks.status) == (PASSED, PASSED), report.table()


@pytest.mark.parametrize("change", CHANGES.values(), ids=[name.replace(" ", "-") for name in CHANGES])
def test_an_attack_is_found_by_its_level(change: ClockChange) -> None:
    report = verify(changed(change))
    assert first_failed(report) == change.found, report.table()
    if change.found:
        assert change.said in report[change.found].detail, report.table()


@pytest.mark.parametrize("name", EDGES)
def test_what_lies_at_the_edge_is_honest_or_named(name: str) -> None:
    make, wrong = EDGES[name]
    report = verify(make().audit())
    assert first_failed(report) == (None if wrong is None else "L3"), report.table()
    assert wrong is None or report["L3"].detail.startswith(f"{wrong}: "), report.table()


def test_the_line_of_clocks_says_what_l3_says() -> None:
    report = verify(changed(CHANGES["a seat gets time"]))
    assert report.clocks is not None
    assert (report.clocks.status, report.clocks.entry) == (FAILED, report["L3"].entry)
    assert report.clocks.detail == report["L3"].detail
    assert report.as_dict()["clocks"]["title"] == "every clock follows from the one before and the time"
    assert "clocks  failed" in report.table()


def test_clocks_are_judged_while_a_shuffle_is_closed() -> None:
    log = HONEST["left"]()
    log.shuffle(["ace", "king"])
    report = verify(log.audit(over=False))
    assert report["L3"].status == "not available"
    assert report.clocks is not None


def test_a_game_without_a_clock_has_nothing_of_clocks() -> None:
    without = Log(created={"table": 3, "log": "play.example.org/log", "witnessed": None})
    assert verify(without.audit()).clocks is None
    without.add("clock-set", {"seats": []})
    report = verify(without.audit())
    assert first_failed(report) == "L3"
    assert "no clock" in report["L3"].detail


def test_an_analysis_has_no_clock() -> None:
    log = Clocked(log=None)
    log.add("forked", {"game": "0" * 32, "version": 3})
    assert "an analysis" in verify(log.audit())["L0"].detail


def test_a_seat_comes_back_three_times() -> None:
    log = Clocked(TERMS | {"on_time_out": "bot", "start_within": 30}).begins((1, 1, 60_000, 30_000, 0))
    at, stint = 90_000, 1
    left, grace = 60_000, 30_000
    for _ in range(4):
        a = log.does(at, "time-ran-out", {"seats": [1], "deadline": START + at}, "table")
        log.does(at, "seat-left", {"seat": 1, "bot": "greedy"}, "table", (1, stint, 0, 0), a=a)
        log.does(at, "seat-returned", {"seat": 1}, "seat:1", (1, stint, 6_500, 0))
        stint, left, grace = stint + 1, 6_500, 5_000
        log.plays(at, 2, (1, stint, left, grace, at))
        at += left + grace
    report = verify(log.audit())
    assert "comes back a fourth time" in report["L3"].detail


def test_the_account_tells_of_clocks() -> None:
    words = " ".join(word for made in HONEST.values() for word in verify(made().audit()).account_words())
    for said in (
        "The service was away, and the clocks were held (entry 19).",
        "A clock ran out (entry 23).",
        "A player resigned (entry 16).",
        "A bot took over a seat (entries 8, 17).",
        "A referee set clocks (entry 21, by ruling 1).",
    ):
        assert said in words


def times_of(log: Clocked, size: int, time: int) -> str:
    note = cosigned(log.head(size), WITNESS_NAME, WITNESS, time)
    report = verify(log.audit() | {"cosignatures": [note]}, witnesses=[WITNESS_KEY])
    return report.words()[-1]


def test_times_are_bounded_by_cosignatures() -> None:
    log = HONEST["unpaused"]()
    assert verify(log.audit()).words()[-1] == "The times are the operator's word."
    start = START // 1000
    assert times_of(log, 11, start + 90) == "The times agree with the cosignatures of the witnesses."
    assert (
        times_of(log, 11, start + 89)
        == "Times over 5 seconds later than a witness saw them (entries 8, 9, 10)."
    )
    early = (
        "Times over 5 seconds earlier than a witness's cosignature of a log without them (entries 8, 9, 10)."
    )
    assert times_of(log, 8, start + 101) == early
    assert times_of(log, 8, start + 100) == "The times agree with the cosignatures of the witnesses."
