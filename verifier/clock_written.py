"""The rows that a log has, compared with those that follow (docs/ledger.md, section 16)."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from itertools import pairwise

from .clock_change import After, Change, gone_back
from .clock_order import fail
from .clock_rows import Row, row_of
from .entries import Entry


def read_rows(action: Sequence[Entry], seats: set[int]) -> dict[int, Row]:
    """The rows that an action writes, of these seats; Failed if their form is wrong."""
    entry = next((entry for entry in action if entry["t"] == "clock-set"), None)
    if entry is None:
        return {}
    if entry is not action[-1]:
        fail("an entry after the clocks", "the clocks are the last entry of an action", entry)
    rows = entry["d"]["seats"]
    if entry["by"] != "table" or entry["r"] or not rows:
        fail("a wrong clock-set", "they are by the table, cite nothing, and are not none", entry)
    if any(a["seat"] >= b["seat"] for a, b in pairwise(rows)):
        fail("a wrong clock-set", "their seats do not ascend", entry)
    if not {row["seat"] for row in rows} <= seats:
        fail("a row too many", "it is of a seat that has no clock", entry)
    if any(number < 0 for row in rows for number in row.values()):
        fail("a wrong left", "a clock has less than nothing", entry)
    return {row["seat"]: row_of(row) for row in rows}


def check_rows(change: Change, found: Mapping[int, After], action: Sequence[Entry]) -> None:
    """Check that the rows of an action are those that follow."""
    _check_undo(change, found, action)
    for seat, it in found.items():
        written, last = change.written.get(seat), change.last(seat)
        if written != (None if it.row == last else it.row):
            fail(_name(change, seat, it.row), _why(seat, written, it.row, last), action[-1])


def _check_undo(change: Change, seats: Collection[int], action: Sequence[Entry]) -> None:
    """Check that the seat that pays for an undo has the time, before anything else is given to it."""
    back = change.back
    if back is None or back.charged not in seats or back.charged in back.unchanged | change.away:
        return
    row = gone_back(change, back, back.charged)
    if row.left < 0 or row.grace + row.left <= 0:
        why = f"seat {back.charged} requested it, and has less time than it costs"
        fail("an undo without time", why, action[-1])


def _why(seat: int, written: Row | None, right: Row, last: Row) -> str:
    said = "it has no row" if written is None else written.words()
    return f"seat {seat}: {said}; right is {'no row' if right == last else right.words()}"


def _name(change: Change, seat: int, right: Row) -> str:
    written, last = change.written.get(seat), change.last(seat)
    if written is None:
        return "a missing row"
    if written == last:
        return "a row that does not differ"
    if written.since and last.since and last.since == right.since and written.since > last.since:
        return "a hold without an event"
    if written.stint != right.stint:
        return "a wrong stint"
    if written.left > right.left and written.left == change.terms.raised(right.left):
        return "an increment too many"
    if written.left != right.left:
        return "a wrong left"
    return "a wrong grace" if written.grace != right.grace else "a wrong since"
