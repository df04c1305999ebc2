"""timeline.json but for `text` and `known`, derived from the log (B2; docs/ledger.md, section 13)."""

from __future__ import annotations

from typing import Any

from ..entries import Entry
from ..line import Line
from .comparing import Underived
from .document import Document, about, time_of, version
from .state import Case

LASTING = frozenset(
    (
        *("agreed", "appeal-answered", "appeal-decided", "appeal-waived", "appealed", "call-answered"),
        *("call-closed", "case-taken", "clock-set", "dispute-expired", "dispute-opened", "dispute-withdrawn"),
        *("evidence-read", "evidence-released", "game-resumed", "game-suspended", "game-voided"),
        *("judge-called", "referee-accepted", "referee-appointed", "referee-dismissed", "referee-kept"),
        *("referee-refused", "referee-resigned", "resigned", "result-set", "ruled", "rules-changed"),
        *("ruling-final", "seat-claimed", "seat-excluded", "seat-left", "seat-reassigned", "seat-returned"),
        *("statement-given", "time-held", "time-ran-out"),
    )
)
"""Types of entries that count although they were taken back."""


def timeline_of(entries: list[Entry], case: Case, viewer: str) -> Document:
    """From the beginning of the disputed stretch to the end of the case, or of the log."""
    line, first, last = Line(entries), case.opened["d"]["from"], version(case.closed) or len(entries)
    return {
        "game": entries[0]["d"]["game"],
        "ruleset": entries[0]["d"]["ruleset"],
        "dispute": case.number,
        "about": about(case.opened),
        "version": last,
        "viewer": viewer,
        "moments": [_moment(entries, entry, case, line) for entry in entries[first - 1 : last]],
    }


def _moment(entries: list[Entry], entry: Entry, case: Case, line: Line) -> Document:
    its, t = entry["i"] + 1, entry["t"]
    return {
        "version": its,
        "at": time_of(entry["at"]),
        "type": t,
        "actor": entry["by"],
        "action": entry["a"],
        "rules": entry["r"],
        "think_ms": _thought(entries[entry["i"] - 1] if entry["i"] else None, entry),
        "disputed": its <= case.opened["d"]["to"],
        "taken_back": t not in LASTING and not line.counts(its, len(entries)),
        "text": Underived(dict),
        "known": Underived(list),
    }


def _thought(before: dict[str, Any] | None, entry: Entry) -> int | None:
    """How long a seat took for the action that an entry begins."""
    if before is None or before["a"] == entry["a"] or not entry["by"].startswith("seat:"):
        return None
    return int(entry["at"] - before["at"])
