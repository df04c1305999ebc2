"""What the lobby is looked through by: public games by kind, so that rare ones are found without passing the others.

A kind is all that does not change with every move: where a game was played, ruleset, status, bots, how it ended. There are
a few dozen kinds, however many games; a page is the newest of each that is asked for, merged. The same stands beside every
player's name. A game that is hidden has no `cell`, and nothing finds it.

When a game was last changed does change with every move, so only how long it has lasted is kept, roughly (`span`): of the
games of one span, those that can have been changed within a time were begun within another. Of a game that has lasted for
hours it is kept, too, in which stretch of nearly five hours it was last changed (`changed`): games that were begun in time
and do not match are passed in the index itself, and the lobby is asked only about those that were changed in the very stretch
in which the time begins or ends. Where such games are few, they are read by the time itself (`projections.lasting`).
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache, partial
from typing import NamedTuple

from projections import lasting
from projections.commit import Commit, Sql
from projections.paging import Query

Place = tuple[int, str]
"""Where a game stands in the order of creation: when it was made (milliseconds since the epoch), and its id."""

SHORT = (2**20, lasting.STRETCH)
"""Games of these spans have not lasted: they have no `changed`."""
LASTS = (*SHORT, *(round(2 ** (half / 2)) for half in range(49, 73)))
"""Milliseconds that games of each span have lasted less than (17 minutes, 5 hours, 7, 9, ... two years); the last has no end."""
SPAN = "CASE {} ELSE {} END".format(
    " ".join(f"WHEN {{lasted}} < {end} THEN {n}" for n, end in enumerate(LASTS)), len(LASTS)
)
NOW_LASTS = "(excluded.created_at - listed.created_at)"
NOW = f"{SPAN}, {lasting.CHANGED}".format(lasted=NOW_LASTS, at="excluded.created_at")
THEN = f"{SPAN}, {lasting.CHANGED}".format(lasted="(updated_at - created_at)", at="updated_at")

LIST = f"""INSERT INTO listed (game, imported, kind, cell, span, changed, created_at) VALUES (?, ?, ?, ?, 0, 0, ?)
    ON CONFLICT (game) DO UPDATE SET kind = excluded.kind,
        cell = CASE WHEN listed.cell IS NULL THEN NULL ELSE excluded.kind END, (span, changed) = ({NOW})
    WHERE (listed.kind, listed.span, listed.changed) <> (excluded.kind, {NOW})"""
LIST_ANEW = f"""INSERT INTO listed (game, imported, kind, cell, span, changed, created_at)
    SELECT game, ?, ?, CASE WHEN hidden = 0 THEN ? END, {THEN}, created_at FROM lobby
        WHERE game = ? AND version = ? AND visibility = 'public'
    ON CONFLICT (game) DO UPDATE SET imported = excluded.imported, kind = excluded.kind, cell = excluded.cell,
        span = excluded.span, changed = excluded.changed, created_at = excluded.created_at"""
BESIDE_NAMES = """UPDATE players
    SET cell = listed.cell, span = listed.span, changed = listed.changed, created_at = listed.created_at FROM listed
    WHERE {} AND listed.game = players.game AND (players.created_at IS NULL OR players.created_at <> listed.created_at
        OR players.span <> listed.span OR players.changed <> listed.changed
        OR coalesce(players.cell, '') <> coalesce(listed.cell, ''))"""
SHOWN_OR_NOT = """UPDATE listed SET cell = CASE
        WHEN EXISTS (SELECT 1 FROM lobby WHERE lobby.game = listed.game AND hidden > 0) THEN NULL ELSE kind END
    WHERE {}"""

KINDS = """WITH RECURSIVE kinds(cell) AS (SELECT min(cell) FROM {table} WHERE {whose} UNION ALL
    SELECT (SELECT min({table}.cell) FROM {table} WHERE {whose} AND {table}.cell > kinds.cell) FROM kinds
        WHERE kinds.cell IS NOT NULL) SELECT cell FROM kinds WHERE cell IS NOT NULL"""
SPANS = """WITH RECURSIVE kinds(cell) AS (VALUES {kinds}), spans(cell, span) AS (
    SELECT cell, (SELECT min({table}.span) FROM {table} WHERE {whose} AND {table}.cell = kinds.cell) FROM kinds UNION ALL
    SELECT cell, (SELECT min({table}.span) FROM {table} WHERE {whose} AND {table}.cell = spans.cell
        AND {table}.span > spans.span) FROM spans WHERE span IS NOT NULL) SELECT cell, span FROM spans WHERE span IS NOT NULL"""
SPANS_OF_ALL = """WITH RECURSIVE spans(span) AS (SELECT min(span) FROM listed WHERE {whose} UNION ALL
    SELECT (SELECT min(listed.span) FROM listed WHERE {whose} AND listed.span > spans.span) FROM spans
        WHERE spans.span IS NOT NULL) SELECT span FROM spans WHERE span IS NOT NULL"""
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
UPDATED_LATER = f""" AND {{table}}.changed > ? AND {{table}}.changed < ?
    AND ({{table}}.changed >= ? AND {{table}}.changed <= ? OR {UPDATED.removeprefix(" AND ")})"""
"""Of those that lasted: by its stretch a game is none of them, or certainly one, or has to be looked at."""
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
    """Games in one order: the condition that an index answers, the time in which they were begun, and what else must be true."""

    whose: str
    params: tuple[object, ...]
    begun_after: int = BEGINNING[0]
    begun_before: int = END[0]
    and_updated: str = ""
    times: tuple[int, ...] = ()


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
    """What kind, span and stretch are made from."""
    table, at, began = commit.table, commit.at, commit.began
    return table.status, table.outcome, commit.players, bisect(LASTS, at - began), lasting.stretch(at, began)


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

    def beyond(places: list[Place]) -> list[Place]:
        return sorted((place for place in places if place < before), reverse=True)

    places = beyond(_found(query, sought, part, beyond, "DESC", limit))[:limit]
    found = list(dict.fromkeys(places))  # a name can stand at two seats of one game
    if len(found) < len(places):
        found += newest(query, sought, found[-1], limit - len(found))
    return found


def next_after(query: Query, sought: Sought, after: Place) -> Place | None:
    """The oldest game beyond a place."""

    def part(one: _List) -> Sql:
        beyond = max(after, (one.begun_after + 1, ""))
        return _part(OLDEST, sought, one, (*beyond, one.begun_before), 1)

    def beyond(places: list[Place]) -> list[Place]:
        return sorted(place for place in places if place > after)

    return next(iter(beyond(_found(query, sought, part, beyond, "ASC", 1))), None)


def _found(
    query: Query,
    sought: Sought,
    part: Callable[[_List], Sql],
    beyond: Callable[[list[Place]], list[Place]],
    order: str,
    limit: int,
) -> list[Place]:
    """The first games of all lists. Where few have lasted these are looked at, after the others: none gets among them unseen."""
    if not _timed(sought):
        return _merged(query, [part(_List(*whole)) for whole in _wholes(query, sought)], order, limit)
    short, later = _lists(query, sought)
    within = (int(sought.kind[0] or 0), *_times(sought))
    if not lasting.are_few(query, within):
        return _merged(query, [part(one) for one in (*short, *later)], order, limit)
    places = _merged(query, [part(one) for one in short], order, limit)
    lasted = beyond(lasting.read(query, within))
    found = lasting.chosen(query, lasted, sought.player, partial(_wanted, sought), limit)
    if found is None:
        found = _merged(query, [part(one) for one in later], order, limit)
    return places + found


def _part(sql: str, sought: Sought, one: _List, bounds: tuple[object, ...], limit: int) -> Sql:
    return _told(sql, _table(sought), one.whose, one.and_updated, limit), (*one.params, *bounds, *one.times)


@lru_cache(maxsize=256)
def _told(sql: str, table: str, whose: str, and_updated: str, limit: int) -> str:
    """The lists of a page differ in values only."""
    return sql.format(table=table, whose=whose, and_updated=and_updated.format(table=table), limit=limit)


def _merged(query: Query, parts: Sequence[Sql], order: str, limit: int) -> list[Place]:
    found: list[Place] = []
    for first in range(0, len(parts), AT_ONCE):
        some = parts[first : first + AT_ONCE]
        sql = " UNION ALL ".join(sql for sql, _ in some)
        params = tuple(param for _, params in some for param in params)
        by = f"ORDER BY created_at {order}, game {order} LIMIT {limit}"
        found += [(at, game) for at, game in query(f"{sql} {by}", params)]
    return found


def _lists(query: Query, sought: Sought) -> tuple[list[_List], list[_List]]:
    """Together they hold exactly the games of these kinds, and of each span those that were begun when they can have been.

    Those of games that have not lasted, and those of games that have.
    """
    since, until = _times(sought)
    stretched = (since - lasting.STRETCH, until, since, until - lasting.STRETCH, since, until)
    short, later = list[_List](), list[_List]()
    for whose, params, span in _by_span(query, sought):
        shortest, longest = (0, *LASTS)[span], (*LASTS, until - BEGINNING[0])[span]
        begun = max(BEGINNING[0], since - longest), until - shortest
        if span < len(SHORT):
            short.append(_List(whose, params, *begun, UPDATED, (since, until)))
        else:
            later.append(_List(whose, params, *begun, UPDATED_LATER, stretched))
    return short, later


def _by_span(query: Query, sought: Sought) -> Iterator[tuple[str, tuple[object, ...], int]]:
    """Conditions with the span that they name, for each that there is."""
    if _of_any_kind(sought):
        whose, params = _all(sought)
        for (span,) in query(SPANS_OF_ALL.format(whose=whose), params * 2):
            yield f"{whose} AND span = ?", (*params, span), span
    elif kinds := _kinds(query, sought):
        whose, params = _whose(sought)
        sql = SPANS.format(kinds=", ".join(["(?)"] * len(kinds)), table=_table(sought), whose=whose)
        for cell, span in query(sql, (*kinds, *params, *params)):
            yield f"{whose} AND cell = ? AND span = ?", (*params, cell, span), span


def _wholes(query: Query, sought: Sought) -> Iterator[tuple[str, tuple[object, ...]]]:
    """Conditions, in the order of the columns of indexes."""
    if _of_any_kind(sought):
        yield _all(sought)
        return
    whose, params = _whose(sought)
    for cell in _kinds(query, sought):
        yield f"{whose} AND cell = ?", (*params, cell)


def _kinds(query: Query, sought: Sought) -> list[str]:
    whose, params = _whose(sought)
    found = query(KINDS.format(table=_table(sought), whose=whose), params * 2)
    return [cell for (cell,) in found if _wanted(sought, cell)]


def _all(sought: Sought) -> tuple[str, tuple[object, ...]]:
    return "imported = ? AND cell IS NOT NULL", (int(sought.kind[0] or 0),)


def _whose(sought: Sought) -> tuple[str, tuple[object, ...]]:
    return ("1 = 1", ()) if sought.player is None else ("name = ?", (sought.player,))


def _of_any_kind(sought: Sought) -> bool:
    return sought.player is None and sought.kind[1:] == (None,) * 4


def _wanted(sought: Sought, cell: str) -> bool:
    return all(want in (None, has) for want, has in zip(sought.kind, cell.split("/", 4), strict=True))


def _table(sought: Sought) -> str:
    return "listed" if sought.player is None else "players"


def _timed(sought: Sought) -> bool:
    return sought.since is not None or sought.until is not None


def _times(sought: Sought) -> tuple[int, int]:
    since, until = sought.since, sought.until
    return BEGINNING[0] if since is None else since, END[0] if until is None else until
