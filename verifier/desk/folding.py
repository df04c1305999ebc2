"""What the desk is after each entry. Nothing is judged here, and what makes no sense changes nothing."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import groupby

from ..entries import Entry
from .state import UNRULED, Case, Desk, Referee, Release, Ruling

OF_START = frozenset(("seat-excluded", "referee-appointed", "referee-accepted", "clock-set"))
"""Types of the actions that belong to the start of a game whose tournament or meeting has referees."""


def new_desk(entries: Sequence[Entry]) -> Desk:
    """The desk before the first entry of a log."""
    return Desk(entries[0]["d"].get("disputes"), _begun(entries))


def _begun(entries: Sequence[Entry]) -> int:
    """The number of the first entry after the start; that of entries where there is none."""
    created = entries[0]["d"]
    start = next((it["i"] for it in entries if it["t"] == "game-started"), len(entries))
    if "tournament" not in created and "meeting" not in created:
        return min(int(start) + 1, len(entries))
    actions = ([*its] for _, its in groupby(entries[start:], key=lambda it: it["a"]))
    next(actions, None)
    return next(
        (int(its[0]["i"]) for its in actions if not {it["t"] for it in its} <= OF_START), len(entries)
    )


def desk_of(entries: Sequence[Entry]) -> Desk:
    """The desk after a whole log."""
    desk = new_desk(entries)
    for entry in entries:
        fold(desk, entry)
    return desk


def fold(desk: Desk, entry: Entry) -> None:
    """Apply an entry, whose data have the form of its table."""
    if step := _STEPS.get(entry["t"]):
        step(desk, entry)


def _take_seat(desk: Desk, entry: Entry) -> None:
    (desk.people.discard if "bot" in entry["d"] else desk.people.add)(entry["d"]["seat"])


def _start(desk: Desk, entry: Entry) -> None:
    desk.started = True


# Referees.


def _appoint(desk: Desk, entry: Entry) -> None:
    d = entry["d"]
    desk.referees.setdefault(d["referee"], Referee(d["referee"], d["head"], entry))


def _accept(desk: Desk, entry: Entry) -> None:
    referee = desk.referees.get(entry["d"]["referee"])
    if referee is not None and referee.accepted is None:
        referee.accepted = entry
        referee.from_start = entry["i"] < desk.begun


def _leave(desk: Desk, entry: Entry) -> None:
    number = entry["d"]["referee"]
    if (referee := desk.referees.get(number)) is None or referee.left is not None:
        return
    referee.left = entry
    for case in desk.cases.values():
        _end_releases(case, entry, number)
    if desk.case is not None and desk.case.referee == number:
        _free(desk.case, entry)


def _end_releases(case: Case, entry: Entry, referee: int | None = None) -> None:
    for release in case.releases:
        if release.ended is None and referee in (None, release.entry["d"]["referee"]):
            release.ended = entry


def _free(case: Case, entry: Entry) -> None:
    """Somebody else may take the case. One that is ruled remains ruled or appealed."""
    case.state = "open" if case.state in UNRULED else case.state
    case.referee, case.taken, case.freed = None, None, entry


# Cases.


def _open(desk: Desk, entry: Entry) -> None:
    here = list(desk.here)
    marked = frozenset(it.number for it in here if len(here) == 1 or not it.from_start)
    desk.case = Case(entry, frozenset(it.number for it in here), marked)
    desk.cases.setdefault(entry["d"]["dispute"], desk.case)


def _in_case(step: Callable[[Desk, Case, Entry], None]) -> Callable[[Desk, Entry], None]:
    """A step of the case that the entry names, if there is one."""

    def take(desk: Desk, entry: Entry) -> None:
        if case := desk.cases.get(entry["d"].get("dispute", 0)):
            step(desk, case, entry)

    return take


def _saying(member: str) -> Callable[[Desk, Entry], None]:
    return _in_case(lambda _, case, entry: getattr(case, member).append(entry))


def _closing(state: str) -> Callable[[Desk, Entry], None]:
    return _in_case(lambda desk, case, entry: _close(desk, case, entry, state))


def _close(desk: Desk, case: Case, entry: Entry, state: str) -> None:
    _end_releases(case, entry)
    if case.closed is None:
        case.state, case.closed, case.referee = state, entry, None
    desk.case = None if desk.case is case else desk.case


def _take(desk: Desk, case: Case, entry: Entry) -> None:
    case.state = "taken" if case.state in UNRULED else case.state
    case.referee, case.taken = entry["d"]["referee"], entry


def _refuse(desk: Desk, case: Case, entry: Entry) -> None:
    case.objections.append(entry)
    if case.referee == entry["d"]["referee"]:
        _free(case, entry)


def _read(desk: Desk, case: Case, entry: Entry) -> None:
    for release in case.releases:
        if release.entry["d"]["release"] == entry["d"]["release"]:
            release.readings.append(entry)


def _rule(desk: Desk, case: Case, entry: Entry) -> None:
    ruling = desk.rulings.setdefault(entry["d"]["ruling"], Ruling(entry))
    case.rulings.append(ruling)
    _end_releases(case, entry)
    if case.is_open:
        case.state, case.referee, case.taken = "ruled", None, None


def _appeal(desk: Desk, case: Case, entry: Entry) -> None:
    case.appeals.append(entry)
    case.state = "appealed" if case.is_open else case.state


def _decide(desk: Desk, case: Case, entry: Entry) -> None:
    case.decision = case.decision or entry
    _end_releases(case, entry)


def _make_final(desk: Desk, case: Case, entry: Entry) -> None:
    ruling = desk.rulings.get(entry["d"]["ruling"])
    if ruling is not None and ruling.final is None:
        ruling.final = entry
    _close(desk, case, entry, "final")


_STEPS: dict[str, Callable[[Desk, Entry], None]] = {
    "seat-taken": _take_seat,
    "seat-freed": lambda desk, entry: desk.people.discard(entry["d"]["seat"]),
    "game-started": _start,
    "referee-appointed": _appoint,
    "referee-accepted": _accept,
    "referee-dismissed": _leave,
    "referee-resigned": _leave,
    "dispute-opened": _open,
    "dispute-withdrawn": _closing("withdrawn"),
    "dispute-expired": _closing("expired"),
    "statement-given": _saying("statements"),
    "case-taken": _in_case(_take),
    "referee-refused": _in_case(_refuse),
    "referee-kept": _saying("objections"),
    "evidence-released": _in_case(lambda _, case, entry: case.releases.append(Release(entry))),
    "evidence-read": _in_case(_read),
    "ruled": _in_case(_rule),
    "appealed": _in_case(_appeal),
    "appeal-waived": _saying("waivers"),
    "appeal-answered": _saying("answers"),
    "appeal-decided": _in_case(_decide),
    "ruling-final": _in_case(_make_final),
}
TYPES = frozenset(_STEPS) - {"seat-taken", "seat-freed", "game-started"}
"""The types of the desk."""
