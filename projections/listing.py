"""The lobby's index: public games by kind, so that rare kinds are found without scanning the others.

A kind combines the properties that do not change with every move: where a game was played, ruleset, status, bots, outcome. There
are only a few dozen kinds, so a page merges the newest games of each requested kind. The same columns are stored with every
player's name. A hidden game has no `cell`, so it is never found.

The time of the last change differs after every move, so only the duration is stored, coarsely (`span`): for each span, a
range of the last change limits the creation time. For long games the five-hour period of the last change is stored too
(`changed`): games outside the requested range are skipped in the index itself, and the lobby is consulted only for games in the
periods at both ends of the range. If there are few such games, they are read by exact time (`projections.long_games`).
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache, partial
from typing import NamedTuple

from projections import long_games
from projections.clocks import NONE, pace_of
from projections.commit import Commit, Sql
from projections.paging import Query

Place = tuple[int, str]
"""A game's position in creation order: its creation time (milliseconds since the epoch), and its id."""

SHORT = (2**20, long_games.STRETCH)
"""The spans of short games, which have no `changed`."""
SPAN_ENDS = (*SHORT, *(round(2 ** (half / 2)) for half in range(49, 73)))
"""The upper ends of the spans in milliseconds (17 minutes, 5 hours, 7, 9, ... two years); the last span has no end."""
SPAN = "CASE {} ELSE {} END".format(
    " ".join(f"WHEN {{lasted}} < {end} THEN {n}" for n, end in enumerate(SPAN_ENDS)), len(SPAN_ENDS)
)
NOW_LASTS = "(excluded.created_at - listed.created_at)"
NOW = f"{SPAN}, {long_games.CHANGED}".format(lasted=NOW_LASTS, at="excluded.created_at")
THEN = f"{SPAN}, {long_games.CHANGED}".format(lasted="(updated_at - created_at)", at="updated_at")

LIST = f"""INSERT INTO listed (game, imported, kind, cell, span, changed, created_at) VALUES (?, ?, ?, ?, 0, 0, ?)
    ON CONFLICT (game) DO UPDATE SET kind = excluded.kind,
        cell = CASE WHEN listed.cell IS NULL THEN NULL ELSE excluded.kind END, (span, changed) = ({NOW})
    WHERE (listed.kind, listed.span, listed.changed) <> (excluded.kind, {NOW})"""
RELIST = f"""INSERT INTO listed (game, imported, kind, cell, span, changed, created_at)
    SELECT game, ?, ?, CASE WHEN hidden = 0 THEN ? END, {THEN}, created_at FROM lobby
        WHERE game = ? AND version = ? AND visibility = 'public'
    ON CONFLICT (game) DO UPDATE SET imported = excluded.imported, kind = excluded.kind, cell = excluded.cell,
        span = excluded.span, changed = excluded.changed, created_at = excluded.created_at"""
BESIDE_NAMES = """UPDATE players
    SET cell = listed.cell, span = listed.span, changed = listed.changed, created_at = listed.created_at FROM listed
    WHERE {} AND listed.game = players.game AND (players.created_at IS NULL OR players.created_at <> listed.created_at
        OR players.span <> listed.span OR players.changed <> listed.changed
        OR coalesce(players.cell, '') <> coalesce(listed.cell, ''))"""
SET_VISIBILITY = """UPDATE listed SET cell = CASE
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
"""The existing spans, each found by an index step from the one before."""
NEWEST = """SELECT * FROM (SELECT {table}.created_at, {table}.game FROM {table}
    WHERE {whose} AND {table}.created_at > ? AND ({table}.created_at, {table}.game) < (?, ?){and_updated}
    ORDER BY {table}.created_at DESC, {table}.game DESC /*! LIMIT {limit} */) AS newest"""
OLDEST = """SELECT * FROM (SELECT {table}.created_at, {table}.game FROM {table}
    WHERE {whose} AND ({table}.created_at, {table}.game) > (?, ?) AND {table}.created_at < ?{and_updated}
    ORDER BY {table}.created_at, {table}.game /*! LIMIT {limit} */) AS oldest"""
"""Lists merged row by row, so that each reads no more rows than the page has, however large it is. SQLite does so unless the
lists are limited or distinct; PostgreSQL only if they are limited."""
UPDATED = """ AND (SELECT updated_at >= ? AND updated_at < ? FROM lobby WHERE lobby.game = {table}.game)"""
UPDATED_LATER = f""" AND {{table}}.changed > ? AND {{table}}.changed < ?
    AND ({{table}}.changed >= ? AND {{table}}.changed <= ? OR {UPDATED.removeprefix(" AND ")})"""
"""For long games: the period decides, except at both ends of the range, where the exact time is looked up."""
AT_ONCE = 100
"""The maximum number of lists in one statement; databases limit it."""
BEGINNING, END = (-1, ""), (2**62, "")


class Kind(NamedTuple):
    """`bot` and `imported` are "0" or "1"; `outcome` is the reason of the outcome, "" before the end.

    `pace` says what clock there is (`projections.clocks.PACES`). Games without one have cells without it, as all had before
    there were clocks.
    """

    imported: str
    ruleset: str
    status: str
    bot: str
    outcome: str
    pace: str = NONE

    @property
    def cell(self) -> str:
        """What the index holds."""
        return "/".join(self[:-1] if self.pace == NONE else self)


ANY_KIND = (None,) * len(Kind._fields)


class Search(NamedTuple):
    """A search: the members of `Kind`, None for any value; a player; and the time range of the last event (milliseconds)."""

    kind: tuple[str | None, ...]
    player: str | None
    since: int | None
    until: int | None


class _List(NamedTuple):
    """One ordered list of games: an index condition, the range of creation times, and a further condition."""

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
    played = (str(int(commit.imported)), setup.ruleset, commit.table.status, str(int(bot)))
    return Kind(*played, reason, pace_of(setup.clock)).cell


def _is_unchanged(before: Commit, commit: Commit) -> bool:
    """Whether the index row is unchanged, as after most actions."""
    return _found_by(before) == _found_by(commit)


def _found_by(commit: Commit) -> tuple[object, ...]:
    """The inputs of kind, span and period."""
    table, at, began = commit.table, commit.at, commit.began
    return (
        table.status,
        table.outcome,
        commit.players,
        bisect(SPAN_ENDS, at - began),
        long_games.stretch(at, began),
    )


def rows_for(commit: Commit) -> list[Sql]:
    """The rows written with a command, after the lobby's own row; private games are not listed."""
    setup = commit.table.setup
    if setup.visibility == "private" or (commit.before is not None and _is_unchanged(commit.before, commit)):
        return []
    kind, game = kind_of(commit), setup.game
    rows: list[Sql] = [(LIST, (game, int(commit.imported), kind, kind, commit.at))]
    if setup.tournament is not None and commit.events == commit.table.version:
        rows.append((SET_VISIBILITY.format("game = ?"), (game,)))
    return [*rows, _named(game)]


def backfill_rows(commit: Commit) -> list[Sql]:
    """The rows for an existing game."""
    kind, game = kind_of(commit), commit.table.setup.game
    return [
        (RELIST, (int(commit.imported), kind, kind, game, commit.table.version)),
        _named(game),
    ]


def _named(game: str) -> Sql:
    return BESIDE_NAMES.format("players.game = ?"), (game,)


def visibility_rows(games: str, params: tuple[object, ...]) -> list[Sql]:
    """Statements after hiding or restoring games: `games` is a condition on the column `game` of one table."""
    listed = f"players.game IN (SELECT game FROM listed WHERE {games})"
    return [(SET_VISIBILITY.format(games), params), (BESIDE_NAMES.format(listed), params)]


def newest(query: Query, sought: Search, before: Place | None, limit: int) -> list[Place]:
    """The newest games before a position."""
    before = before or END

    def part(one: _List) -> Sql:
        upto = min(before, (one.begun_before, ""))
        return _part(NEWEST, sought, one, (one.begun_after, *upto), limit)

    def beyond(places: list[Place]) -> list[Place]:
        return sorted((place for place in places if place < before), reverse=True)

    places = beyond(_found(query, sought, part, beyond, "DESC", limit))[:limit]
    found = list(dict.fromkeys(places))  # a name can occur at two seats of one game
    if len(found) < len(places):
        found += newest(query, sought, found[-1], limit - len(found))
    return found


def next_after(query: Query, sought: Search, after: Place) -> Place | None:
    """The oldest game after a position."""

    def part(one: _List) -> Sql:
        beyond = max(after, (one.begun_after + 1, ""))
        return _part(OLDEST, sought, one, (*beyond, one.begun_before), 1)

    def beyond(places: list[Place]) -> list[Place]:
        return sorted(place for place in places if place > after)

    return next(iter(beyond(_found(query, sought, part, beyond, "ASC", 1))), None)


def _found(
    query: Query,
    sought: Search,
    part: Callable[[_List], Sql],
    beyond: Callable[[list[Place]], list[Place]],
    order: str,
    limit: int,
) -> list[Place]:
    """The first games of all lists. Few long games are read after short ones, so a game that grows long is not missed."""
    if not _timed(sought):
        return _merged(query, [part(_List(*whole)) for whole in _wholes(query, sought)], order, limit)
    short, later = _lists(query, sought)
    within = (int(sought.kind[0] or 0), *_times(sought))
    if not long_games.are_few(query, within):
        return _merged(query, [part(one) for one in (*short, *later)], order, limit)
    places = _merged(query, [part(one) for one in short], order, limit)
    lasted = beyond(long_games.read(query, within))
    found = long_games.chosen(query, lasted, sought.player, partial(_wanted, sought), limit)
    if found is None:
        found = _merged(query, [part(one) for one in later], order, limit)
    return places + found


def _part(sql: str, sought: Search, one: _List, bounds: tuple[object, ...], limit: int) -> Sql:
    return _formatted(sql, _table(sought), one.whose, one.and_updated, limit), (
        *one.params,
        *bounds,
        *one.times,
    )


@lru_cache(maxsize=256)
def _formatted(sql: str, table: str, whose: str, and_updated: str, limit: int) -> str:
    """Cached, since the lists of a page differ only in values."""
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


def _lists(query: Query, sought: Search) -> tuple[list[_List], list[_List]]:
    """Lists that together contain exactly the games of these kinds, limited per span to possible creation times.

    The first result is for short games, the second for long ones.
    """
    since, until = _times(sought)
    stretched = (since - long_games.STRETCH, until, since, until - long_games.STRETCH, since, until)
    short, later = list[_List](), list[_List]()
    for whose, params, span in _by_span(query, sought):
        shortest, longest = (0, *SPAN_ENDS)[span], (*SPAN_ENDS, until - BEGINNING[0])[span]
        begun = max(BEGINNING[0], since - longest), until - shortest
        if span < len(SHORT):
            short.append(_List(whose, params, *begun, UPDATED, (since, until)))
        else:
            later.append(_List(whose, params, *begun, UPDATED_LATER, stretched))
    return short, later


def _by_span(query: Query, sought: Search) -> Iterator[tuple[str, tuple[object, ...], int]]:
    """Conditions by span, for each existing span."""
    if _of_any_kind(sought):
        whose, params = _all(sought)
        for (span,) in query(SPANS_OF_ALL.format(whose=whose), params * 2):
            yield f"{whose} AND span = ?", (*params, span), span
    elif kinds := _kinds(query, sought):
        whose, params = _whose(sought)
        sql = SPANS.format(kinds=", ".join(["(?)"] * len(kinds)), table=_table(sought), whose=whose)
        for cell, span in query(sql, (*kinds, *params, *params)):
            yield f"{whose} AND cell = ? AND span = ?", (*params, cell, span), span


def _wholes(query: Query, sought: Search) -> Iterator[tuple[str, tuple[object, ...]]]:
    """Conditions in the column order of the indexes."""
    if _of_any_kind(sought):
        yield _all(sought)
        return
    whose, params = _whose(sought)
    for cell in _kinds(query, sought):
        yield f"{whose} AND cell = ?", (*params, cell)


def _kinds(query: Query, sought: Search) -> list[str]:
    whose, params = _whose(sought)
    found = query(KINDS.format(table=_table(sought), whose=whose), params * 2)
    return [cell for (cell,) in found if _wanted(sought, cell)]


def _all(sought: Search) -> tuple[str, tuple[object, ...]]:
    return "imported = ? AND cell IS NOT NULL", (int(sought.kind[0] or 0),)


def _whose(sought: Search) -> tuple[str, tuple[object, ...]]:
    return ("1 = 1", ()) if sought.player is None else ("name = ?", (sought.player,))


def _of_any_kind(sought: Search) -> bool:
    return sought.player is None and sought.kind[1:] == ANY_KIND[1:]


def _wanted(sought: Search, cell: str) -> bool:
    return all(want in (None, has) for want, has in zip(sought.kind, Kind(*cell.split("/")), strict=True))


def _table(sought: Search) -> str:
    return "listed" if sought.player is None else "players"


def _timed(sought: Search) -> bool:
    return sought.since is not None or sought.until is not None


def _times(sought: Search) -> tuple[int, int]:
    since, until = sought.since, sought.until
    return BEGINNING[0] if since is None else since, END[0] if until is None else until
