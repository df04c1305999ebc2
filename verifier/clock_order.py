"""The order of entries in the log of a game with clocks: one time an action, flags, holds, and what time brings first (L3)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NoReturn

from .clock_change import Clocks
from .entries import Entry
from .leaves import GAP, REST
from .problems import Failed

FIRST = ("time-held", "time-ran-out")
"""Types that begin an action."""
CASE_DUE = ("dispute-expired", "ruling-final")
"""Types with which the table ends a case in time."""


def fail(name: str, why: str, entry: Entry) -> NoReturn:
    raise Failed(f"{name}: {why}", entry["i"])


@dataclass(frozen=True)
class Point:
    """The game before an action. `running`: deadlines by seat; `playing`: it has started, and is neither over nor halted."""

    clocks: Clocks
    running: Mapping[int, int]
    playing: bool
    rest: int
    last: int
    """The time of the last entry that is neither a `time-held` nor in the action of one."""
    due: int | None
    """When the open case is due."""
    case: int | None
    """The number of the open case."""

    @property
    def deadline(self) -> int | None:
        return min(self.running.values(), default=None)

    def held_from(self, start: int) -> int:
        """From when on an outage that begins at `start` holds the clocks."""
        return max(start, self.last, self.rest)

    def holds(self, start: int, end: int) -> bool:
        """Whether there is something to hold from `start` to `end`."""
        return self.playing and start < end - REST and any(at > start for at in self.running.values())


def check_order(point: Point, action: Sequence[Entry]) -> None:
    """Check what needs no rows but those before the action."""
    first, now = action[0], action[0]["at"]
    for entry in action:
        if entry["at"] != now:
            fail(
                "several times in one action", f"it says {entry['at']}, and its action began at {now}", entry
            )
        if entry["t"] in FIRST and entry is not first:
            fail("out of order", f"a {entry['t']} begins an action", entry)
    _check_in_time(point, first)
    if first["t"] == "time-ran-out":
        _check_flag(point, first)
    if first["t"] == "time-held":
        _check_hold(point, action)
    if sum(entry["t"] == "rewound" for entry in action) > 1:
        fail("out of order", "an action goes back once", action[-1])


def _check_in_time(point: Point, first: Entry) -> None:
    deadline = point.deadline
    if deadline is None or first["at"] < deadline or first["t"] in FIRST:
        return
    case = first["t"] in CASE_DUE and first["by"] == "table" and first["d"]["dispute"] == point.case
    if not (case and point.due is not None and point.due < deadline):
        fail("a late action", f"a clock ran out at {deadline}, and this is of {first['at']}", first)


def _check_flag(point: Point, first: Entry) -> None:
    d, deadline = first["d"], point.deadline
    if deadline is None:
        fail("a wrong flag", "no clock runs", first)
    if first["at"] < deadline:
        fail("an early flag", f"no clock has run out by {first['at']}", first)
    if d["deadline"] > deadline:
        fail("a missing flag", f"a clock ran out at {deadline} already", first)
    seats = sorted(seat for seat, at in point.running.items() if at == deadline)
    if d["deadline"] != deadline or d["seats"] != seats:
        fail("a wrong flag", f"the clocks of seats {seats} ran out at {deadline}", first)


def _check_hold(point: Point, action: Sequence[Entry]) -> None:
    first, d = action[0], action[0]["d"]
    if [entry["t"] for entry in action] != ["time-held", "clock-set"]:
        fail("a wrong hold", "it and the clocks that it changes are a whole action", first)
    if first["by"] != "table":
        fail("a wrong hold", "it is by the table", first)
    if d["outage"] < 1 or d["from"] < point.held_from(0):
        fail("a wrong hold", f"it cannot hold before {point.held_from(0)}", first)
    if not point.holds(d["from"], d["to"]):
        fail("a wrong hold", "nothing is to be held then", first)


def check_holds(entries: Sequence[Entry]) -> None:
    """Check that each outage is held once, and that nothing is entered while the service was away."""
    held = [entry for entry in entries if entry["t"] == "time-held"]
    known = set[int]()
    for hold in held:
        if hold["d"]["outage"] in known:
            fail("a wrong hold", f"outage {hold['d']['outage']} was held before", hold)
        known.add(hold["d"]["outage"])
    at, spans = 0, [(hold["d"]["from"] + GAP, hold["d"]["to"] - REST) for hold in held]
    for entry in entries:
        while at < len(spans) and spans[at][1] <= entry["at"]:
            at += 1
        if at < len(spans) and spans[at][0] <= entry["at"]:
            fail("a wrong hold", f"this is of {entry['at']}, when the service was away", entry)
