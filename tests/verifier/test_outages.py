"""Outages in the log of logs, and the holds of clocks that they allow (docs/ledger.md, sections 15 and 16): L1."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.verifier.clocked import HONEST, START, Clocked
from tests.verifier.logbook import Logbook, log_id
from tests.verifier.test_page_log import seated
from tests.verifier.tiled import write
from verifier import FAILED, NOT_AVAILABLE, PASSED, Known, Level, verify_all
from verifier.leaves import MINUTE, Order
from verifier.problems import Failed
from verifier.tiles import log_at
from verifier.whole_log import read_log

LATER = START + 10_000_000


def outage(
    start: int = 103_000, end: int = 230_000, n: int = 1, at: int | None = None, **more: Any
) -> dict[str, Any]:
    """A leaf; times count from the start of the game."""
    at = end - 30_000 if at is None else at
    return {"k": "outage", "n": n, "from": START + start, "to": START + end, "at": START + at, **more}


def listed(log: Clocked, *outages: dict[str, Any], ends: bool = True) -> tuple[Logbook, list[int]]:
    book = Logbook()
    rows = [*seated(book, log), *(book.enter(leaf) for leaf in outages)]
    if ends:
        rows.append(book.at("end", log, len(log.trees), why="finished"))
        book.leaves[-1] = book.leaves[-1].replace('"at":1700000000', '"at":1700001000')
    return book, rows


def level(log: Clocked, *outages: dict[str, Any], ends: bool = True) -> Level:
    """L1 of a file with these leaves, for a reader who kept the head."""
    book, rows = listed(log, *outages, ends=ends)
    file = log.audit() | {"service_log": book.listed(rows)}
    return verify_all({"": file}, Known(heads=[book.checkpoint()], now=LATER))[""]["L1"]


def test_a_hold_is_that_of_its_leaf() -> None:
    assert level(HONEST["played"](), outage()).status == PASSED


@pytest.mark.parametrize(
    ("leaf", "said"),
    [
        (outage(end=229_000), "it holds from"),
        (outage(start=104_000), "it holds from"),
        (outage(start=102_000), "it holds from"),
        (outage(n=2), "no outage that this log holds"),
        (outage(end=133_000), "ends before it begins"),
        (outage(at=199_999), "after its leaf"),
        (outage(more=1), "unknown members"),
        (outage() | {"n": 0}, "missing or malformed"),
    ],
)
def test_a_leaf_that_is_not_the_holds_fails(leaf: dict[str, Any], said: str) -> None:
    found = level(HONEST["played"](), leaf)
    assert (found.status, said in found.detail) == (FAILED, True), found


def test_a_hold_without_a_leaf_is_not_available() -> None:
    found = level(HONEST["played"]())
    assert (found.status, found.detail) == (
        NOT_AVAILABLE,
        "no leaf tells of outage 1, in which the clocks were held",
    )


def test_a_flag_that_ends_the_game_is_its_end() -> None:
    assert "no leaf tells of the outcome" in level(HONEST["played"](), outage(), ends=False).detail


# Readers of the whole log.


def goes_on(at: int) -> Clocked:
    """Seat 2's clock runs from 40 seconds on, and it acts at a time."""
    log = Clocked().begins((1, 1, 60_000, 30_000, 0))
    log.plays(40_000, 1, (1, 1, 60_000, 0), (2, 1, 60_000, 30_000, 40_000))
    if at:
        left = 65_000 if at <= 70_000 else 60_000 - (at - 70_000) + 10_000
        grace = max(0, 30_000 - (at - 40_000))
        log.plays(at, 2, (1, 2, 60_000, 5_000, at), (2, 1, min(65_000, left), grace))
    return log


def whole(folder: Path, log: Clocked, *outages: dict[str, Any]) -> Level:
    """L1 for a reader of the whole log, in which the file's list has none of these."""
    book, rows = listed(log, ends=False)
    for leaf in outages:
        book.enter(leaf)
    file = log.audit() | {"service_log": book.listed(rows)}
    known = Known(log=read_log(log_at(str(write(book, folder))), LATER), heads=[book.checkpoint()], now=LATER)
    return verify_all({"": file}, known)[""]["L1"]


def test_a_clock_that_ran_through_an_outage_is_held(tmp_path: Path) -> None:
    found = whole(tmp_path, goes_on(100_000), outage(42_000, 125_000))
    assert (found.status, found.entry) == (FAILED, 9), found
    assert "without its hold of outage 1" in found.detail


@pytest.mark.parametrize(
    ("at", "leaf"),
    [
        (0, outage(42_000, 125_000)),
        (60_000, outage(61_000, 140_000)),
        (100_000, outage(-9_900, 29_000)),
    ],
    ids=["nothing more", "nothing more after it", "not begun"],
)
def test_what_is_not_to_be_held_goes_on(tmp_path: Path, at: int, leaf: dict[str, Any]) -> None:
    found = whole(tmp_path, goes_on(at), leaf)
    assert found.status == PASSED, found


# The order of leaves.


def order(*leaves: dict[str, Any], whole: bool = True) -> None:
    found = Order(LATER + MINUTE, whole)
    for leaf in leaves:
        found.add(leaf)


ID = log_id(bytes(32))
GAME = {"k": "game", "id": ID, "at": START}


def test_outages_that_follow_each_other() -> None:
    order(GAME, outage(), outage(230_000, 300_000, 2), outage(1_000, 400_000, 3, id=ID))
    order(GAME, outage(n=4), outage(230_000, 300_000, 7), whole=False)


@pytest.mark.parametrize(
    "leaves",
    [
        (outage(n=2),),
        (outage(), outage(230_000, 300_000, 3)),
        (outage(), outage(229_999, 300_000, 2)),
        (GAME | {"at": START + 150_000}, outage()),
        (outage(id=ID),),
        (GAME, {"k": "end", "id": ID, "why": "lost", "at": START}, outage(id=ID)),
    ],
    ids=["a number left out", "a gap", "overlapping", "a leaf in it", "of no game", "of a lost game"],
)
def test_outages_out_of_order(leaves: tuple[dict[str, Any], ...]) -> None:
    with pytest.raises(Failed, match="out of order"):
        order(*leaves)
