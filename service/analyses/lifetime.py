"""How long an analysis lasts: as long as somebody looks at it, or until its analyst deletes it."""

from __future__ import annotations

from contextlib import suppress
from typing import NamedTuple

from service.identity.access import authorize
from service.play.context import Context
from service.store import Statement, StoreUnusable
from service.system.clock import DAY, now

READ = """INSERT INTO forks (game, knower, read_at) VALUES (?, 'null', ?)
    ON CONFLICT (game) DO UPDATE SET read_at = excluded.read_at"""
READ_LATELY = "SELECT 1 FROM forks WHERE game = ? AND read_at > ?"
GONE = (
    "UPDATE lobby SET hidden = 2, updated_at = 0 WHERE game = ?",
    "DELETE FROM tokens WHERE game = ?",
    "DELETE FROM forks WHERE game = ?",
    "DELETE FROM notes WHERE game = ?",
    "DELETE FROM players WHERE game = ?",
    "DELETE FROM game_analyses WHERE game = ?",
)
"""It is nowhere from now on; the keeper's next cleaning takes the log, as of one that has had its time."""


class Delete(NamedTuple):
    """Delete the caller's analysis."""

    game: str
    token: str | None


def delete(command: Delete, context: Context) -> None:
    """`Refused` for everybody but its analyst."""
    loaded, caller = authorize(context.repository, command.game, command.token)
    caller.check_analyst()
    context.repository.store.append("", [], [Statement(sql, (loaded.id,)) for sql in GONE])


def read(game: str, context: Context) -> None:
    """Its analyst, or somebody he shares it with, has looked at it: that is written down once a day.

    Where nothing can be written, it still is read.
    """
    store, at = context.repository.store, now()
    with suppress(StoreUnusable):
        if not store.query(READ_LATELY, (game, at - DAY)):
            store.append("", [], [Statement(READ, (game, at))])
