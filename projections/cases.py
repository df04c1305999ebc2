"""Rows of cases and judge calls: for lists, for a meeting's queue, and for the worker that applies deadlines.

A commit writes the rows that it changed. In a meeting, each changed row then moves to the end of the meeting's order, so that
its followers are sent it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import orjson

from domain.table.calls.state import Call
from domain.table.referee.deadlines import Deadline, due
from domain.table.referee.state import CLOSED, Case
from domain.table.state import Table
from projections.commit import Commit, InTurn, Sql

OPEN_CASE = f"cases.kind = 'case' AND cases.state NOT IN {CLOSED}"
"""The condition of rows of open cases; judge calls do not count."""
ANSWERED_FIRST, CLOSED_FIRST = 2**50, 2**52
"""Calls that wait only for their seats to close them come after everything that is due; what is closed comes last, the newest
first. Both numbers exceed every time in milliseconds."""
UPSERT = """INSERT INTO cases (id, created_at, game, kind, dispute, state, updated_at, due, opener, wants, clauses, referee,
    meeting, urgency) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (id) DO UPDATE SET state = excluded.state, updated_at = excluded.updated_at, referee = excluded.referee,
    due = {due}, urgency = {urgency}"""
CHANGED_DUE = UPSERT.format(due="excluded.due", urgency="excluded.urgency")
SAME_DUE = UPSERT.format(due="cases.due + ?", urgency="cases.urgency + ?")
MOVE = """UPDATE cases SET position = max(?, 1 + (SELECT coalesce(max(position), 0) FROM cases AS others
    WHERE others.meeting = ?)) WHERE id = ?"""
"""Positions are times in milliseconds, or follow the last one: gaps between them do not count what happens at private tables."""
DRAW = "UPDATE cases SET position = kronika_place(1) WHERE id = ?"
"""The variant for concurrent writers."""


def rows_for(commit: Commit) -> list[Sql | InTurn]:
    """The inline projection; no rows for a commit that changes nothing at the desk, as most do."""
    if commit.imported:
        return []
    table, before = commit.table, None if commit.before is None else commit.before.table
    rows = [*_case_rows(commit, table, before), *_call_rows(commit, table, before)]
    meeting = table.setup.meeting
    moved = [] if meeting is None else [_moved(commit.at, meeting, str(params[0])) for _, params in rows]
    return [*rows, *moved]


def _moved(at: int, meeting: str, id: str) -> InTurn:
    return InTurn(MOVE, (at, meeting, id), (DRAW, (id,)))


def _case_rows(commit: Commit, table: Table, before: Table | None) -> Iterator[Sql]:
    """The row of the last case, the only one that a commit can change."""
    if not table.desk.cases or (before is not None and before.desk.cases == table.desk.cases):
        return
    case, written = table.desk.cases[-1], table.version - commit.events
    deadline = due(table, lambda version: commit.at)
    row = _case_row(commit, case)
    if deadline is not None and deadline.since <= written:  # an earlier commit stored it; grounds put it off
        more = 1000 * _put_off(deadline, before)
        yield SAME_DUE, (*row, None, *_row_of(case), table.setup.meeting, commit.at, more, more)
    else:
        at = None if deadline is None else deadline.at
        urgency = CLOSED_FIRST - commit.at if at is None else at
        yield CHANGED_DUE, (*row, at, *_row_of(case), table.setup.meeting, urgency)


def _put_off(deadline: Deadline, before: Table | None) -> int:
    """By how many seconds a case is due later than before the commit."""
    earlier = None if before is None else due(before, lambda version: 0)
    return 0 if earlier is None else deadline.seconds - earlier.seconds


def _case_row(commit: Commit, case: Case) -> tuple[Any, ...]:
    game = commit.table.setup.game
    return (f"{game}-{case.number:03}", commit.at, game, "case", case.number, case.state, commit.at)


def _row_of(case: Case) -> tuple[Any, ...]:
    return (case.opener, case.wants, orjson.dumps(case.clauses).decode(), case.referee)


def _call_rows(commit: Commit, table: Table, before: Table | None) -> Iterator[Sql]:
    known = () if before is None else before.calls
    for call in table.calls:
        if call.number > len(known) or known[call.number - 1] != call:
            yield _call_row(commit, call)


def _call_row(commit: Commit, call: Call) -> Sql:
    game, at = commit.table.setup.game, commit.at
    state = "closed" if call.closed is not None else "answered" if call.answers else "open"
    urgency = {"open": at, "answered": ANSWERED_FIRST + at, "closed": CLOSED_FIRST - at}[state]
    answered_by = call.answers[-1].referee if call.answers else None
    details = (f"seat:{call.seat}", None, "[]", answered_by, commit.table.setup.meeting)
    row = (f"{game}-call-{call.number:03}", at, game, "call", call.number, state, at, None, *details, urgency)
    return CHANGED_DUE, row
