"""The procedure of the desk: who acted, in which order, and when; no rules of a game are needed (docs/ledger.md, section 17)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import groupby

from ..entries import Entry
from ..problems import Failed
from . import deciding, parties, referees, times
from .document import time_of
from .folding import fold, new_desk
from .state import UNRULED, Case, Desk
from .step import Step

CHECKS: Mapping[str, Callable[[Step], None]] = {
    "referee-appointed": referees.check_appointed,
    "referee-accepted": referees.check_accepted,
    "referee-dismissed": referees.check_dismissed,
    "referee-resigned": referees.check_resigned,
    "referee-refused": referees.check_objection,
    "referee-kept": referees.check_objection,
    "case-taken": referees.check_taken,
    "evidence-released": referees.check_released,
    "evidence-read": referees.check_read,
    "dispute-opened": parties.check_opened,
    "dispute-withdrawn": parties.check_withdrawn,
    "dispute-expired": deciding.check_expired,
    "statement-given": parties.check_statement,
    "appealed": parties.check_appeal,
    "appeal-waived": parties.check_appeal,
    "appeal-answered": parties.check_answer,
    "ruled": deciding.check_ruled,
    "appeal-decided": deciding.check_decided,
    "ruling-final": deciding.check_final,
}
FOLLOWING = ("ruled", "ruling-final")
"""Types that may follow on another in its action."""
BEFORE_CASES = ("time-held", "rules-changed")
"""Types that may begin an action although a case is due: outages are held first, and each deadline follows today's rules."""


def check_procedure(entries: Sequence[Entry], played: frozenset[str]) -> Desk:
    """The desk of a log whose entries have the data of their table; Failed at the first step that was not allowed.

    `played` are the types of its ruleset.
    """
    desk = new_desk(entries)
    for _, group in groupby(entries, key=lambda entry: entry["a"]):
        action = list(group)
        _check_in_time(desk, action[0])
        for entry in action:
            _check(Step(entries, played, desk, entry, action))
            fold(desk, entry)
        _check_ended(desk, action[-1])
    return desk


def _check(step: Step) -> None:
    if check := CHECKS.get(step.entry["t"]):
        step.must(step.begins or step.entry["t"] in FOLLOWING, "it begins an action")
        check(step)


def _check_in_time(desk: Desk, first: Entry) -> None:
    """What is due is recorded before anything else happens in the game."""
    case = desk.case
    if case is None or first["t"] in BEFORE_CASES or first["at"] < (end := times.ends_at(desk, case)):
        return
    flag = first["t"] == "time-ran-out" and first["d"]["deadline"] <= end
    if not flag and not _ends(first, case):
        how = "expired" if case.state in UNRULED else "become final"
        raise Failed(f"case {case.number} had to have {how} at {time_of(end)}, before this", first["i"])


def _ends(first: Entry, case: Case) -> bool:
    t = "dispute-expired" if case.state in UNRULED else "ruling-final"
    return bool(first["t"] == t and first["d"]["dispute"] == case.number)


def _check_ended(desk: Desk, last: Entry) -> None:
    """A ruling that nobody can or wants to have looked at again is final in the same action."""
    case = desk.case
    if case is not None and case.state not in UNRULED and deciding.is_final(desk, case):
        raise Failed(f"the ruling of case {case.number} had to become final in this action", last["i"])
