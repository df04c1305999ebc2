"""Until when a case waits for what, in milliseconds since 1970 (docs/ledger.md, section 13)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from ..entries import Entry
from . import acting
from .state import UNRULED, Case, Desk


class Due(NamedTuple):
    """What a case waits for: of which seats or which referee, and until when. No referee: any who may act."""

    what: str
    at: int
    seats: list[int]
    referee: int | None = None


def statements_until(desk: Desk, case: Case) -> int:
    return int(case.opened["at"]) + desk.seconds("answer_within")


def statements_in(desk: Desk, case: Case, now: int) -> bool:
    """Whether the case is ruled, every party has said what it has to, or the time for it is over."""
    return case.state not in UNRULED or not acting.silent(desk, case) or now >= statements_until(desk, case)


def refusals_until(desk: Desk, case: Case) -> int | None:
    """Until when the referee who has the case may be refused; None if nobody may (any more)."""
    if case.taken is None or not acting.may_refuse(desk, case):
        return None
    return int(case.taken["at"]) + desk.seconds("answer_within")


def rule_until(desk: Desk, case: Case) -> int:
    """When a case expires that nobody has ruled in."""
    since = case.taken or case.freed or case.opened
    return int(since["at"]) + desk.seconds("rule_within")


def _last(said: Iterable[Entry], over: int) -> int:
    """When the last one spoke, at most the end of the time for it."""
    return min(over, max((int(it["at"]) for it in said), default=over))


def appeals_until(desk: Desk, case: Case) -> int:
    """When the time to appeal against the first ruling is over, or was."""
    over = int(case.rulings[0].entry["at"]) + desk.seconds("appeal_within")
    return over if acting.may_still_appeal(desk, case) else _last((*case.appeals, *case.waivers), over)


def answers_until(desk: Desk, case: Case) -> int:
    """When the time to answer the appeals is over, or was."""
    over = appeals_until(desk, case) + desk.seconds("answer_within")
    return over if acting.unanswered(desk, case) else _last(case.answers, over)


def decision_until(desk: Desk, case: Case) -> int:
    return answers_until(desk, case) + desk.seconds("rule_within")


def ends_at(desk: Desk, case: Case) -> int:
    """When the table ends the case, if nobody does anything: it expires, or its ruling becomes final."""
    if case.state in UNRULED:
        return rule_until(desk, case)
    return decision_until(desk, case) if case.appeals else appeals_until(desk, case)


def due(desk: Desk, case: Case, now: int) -> Iterator[Due]:
    """All that an open case waits for at a time."""
    if case.state not in UNRULED:
        yield _after_ruling(desk, case, now)
        return
    if not statements_in(desk, case, now):
        yield Due("statement", statements_until(desk, case), acting.silent(desk, case))
    until = refusals_until(desk, case)
    if until is not None and now < until:
        yield Due("refusal", until, acting.may_refuse(desk, case))
    yield Due("taking" if case.state == "open" else "ruling", rule_until(desk, case), [], case.referee)


def _after_ruling(desk: Desk, case: Case, now: int) -> Due:
    if now < appeals_until(desk, case):
        return Due("appeal", appeals_until(desk, case), acting.may_still_appeal(desk, case))
    if now < answers_until(desk, case):
        return Due("answer", answers_until(desk, case), acting.unanswered(desk, case))
    what = "appeal-taking" if case.referee is None else "decision"
    return Due(what, decision_until(desk, case), [], case.referee)
