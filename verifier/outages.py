"""L1 of clocks: each `time-held` is that of a leaf in the service's log, and none is left out (docs/ledger.md, section 15)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby

from .clocks import History, read_clocks
from .desk.state import has_remedy
from .entries import Entry
from .export import Export
from .leaves import REST, Leaf
from .problems import Failed, NotAvailable
from .seeds import beginning
from .slots import slots_in_order
from .values import read_data


def check_outages(export: Export, listed: Mapping[int, Leaf], whole: Iterable[Leaf]) -> None:
    """Check the outages of a file's list, by number, and those of a log that was read whole; Failed otherwise.

    The latter only where the clocks of the log are good: others fail L2 or L3.
    """
    _check_listed(export.entries, listed)
    if "clock" not in export.created or not whole or (history := _history(export)) is None:
        return
    walk = _Walk(history, [list(action) for _, action in groupby(export.entries, key=lambda it: it["a"])])
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

    def check_held(self, leaf: Leaf) -> None:
        """Check that a clock which ran through an outage is held before the game continues."""
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


def _check_listed(entries: Sequence[Entry], leaves: Mapping[int, Leaf]) -> None:
    """Check each `time-held` against the leaf of its outage, if the list has it. L2 and L3 judge its log later."""
    in_holds = {entry["a"] for entry in entries if entry["t"] == "time-held"}
    rulings, rest, quiet = dict[int, bool](), 0, 0
    for entry in entries:
        t, d = entry["t"], entry["d"]
        leaf = leaves.get(number) if t == "time-held" and type(number := d.get("outage")) is int else None
        if leaf is not None:
            _check_hold(entry, leaf, max(leaf["from"], quiet, rest))
        if t == "ruled" and type(number := d.get("ruling")) is int:
            rulings[number] = has_remedy(d)
        rest = max(rest, _rest_after(entry, rulings))
        quiet = quiet if entry["a"] in in_holds else entry["at"]


def _rest_after(entry: Entry, rulings: Mapping[int, bool]) -> int:
    """Until when an entry keeps clocks from running; 0 for most."""
    t, d = entry["t"], entry["d"]
    if t == "time-held" and type(d.get("to")) is int:
        return int(d["to"])
    ruling = d.get("ruling")
    final = t == "ruling-final" and type(ruling) is int and rulings.get(ruling, False)
    return int(entry["at"]) + REST if final else 0


def _check_hold(held: Entry, leaf: Leaf, start: int) -> None:
    """`start` is when the clocks of its game were to be held."""
    begun, ended = held["d"].get("from"), held["d"].get("to")
    if (begun, ended) != (start, leaf["to"]):
        raise Failed(
            f"it holds from {begun} to {ended}, and its outage from {start} to {leaf['to']}", held["i"]
        )
