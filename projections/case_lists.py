"""Lists of cases and calls for readers: of a game, of a tournament, of all public games, and the queue of a meeting."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import orjson

from domain.table.referee.state import CLOSED
from projections.commit import Sql
from projections.documents.disputes import CaseSummary, DeskPage, NamesAtTable
from projections.documents.queues import QueueRow
from projections.paging import Query, all_true, make_cursor, marks, one_page, read_cursor
from projections.people import rfc3339

COLUMNS = """cases.id, cases.created_at, cases.urgency, cases.position, cases.game, lobby.ruleset, cases.kind, cases.dispute,
    cases.state, cases.updated_at, cases.due, cases.opener, cases.wants, cases.clauses, cases.referee"""
LISTED = f"""SELECT * FROM (SELECT {COLUMNS}, cases.meeting, lobby.visibility, lobby.hidden
    FROM cases JOIN lobby ON lobby.game = cases.game WHERE kind = 'case') AS listed"""
IN_ORDER = f"""SELECT {COLUMNS} FROM cases JOIN lobby ON lobby.game = cases.game
    WHERE {{where}} ORDER BY cases.urgency, cases.id LIMIT ?"""
CHANGED = f"""SELECT {COLUMNS} FROM cases JOIN lobby ON lobby.game = cases.game
    WHERE {{where}} ORDER BY cases.position LIMIT ?"""
LAST = """SELECT cases.position FROM cases JOIN lobby ON lobby.game = cases.game WHERE cases.meeting = ?{seen}
    ORDER BY cases.position DESC LIMIT 1"""
PUBLIC_ONLY = " AND lobby.visibility = 'public'"
SEATS = "SELECT game, seat, name FROM players WHERE game IN ({}) ORDER BY game, seat"
REFEREES = """SELECT cases.game, referees.number, referees.name FROM cases
    LEFT JOIN tournament_games ON tournament_games.game = cases.game
    JOIN referees ON referees.place IN (cases.game, tournament_games.tournament, cases.meeting) AND cases.id IN ({})"""
NOT_DELETED: Sql = ("hidden < 2", ())
PUBLIC: Sql = ("visibility = 'public' AND hidden = 0", ())
OF = "(game = ? OR meeting = ? OR game IN (SELECT game FROM tournament_games WHERE tournament = ?))"
HELD = """SELECT account_roles.place FROM account_roles LEFT JOIN referees ON referees.place = account_roles.place
    AND dismissed > 0 AND role = 'referee:' || CAST(number AS TEXT)
    WHERE account_roles.account = ? AND role LIKE ? AND dismissed IS """
NOW, NO_MORE = f"{HELD}NULL", f"{HELD}NOT NULL"
OF_ACCOUNT = f"""(game IN ({NOW}) OR meeting IN ({NOW})
    OR game IN (SELECT game FROM tournament_games WHERE tournament IN ({NOW}))
    OR (state NOT IN {CLOSED} AND (meeting IN ({NO_MORE})
        OR game IN (SELECT game FROM tournament_games WHERE tournament IN ({NO_MORE})))))"""
"""A referee who was dismissed from a tournament or meeting keeps the open cases of its games."""
ANY_ROLE, REFEREE = "%", "referee:%"
AT_MEETING = "cases.meeting = ? AND lobby.hidden < 2"
AT_PUBLIC_TABLES = "lobby.visibility = 'public' AND lobby.hidden = 0"
BATCH = 500
"""The most rows of one page of a queue, and of one part of its stream."""


class QueueFilter(NamedTuple):
    """Which rows of a queue are wanted; None matches anything. `due_before` is in milliseconds since the epoch."""

    status: str | None = None
    ruleset: str | None = None
    referee: int | None = None
    clause: str | None = None
    due_before: int | None = None

    def conditions(self) -> list[Sql]:
        """Calls that their seats have closed are listed only if somebody asks for them."""
        filters: tuple[tuple[str, object], ...] = (
            ("cases.state = ?", self.status),
            ("lobby.ruleset = ?", self.ruleset),
            ("cases.referee = ?", self.referee),
            ("cases.clauses LIKE ?", None if self.clause is None else f'%"{self.clause}"%'),
            ("cases.due < ?", self.due_before),
        )
        given: list[Sql] = [(sql, (value,)) for sql, value in filters if value is not None]
        return given if self.status == "closed" else [("cases.state <> 'closed'", ()), *given]


def at_place(place: str, everywhere: bool) -> list[Sql]:
    """The cases of a game, tournament or meeting. `everywhere`: also of private and hidden games, but of no deleted one."""
    return [NOT_DELETED if everywhere else PUBLIC, (OF, (place,) * 3)]


def of_account(account: str, only_as_referee: bool) -> list[Sql]:
    """The cases of all games in which an account has a part now, or referees; of a meeting, only its referees have them."""
    role = REFEREE if only_as_referee else ANY_ROLE
    return [NOT_DELETED, (OF_ACCOUNT, (account, role, *(account, REFEREE, account, role) * 2))]


def page(query: Query, which: Sequence[Sql], state: str | None, limit: int, cursor: str | None) -> DeskPage:
    """Those of some games (`at_place`, `of_account`, or `[PUBLIC]`), newest first."""
    conditions = [*which]
    if state is not None:
        conditions.append(("state = ?", (state,)))
    rows, following = one_page(query, LISTED, "id", conditions, limit, cursor)
    return DeskPage(disputes=[_summary(row) for row in _rows(query, rows)], next=following)


def queue(
    query: Query, meeting: str, private: bool, wanted: QueueFilter, limit: int, cursor: str | None
) -> tuple[list[QueueRow], str | None]:
    """Rows by what is due first, and the cursor of the next page (None at the end). `private`: with those of private tables."""
    conditions = [_at(meeting, private), *wanted.conditions()]
    if cursor is not None:
        urgency, id = read_cursor(cursor)
        conditions.append(
            ("(cases.urgency > ? OR (cases.urgency = ? AND cases.id > ?))", (urgency, urgency, id))
        )
    where, params = all_true(conditions)
    rows = query(IN_ORDER.format(where=where), (*params, limit + 1))
    last = rows[limit - 1] if len(rows) > limit else None
    following = None if last is None else make_cursor(last[2], last[0])
    return [_queue_row(row) for row in _rows(query, rows[:limit])], following


def changed(query: Query, meeting: str, private: bool, after: int, upto: int) -> list[tuple[int, QueueRow]]:
    """The first `BATCH` rows that changed after a position, each once, with its position; up to a settled position."""
    conditions = [_at(meeting, private), ("cases.position > ? AND cases.position <= ?", (after, upto))]
    where, params = all_true(conditions)
    rows = query(CHANGED.format(where=where), (*params, BATCH))
    found = _rows(query, rows)
    return [(row.position, _queue_row(row)) for row in found if row.position is not None]


def head(query: Query, meeting: str, private: bool) -> int:
    """The position of the last change in a meeting's queue; 0 before the first. `private`: at private tables too.

    Hidden tables count, so that a position that was given out is never beyond the head.
    """
    last = query(LAST.format(seen="" if private else PUBLIC_ONLY), (meeting,))
    return int(last[0][0]) if last else 0


def _at(meeting: str, private: bool) -> Sql:
    return (AT_MEETING if private else f"{AT_MEETING} AND {AT_PUBLIC_TABLES}"), (meeting,)


class _Row(NamedTuple):
    """The columns `COLUMNS`, and the names at the table."""

    id: str
    created_at: int
    urgency: int
    position: int | None
    game: str
    ruleset: str
    kind: str
    number: int
    state: str
    updated_at: int
    due: int | None
    opener: str
    wants: str | None
    clauses: str
    referee: int | None
    names: NamesAtTable


def _rows(query: Query, rows: Sequence[Sequence[Any]]) -> list[_Row]:
    """With current names, which may have changed since the rows were written: two queries for all of them."""
    if not rows:
        return []
    games, ids = tuple({row[4] for row in rows}), tuple(row[0] for row in rows)
    seats = _by_game(query(SEATS.format(marks(games)), games))
    referees = _by_game(query(REFEREES.format(marks(ids)), ids))
    columns = len(_Row._fields) - 1
    return [
        _Row._make(
            [
                *row[:columns],
                NamesAtTable(seats=seats.get(row[4], {}), referees=referees.get(row[4], {})),
            ]
        )
        for row in rows
    ]


def _by_game(found: Sequence[tuple[Any, ...]]) -> Mapping[str, dict[str, str | None]]:
    names: dict[str, dict[str, str | None]] = {}
    for game, number, name in found:
        names.setdefault(game, {})[str(number)] = name
    return names


def _case_fields(row: _Row) -> dict[str, Any]:
    """What both kinds of lists tell of a row."""
    return {
        "game": row.game,
        "ruleset": row.ruleset,
        "state": row.state,
        "opener": row.opener,
        "wants": row.wants,
        "clauses": tuple(orjson.loads(row.clauses)),
        "referee": row.referee,
        "names": row.names,
        "opened_at": rfc3339(row.created_at),
        "updated_at": rfc3339(row.updated_at),
        "due_at": None if row.due is None else rfc3339(row.due),
    }


def _summary(row: _Row) -> CaseSummary:
    return CaseSummary(dispute=row.number, **_case_fields(row))


def _queue_row(row: _Row) -> QueueRow:
    return QueueRow(kind=row.kind, number=row.number, **_case_fields(row))
