"""`case` of case.json, derived from the log and the texts (B2; docs/ledger.md, section 13)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from typing import Any, NamedTuple

from ..entries import Entry
from ..problems import Failed
from .comparing import OneOf
from .state import UNRULED, Case, Desk, Referee, Release, Ruling
from .texts import Texts
from .times import Due, due, statements_in

ABSENT = OneOf(("withheld", "erased"))
"""Which of both a text is that is not there, only the operator can say."""
Document = dict[str, Any]


class Known(NamedTuple):
    """What the bundle says beside the log: the texts, the disclosed values by their places, and the viewer."""

    texts: Texts
    values: Mapping[str, Any]
    viewer: str


def time_of(at: int) -> str:
    """Milliseconds since 1970 as the documents say them; Failed after the year 9999, for which they have no spelling."""
    try:
        whole = datetime.fromtimestamp(at // 1000, UTC).replace(tzinfo=None)
    except (ValueError, OverflowError, OSError) as error:
        raise Failed(f"a time of the case, {at}, is after the year 9999") from error
    return f"{whole.isoformat(timespec='seconds')}.{at % 1000:03d}Z"


def version(entry: Entry | None) -> int | None:
    return None if entry is None else entry["i"] + 1


def case_of(entries: list[Entry], desk: Desk, case: Case, known: Known) -> Document:
    """Every member of `case`, at the time of the log's last entry."""
    created, now = entries[0]["d"], entries[-1]["at"]
    opened, closed = case.opened, case.closed
    return {
        "game": created["game"],
        "ruleset": created["ruleset"],
        "dispute": case.number,
        "viewer": known.viewer,
        "game_version": len(entries),
        "opener": case.opener,
        "about": about(opened),
        "clauses": opened["d"]["clauses"],
        "wants": opened["d"]["wants"],
        "parties": desk.parties,
        "version": version(opened),
        "opened_at": time_of(opened["at"]),
        "closed": version(closed),
        "closed_at": None if closed is None else time_of(closed["at"]),
        "state": case.state,
        "claim": _text(known, opened, "claim_hash"),
        "statements": _said(known, case.statements, "statement"),
        "statements_in": case.state not in UNRULED or statements_in(desk, case, now),
        "referee": case.referee,
        "referees": [_referee(it, case) for it in desk.referees.values()],
        "releases": [_release(known, it) for it in case.releases],
        "rulings": [_ruling(known, it) for it in case.rulings],
        "appeals": _said(known, case.appeals, "grounds"),
        "answers": _said(known, case.answers, "answer"),
        "decision": None if case.decision is None else _decision(known, case.decision),
        "waived": [it["d"]["seat"] for it in case.waivers],
        "due": [_due(it) for it in due(desk, case, now)] if case.is_open else [],
    }


def about(entry: Entry) -> Document:
    """The stretch that an entry names."""
    return {name: entry["d"][name] for name in ("from", "to")}


def _when(entry: Entry) -> Document:
    return {"version": version(entry), "at": time_of(entry["at"])}


def _text(known: Known, entry: Entry, member: str) -> Document | None:
    """A text; None where the entry has no hash of that name."""
    if member not in entry["d"]:
        return None
    text = known.texts[entry["i"], member]
    if text is None:
        absent = {"status": ABSENT, "text": None, "lang": None, "salt": None}
        return {"hash": entry["d"][member], **absent}
    return {"hash": entry["d"][member], "status": "shown", **text}


def _said(known: Known, those: Iterable[Entry], member: str) -> list[Document]:
    return [
        {"seat": it["d"]["seat"], **_when(it), member: _text(known, it, f"{member}_hash")} for it in those
    ]


def _referee(referee: Referee, case: Case) -> Document:
    def seats(t: str) -> list[int]:
        those = (it["d"] for it in case.objections if it["t"] == t)
        return [d["seat"] for d in those if d["referee"] == referee.number]

    return {
        "referee": referee.number,
        "head": referee.head,
        "appointed": version(referee.appointed),
        "accepted": version(referee.accepted),
        "left": version(referee.left),
        "marked": referee.number in case.marked,
        "refused_by": seats("referee-refused"),
        "kept_by": seats("referee-kept"),
    }


def _release(known: Known, release: Release) -> Document:
    entry = release.entry
    return {
        **{name: entry["d"][name] for name in ("release", "referee", "seats")},
        "about": about(entry),
        "reason": _text(known, entry, "reason_hash"),
        **_when(entry),
        "ended": version(release.ended),
        "readings": [{"seat": it["d"]["seat"], **_when(it)} for it in release.readings],
    }


def _ruling(known: Known, ruling: Ruling) -> Document:
    entry, said = ruling.entry, ruling.said
    return {
        **{name: said[name] for name in ("ruling", "referee", "kind", "clauses", "judged")},
        "findings": _text(known, entry, "findings_hash"),
        "why_not_stand": _text(known, entry, "why_hash"),
        "remedy": _remedy(known, entry),
        "penalties": said.get("penalties", []),
        **_when(entry),
        "final": version(ruling.final),
    }


def _remedy(known: Known, entry: Entry) -> Document | None:
    """The remedy as this viewer knows it: an action that is not disclosed is left out."""
    if (remedy := entry["d"].get("remedy")) is None:
        return None
    place, disclosed = f"{entry['i']}/d/remedy/action", {n: it for n, it in remedy.items() if n != "_sd"}
    return disclosed | ({"action": known.values[place]} if place in known.values else {})


def _decision(known: Known, entry: Entry) -> Document:
    names = ("decision", "referee", "judged")
    return {
        **{name: entry["d"][name] for name in names},
        **_when(entry),
        "findings": _text(known, entry, "findings_hash"),
    }


def _due(due: Due) -> Document:
    return due._asdict() | {"at": time_of(due.at)}
