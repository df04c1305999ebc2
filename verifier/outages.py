"""L1 of clocks: each `time-held` is that of a leaf in the service's log, and none is left out (docs/ledger.md, section 15)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby

from verifier.clock_order import Point
from verifier.clocks import History, read_clocks
from verifier.entries import Entry
from verifier.export import Export
from verifier.leaves import REST, Leaf
from verifier.problems import Failed, NotAvailable
from verifier.seeds import beginning
from verifier.slots import slots_in_order
from verifier.values import read_data


def check_outages(export: Export, listed: Mapping[int, Leaf], whole: Iterable[Leaf]) -> None:
    """Check the outages of a file's list, by number, and those of a log that was read whole; Failed otherwise.

    Only where the clocks of the log are good: others fail L2 or L3.
    """
    if "clock" not in export.created or not (listed or whole) or (history := _history(export)) is None:
        return
    walk = _Walk(history, [list(action) for _, action in groupby(export.entries, key=lambda it: it["a"])])
    walk.check_listed(listed)
    for leaf in whole:
        walk.check_held(leaf)


def _history(export: Export) -> History | None:
    try:
        found, _ = read_data(export)
        slots_in_order(beginning(export), found)
        return read_clocks(export)
    except (Failed, NotAvailable):
        return None


class _Walk:
    """The actions of a log, and the game before each."""

    def __init__(self, history: History, actions: Sequence[Sequence[Entry]]) -> None:
        self._points, self._actions = history.points, actions

    def check_listed(self, leaves: Mapping[int, Leaf]) -> None:
        """Check each `time-held` against the leaf of its outage, if the list has it."""
        for point, action in zip(self._points, self._actions, strict=False):
            first = action[0]
            if first["t"] == "time-held" and first["d"]["outage"] in leaves:
                _check_hold(point, first, leaves[first["d"]["outage"]])

    def check_held(self, leaf: Leaf) -> None:
        """Check that a clock which ran through an outage is held before the game goes on."""
        back = leaf["to"] - REST
        at = next((n for n, action in enumerate(self._actions) if action[0]["at"] >= back), None)
        while at is not None and at < len(self._actions):
            first, point = self._actions[at][0], self._points[at]
            holds = first["t"] == "time-held"
            if holds and first["d"]["outage"] == leaf["n"]:
                return
            if not point.holds(point.held_from(leaf["from"]), leaf["to"]):
                return
            if not holds:
                raise Failed(
                    f"it goes on without its hold of outage {leaf['n']}, in which a clock ran", first["i"]
                )
            at += 1


def _check_hold(point: Point, held: Entry, leaf: Leaf) -> None:
    start = point.held_from(leaf["from"])
    if held["d"]["to"] != leaf["to"] or held["d"]["from"] != start:
        raise Failed(
            f"it holds from {held['d']['from']} to {held['d']['to']}, and its outage from {start} to {leaf['to']}",
            held["i"],
        )
