"""The lifetime of an analysis: while it is read, or until its analyst deletes it."""

from __future__ import annotations

from contextlib import suppress
from typing import NamedTuple

from service.identity.access import authorize
from service.play.context import Context
from service.store import Statement, StoreUnusable
from service.system.clock import DAY, now

RECORD_READ = """INSERT INTO forks (game, knower, read_at) VALUES (?, 'null', ?)
    ON CONFLICT (game) DO UPDATE SET read_at = excluded.read_at"""
RECENTLY_READ = "SELECT 1 FROM forks WHERE game = ? AND read_at > ?"
DELETE_ALL = (
    "UPDATE lobby SET hidden = 2, updated_at = 0 WHERE game = ?",
    "DELETE FROM tokens WHERE game = ?",
    "DELETE FROM forks WHERE game = ?",
    "DELETE FROM notes WHERE game = ?",
    "DELETE FROM studies WHERE game = ?",
    "DELETE FROM players WHERE game = ?",
    "DELETE FROM account_seats WHERE game = ?",
    "DELETE FROM game_analyses WHERE game = ?",
)
"""The analysis disappears at once; the worker's next cleaning removes its log, as for an expired analysis."""


class Delete(NamedTuple):
    """Delete the caller's analysis."""

    game: str
    token: str | None


def delete(command: Delete, context: Context) -> None:
    """`Refused` for all callers except its analyst."""
    loaded, caller = authorize(context.repository, command.game, command.token)
    caller.check_analyst()
    context.repository.store.append("", [], [Statement(sql, (loaded.id,)) for sql in DELETE_ALL])


def record_read(game: str, context: Context) -> None:
    """Record that the analyst or a watcher has read the analysis, once a day.

    If the store cannot be written, reading still works.
    """
    store, at = context.repository.store, now()
    with suppress(StoreUnusable):
        if not store.query(RECENTLY_READ, (game, at - DAY)):
            store.append("", [], [Statement(RECORD_READ, (game, at))])
