"""Rows of cases, for lists of cases and for the worker that applies deadlines."""

from __future__ import annotations

from typing import Any

from domain.table.referee.deadlines import due
from projections.commit import Commit, Sql
from projections.documents.disputes import CaseSummary, DeskPage
from projections.paging import Query, one_page
from projections.people import rfc3339

UPSERT = """INSERT INTO cases (id, created_at, game, dispute, state, updated_at, due) VALUES (?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (id) DO UPDATE SET state = excluded.state, updated_at = excluded.updated_at, due = {due}"""
LISTED = """SELECT id, created_at, game, ruleset, dispute, state, updated_at, due FROM (
    SELECT cases.id, cases.created_at, cases.game, lobby.ruleset, cases.dispute, cases.state, cases.updated_at, cases.due,
        lobby.visibility, lobby.hidden FROM cases JOIN lobby ON lobby.game = cases.game) AS listed"""
EVERY: Sql = ("dispute > 0", ())
PUBLIC: Sql = ("visibility = 'public' AND hidden = 0", ())
OF = "(game = ? OR game IN (SELECT game FROM tournament_games WHERE tournament = ?))"


def rows_for(commit: Commit) -> list[Sql]:
    """The inline projection: the row of the last case, the only one that a commit can change. Empty for most games."""
    cases = commit.table.desk.cases
    if not cases or commit.imported:
        return []
    case, game, written = cases[-1], commit.table.setup.game, commit.table.version - commit.events
    deadline = due(commit.table, lambda version: commit.at)
    row = (f"{game}-{case.number:03}", commit.at, game, case.number, case.state, commit.at)
    if deadline is not None and deadline.since <= written:  # an earlier commit stored it; grounds put it off
        return [(UPSERT.format(due="cases.due + ?"), (*row, None, 1000 * _put_off(commit, deadline.seconds)))]
    return [(UPSERT.format(due="excluded.due"), (*row, None if deadline is None else deadline.at))]


def _put_off(commit: Commit, seconds: int) -> int:
    """By how many seconds more a case is due than before the commit."""
    before = None if commit.before is None else due(commit.before.table, lambda version: 0)
    return 0 if before is None else seconds - before.seconds


def page(
    query: Query,
    place: str | None,
    state: str | None,
    limit: int,
    cursor: str | None,
    everywhere: bool = False,
) -> DeskPage:
    """The cases of a game or of a tournament's games, or without a place of all public games, newest first.

    `everywhere`: without a place, include private and hidden games.
    """
    visible = EVERY if everywhere else PUBLIC
    conditions: list[Sql] = [visible if place is None else (OF, (place, place))]
    if state is not None:
        conditions.append(("state = ?", (state,)))
    rows, following = one_page(query, LISTED, "id", conditions, limit, cursor)
    return DeskPage(disputes=[_summary(row) for row in rows], next=following)


def _summary(row: tuple[Any, ...]) -> CaseSummary:
    _, opened, game, ruleset, dispute, state, updated, at = row
    return CaseSummary(
        game=game,
        ruleset=ruleset,
        dispute=dispute,
        state=state,
        opened_at=rfc3339(opened),
        updated_at=rfc3339(updated),
        due_at=None if at is None else rfc3339(at),
    )
