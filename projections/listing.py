"""What the lobby is looked through by: public games by kind, so that rare ones are found without passing the others.

A kind is all that does not change with every move: where a game was played, ruleset, status, bots, how it ended. There are
a few dozen kinds, however many games; a page is the newest of each that is asked for, merged. The same stands beside every
player's name. A game that is hidden has no `cell`, and nothing finds it.

When a game was last changed does change with every move, so only how long it has lasted is kept, roughly (`span`): of the
games of one span, those that can have been changed within a time were begun within another. What is not flat is that other
time: until a page is full, games of a span are passed that were begun in it and do not match, and it has no beginning for
games that have lasted more than 50 days.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from projections.commit import Commit, Sql
from projections.paging import Query

Place = tuple[int, str]
"""Where a game stands in the order of creation: when it was made (milliseconds since the epoch), and its id."""

LASTS = (2**20, 2**24, 2**28, 2**32)
"""Milliseconds that games of each span have lasted less than (17 minutes, 5 hours, 3 days, 50 days); the last has no end."""
SPAN = "CASE {} ELSE 4 END".format(" ".join(f"WHEN {{0}} < {end} THEN {n}" for n, end in enumerate(LASTS)))
NOW_LASTS = SPAN.format("(excluded.created_at - listed.created_at)")
HAS_LASTED = SPAN.format("(updated_at - created_at)")

LIST = f"""INSERT INTO listed (game, imported, kind, cell, span, created_at) VALUES (?, ?, ?, ?, 0, ?)
    ON CONFLICT (game) DO UPDATE SET kind = excluded.kind,
        cell = CASE WHEN listed.cell IS NULL THEN NULL ELSE excluded.kind END, span = {NOW_LASTS}
    WHERE listed.kind <> excluded.kind OR listed.span <> {NOW_LASTS}"""
LIST_ANEW = f"""INSERT INTO listed (game, imported, kind, cell, span, created_at)
    SELECT game, ?, ?, CASE WHEN hidden = 0 THEN ? END, {HAS_LASTED}, created_at FROM lobby
        WHERE game = ? AND version = ? AND visibility = 'public'
    ON CONFLICT (game) DO UPDATE SET imported = excluded.imported, kind = excluded.kind, cell = excluded.cell,
        span = excluded.span, created_at = excluded.created_at"""
BESIDE_NAMES = """UPDATE players SET cell = listed.cell, span = listed.span, created_at = listed.created_at FROM listed
    WHERE {} AND listed.game = players.game AND (players.created_at IS NULL OR players.created_at <> listed.created_at
        OR players.span <> listed.span OR coalesce(players.cell, '') <> coalesce(listed.cell, ''))"""
SHOWN_OR_NOT = """UPDATE listed SET cell = CASE
        WHEN EXISTS (SELECT 1 FROM lobby WHERE lobby.game = listed.game AND hidden > 0) THEN NULL ELSE kind END
    WHERE {}"""

KINDS = """WITH RECURSIVE kinds(cell) AS (SELECT min(cell) FROM {table} WHERE {whose} UNION ALL
    SELECT (SELECT min({table}.cell) FROM {table} WHERE {whose} AND {table}.cell > kinds.cell) FROM kinds
        WHERE kinds.cell IS NOT NULL) SELECT cell FROM kinds WHERE cell IS NOT NULL"""
"""Those that there are, each found by a step in an index from the one before."""
NEWEST = """SELECT * FROM (SELECT {table}.created_at, {table}.game FROM {table}
    WHERE {whose} AND {table}.created_at > ? AND ({table}.created_at, {table}.game) < (?, ?){and_updated}
    ORDER BY {table}.created_at DESC, {table}.game DESC /*! LIMIT {limit} */) AS newest"""
OLDEST = """SELECT * FROM (SELECT {table}.created_at, {table}.game FROM {table}
    WHERE {whose} AND ({table}.created_at, {table}.game) > (?, ?) AND {table}.created_at < ?{and_updated}
    ORDER BY {table}.created_at, {table}.game /*! LIMIT {limit} */) AS oldest"""
"""Lists that are merged row by row: of each no more is read than stands on the page, however many games there are of a kind.
SQLite does so unless they are limited, or distinct; PostgreSQL only if they are limited."""
UPDATED = """ AND (SELECT updated_at >= ? AND updated_at < ? FROM lobby WHERE lobby.game = {table}.game)"""
AT_ONCE = 100
"""Lists that one statement merges; databases have a limit."""
BEGINNING, END = (-1, ""), (2**62, "")


class Kind(NamedTuple):
    """`bot` and `imported` are "0" or "1"; `outcome` is the reason of the outcome, "" before there is one."""

    imported: str
    ruleset: str
    status: str
    bot: str
    outcome: str


class Sought(NamedTuple):
    """Which kinds somebody wants, None where anything will do; who plays; and when the last event was (milliseconds)."""

    kind: tuple[str | None, str | None, str | None, str | None, str | None]
    player: str | None
    since: int | None
    until: int | None


class _List(NamedTuple):
    """Games in one order: the condition that an index answers, and the time in which they were begun."""

    whose: str
    params: tuple[object, ...]
    begun_after: int = BEGINNING[0]
    begun_before: int = END[0]


def kind_of(commit: Commit) -> str:
    outcome, setup = commit.table.outcome, commit.table.setup
    bot = any(player.bot for player in commit.players.values())
    reason = "" if outcome is None else outcome.reason
    return "/".join(
        Kind(str(int(commit.imported)), setup.ruleset, commit.table.status, str(int(bot)), reason)
    )


def _alike(before: Commit, commit: Commit) -> bool:
    """Whether a game is found as it was before: most actions change nothing here."""
    return _found_by(before) == _found_by(commit)


def _found_by(commit: Commit) -> tuple[object, ...]:
    """What kind and span are made from."""
    table = commit.table
    return table.status, table.outcome, commit.players, bisect(LASTS, commit.at - commit.began)


def rows_for(commit: Commit) -> list[Sql]:
    """In the transaction of a command, behind the lobby's own row; private games are not listed."""
    setup = commit.table.setup
    if setup.visibility == "private" or (commit.before is not None and _alike(commit.before, commit)):
        return []
    kind, game = kind_of(commit), setup.game
    rows: list[Sql] = [(LIST, (game, int(commit.imported), kind, kind, commit.at))]
    if setup.tournament is not None and commit.events == commit.table.version:
        rows.append((SHOWN_OR_NOT.format("game = ?"), (game,)))
    return [*rows, _named(game)]


def mended(commit: Commit) -> list[Sql]:
    """The same for a game as it has long been."""
    kind, game = kind_of(commit), commit.table.setup.game
    return [
        (LIST_ANEW, (int(commit.imported), kind, kind, game, commit.table.version)),
        _named(game),
    ]


def _named(game: str) -> Sql:
    return BESIDE_NAMES.format("players.game = ?"), (game,)


def shown_or_not(games: str, params: tuple[object, ...]) -> list[Sql]:
    """After games have been hidden or shown again: `games` is a condition of the column `game` of one table."""
    listed = f"players.game IN (SELECT game FROM listed WHERE {games})"
    return [(SHOWN_OR_NOT.format(games), params), (BESIDE_NAMES.format(listed), params)]


def newest(query: Query, sought: Sought, before: Place | None, limit: int) -> list[Place]:
    """The newest games, from before a place on."""
    before = before or END

    def part(one: _List) -> Sql:
        upto = min(before, (one.begun_before, ""))
        return _part(NEWEST, sought, one, (one.begun_after, *upto), limit)

    places = _merged(query, [part(one) for one in _lists(query, sought)], "DESC", limit)
    found = list(dict.fromkeys(places))  # a name can stand at two seats of one game
    if len(found) < len(places):
        found += newest(query, sought, found[-1], limit - len(found))
    return found


def next_after(query: Query, sought: Sought, after: Place) -> Place | None:
    """The oldest game beyond a place."""

    def part(one: _List) -> Sql:
        beyond = max(after, (one.begun_after + 1, ""))
        return _part(OLDEST, sought, one, (*beyond, one.begun_before), 1)

    return next(iter(_merged(query, [part(one) for one in _lists(query, sought)], "ASC", 1)), None)


def _part(sql: str, sought: Sought, one: _List, bounds: tuple[object, ...], limit: int) -> Sql:
    table, updated = _table(sought), ""
    params = (*one.params, *bounds)
    if _timed(sought):
        updated = UPDATED.format(table=table)
        params += (BEGINNING[0] if sought.since is None else sought.since, sought.until or END[0])
    return sql.format(table=table, whose=one.whose, and_updated=updated, limit=limit), params


def _merged(query: Query, parts: Sequence[Sql], order: str, limit: int) -> list[Place]:
    found: list[Place] = []
    for first in range(0, len(parts), AT_ONCE):
        some = parts[first : first + AT_ONCE]
        sql = " UNION ALL ".join(sql for sql, _ in some)
        params = tuple(param for _, params in some for param in params)
        by = f"ORDER BY created_at {order}, game {order} LIMIT {limit}"
        found += [(at, game) for at, game in query(f"{sql} {by}", params)]
    return sorted(found, reverse=order == "DESC")[:limit]


def _lists(query: Query, sought: Sought) -> Iterator[_List]:
    """Together they hold exactly the games of these kinds, and of each span those that were begun when they can have been."""
    for whose, params in _wholes(query, sought):
        if not _timed(sought):
            yield _List(whose, params)
            continue
        for span, (shortest, longest) in enumerate(zip((0, *LASTS), (*LASTS, None), strict=True)):
            since = BEGINNING[0] if sought.since is None or longest is None else sought.since - longest
            until = END[0] if sought.until is None else sought.until - shortest
            yield _List(f"{whose} AND span = ?", (*params, span), since, until)


def _wholes(query: Query, sought: Sought) -> Iterator[tuple[str, tuple[object, ...]]]:
    """Conditions, in the order of the columns of indexes."""
    imported, *others = sought.kind
    if sought.player is None and others == [None] * 4:
        if _timed(sought):
            yield "imported = ? AND cell IS NOT NULL", (int(imported or 0),)
        else:
            for span in range(len(LASTS) + 1):
                yield "imported = ? AND cell IS NOT NULL AND span = ?", (int(imported or 0), span)
        return
    whose, params = ("name = ?", (sought.player,)) if sought.player is not None else ("1 = 1", ())
    kinds = KINDS.format(table=_table(sought), whose=whose)
    for (cell,) in query(kinds, (*params, *params)):
        if all(want in (None, has) for want, has in zip(sought.kind, cell.split("/", 4), strict=True)):
            yield f"{whose} AND cell = ?", (*params, cell)


def _table(sought: Sought) -> str:
    return "listed" if sought.player is None else "players"


def _timed(sought: Sought) -> bool:
    return sought.since is not None or sought.until is not None
