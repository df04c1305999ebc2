"""When each step of a dispute is due, and who has to take it: pure functions of a table and the times of its entries."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal, NamedTuple

from domain.table.events import Disputes
from domain.table.referee.objecting import rule_since
from domain.table.referee.state import UNRULED, Case, Desk, Statement
from domain.table.state import Table

At = Callable[[int], int]
"""When the event of a version was, in milliseconds since the epoch."""
Phase = Literal["taking", "ruling", "appeal", "answer", "appeal-taking", "decision"]
"""What an open case waits for: a referee, their ruling, grounds and waivers, answers, a head referee, their decision."""


class Until(NamedTuple):
    """A time: `seconds` after the event of the version `since`."""

    since: int
    seconds: int

    def plus(self, seconds: int) -> Until:
        return Until(self.since, self.seconds + seconds)

    def time(self, at: At) -> int:
        """In milliseconds since the epoch."""
        return at(self.since) + 1000 * self.seconds


class Deadline(NamedTuple):
    """What happens to a case at a time, if nothing else does before: it expires, or its ruling becomes final.

    `at` is `seconds` after the event of the version `since`.
    """

    case: Case
    then: Literal["expired", "final"]
    at: int
    since: int
    seconds: int


def due(table: Table, at: At) -> Deadline | None:
    """What the open case waits for; None without one."""
    case, terms = table.desk.case, table.setup.disputes
    if case is None or terms is None:
        return None
    then: Literal["expired", "final"] = "expired" if case.state in UNRULED else "final"
    until = _end_of(table, case, terms)
    return Deadline(case, then, until.time(at), *until)


def _end_of(table: Table, case: Case, terms: Disputes) -> Until:
    if case.state == "ruled":
        return appeals_until(table, case, terms)
    if case.state == "appealed":
        return decision_until(table, case, terms)
    return Until(rule_since(case), terms.rule_within)


def may_appeal(desk: Desk, case: Case, parties: Sequence[int]) -> tuple[int, ...]:
    """The parties that may take the case's ruling to a head referee (referee.appeal).

    A party that did not open the case may do so where the ruling has a remedy, or a penalty for it.
    """
    ruling = desk.ruling_of(case)
    if ruling is None:
        return ()
    concerned = {case.seat, *(penalty.seat for penalty in ruling.said.penalties)}
    return tuple(seat for seat in parties if ruling.remedies or seat in concerned)


def appeals_until(table: Table, case: Case, terms: Disputes) -> Until:
    """Grounds and waivers are given until all who may appeal have spoken, or their time is over."""
    said = (*case.appeals, *case.waivers)
    spoken = _last_of(said, may_appeal(table.desk, case, table.seats.people))
    ruling = table.desk.ruling_of(case)
    assert ruling is not None
    return spoken or Until(ruling.version, terms.appeal_within)


def answers_until(table: Table, case: Case, terms: Disputes) -> Until:
    """Answers are given until all parties have answered, or their time is over, which begins after all grounds."""
    answered = _last_of(case.answers, table.seats.people)
    return answered or appeals_until(table, case, terms).plus(terms.answer_within)


def decision_until(table: Table, case: Case, terms: Disputes) -> Until:
    """A head referee decides within `rule_within` after the answers, whenever they take the appeal."""
    return answers_until(table, case, terms).plus(terms.rule_within)


def _last_of(said: Sequence[Statement], by: Sequence[int]) -> Until | None:
    """When the last of these seats said something; None while one of them has not."""
    if not by or not {*by} <= {it.seat for it in said}:
        return None
    return Until(max(it.version for it in said), 0)


def phase(table: Table, case: Case, at: At, now: int) -> Phase:
    """What an open case waits for at a time, in milliseconds since the epoch."""
    terms = table.setup.disputes
    assert terms is not None
    if case.state in UNRULED:
        return "taking" if case.state == "open" else "ruling"
    if case.state == "ruled" or now < appeals_until(table, case, terms).time(at):
        return "appeal"
    if now < answers_until(table, case, terms).time(at):
        return "answer"
    return "appeal-taking" if case.referee is None else "decision"


class Awaited(NamedTuple):
    """Of whom something is awaited, and until when (milliseconds since the epoch): of `seats`, of a `referee`, or of any."""

    what: str
    seats: tuple[int, ...]
    referee: int | None
    at: int


def awaited(table: Table, case: Case, at: At, now: int) -> Awaited:
    """What an open case waits for at a time; statements and refusals before a ruling are awaited beside it."""
    terms, parties = table.setup.disputes, table.seats.people
    assert terms is not None
    what = phase(table, case, at, now)
    if what == "appeal":
        spoken = {it.seat for it in (*case.appeals, *case.waivers)}
        seats = tuple(it for it in may_appeal(table.desk, case, parties) if it not in spoken)
        return Awaited(what, seats, None, appeals_until(table, case, terms).time(at))
    if what == "answer":
        answered = {it.seat for it in case.answers}
        seats = tuple(it for it in parties if it not in answered)
        return Awaited(what, seats, None, answers_until(table, case, terms).time(at))
    return Awaited(what, (), case.referee, _end_of(table, case, terms).time(at))
