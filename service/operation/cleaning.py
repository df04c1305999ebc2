"""What has had its time is deleted: one job, which the keeper does every hour, and which counts what it deletes.

It goes in short transactions, for whoever else writes waits for each: a few rows of every kind at a time.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from service.log import kept_folds
from service.log.retention import REMATCHES, REMEMBERED
from service.store import Statement, Store
from service.system.clock import DAY, now
from service.system.settings import ANALYSIS_DAYS

MOST_ROWS, MOST_ANALYSES = 1000, 20
"""Deleted at a time. An analysis may have thousands of events."""
COUNT = """INSERT INTO clean_ups (what, deleted, at) VALUES (?, ?, ?)
    ON CONFLICT (what) DO UPDATE SET deleted = clean_ups.deleted + excluded.deleted, at = excluded.at"""
ANALYSES = f"""SELECT game FROM lobby WHERE forked IS NOT NULL AND updated_at <= ? AND game <> ?
    AND NOT EXISTS (SELECT 1 FROM forks WHERE forks.game = lobby.game AND read_at > ?)
    ORDER BY updated_at, game LIMIT {MOST_ANALYSES}"""
"""Those that were played to their end, too."""
BESIDE = (
    *(
        f"{table} WHERE game"
        for table in ("players", "former_players", "tokens", "forks", "notes", "game_analyses")
    ),
    *("idempotency WHERE scope", "idempotency WHERE scope <> game AND game"),
    *(f"{table} WHERE game" for table in kept_folds.TABLES),
    "lobby WHERE game",
)
"""Rows that say something of an analysis, by what names it; what is to be deleted is read from the last ones."""


class Expiring(NamedTuple):
    """Rows of the first of `tables` go when `column`, a time in milliseconds, is `after` milliseconds ago.

    They are known by `key`, its columns; rows of the other tables that have the same go with them.
    """

    tables: Sequence[str]
    key: str
    column: str
    after: int


EXPIRING: Mapping[str, Expiring] = {
    "idempotency-keys": Expiring(("idempotency",), "scope, actor, key", "at", REMEMBERED),
    "invitations": Expiring(("invitations", "invitation_uses"), "hash", "expires_at", REMEMBERED),
    "tokens": Expiring(("tokens",), "hash", "expires_at", 30 * DAY),
    "rematches": Expiring(("rematches",), "game, step", "offered_at", REMATCHES),
}


def clean(store: Store, analysis_days: int = ANALYSIS_DAYS) -> dict[str, int]:
    """Delete some of what has expired; how much that was, by kind. When it is `unfinished`, there may be more."""
    done = {what: _delete(store, what, expiring) for what, expiring in EXPIRING.items()}
    return {**done, "analyses": _delete_analyses(store, analysis_days)}


def unfinished(done: Mapping[str, int]) -> bool:
    """Whether as much of something was deleted as is at a time."""
    return any(
        number == (MOST_ANALYSES if what == "analyses" else MOST_ROWS) for what, number in done.items()
    )


def _delete(store: Store, what: str, expiring: Expiring) -> int:
    (table, *others), key, column, after = expiring
    order = f"{column}, {key}" if others else column  # several tables must lose the same ones
    select = f"SELECT {key} FROM {table} WHERE {column} <= ? ORDER BY {order} LIMIT {MOST_ROWS}"
    old = Statement(select, (now() - after,))
    deleted = len(store.query(*old))
    gone = [
        Statement(f"DELETE FROM {one} WHERE ({key}) IN ({old.sql})", old.params) for one in (*others, table)
    ]
    store.append("", [], [*gone, _counted(what, deleted)])
    return deleted


def _delete_analyses(store: Store, days: int) -> int:
    """With their logs: nobody else has a part in them, and nothing else refers to them. That they were signed is kept."""
    before = now() - days * DAY
    old = Statement(ANALYSES, (before, store.newest_game(), before))
    deleted = len(store.query(*old))
    known = Statement(f"INSERT INTO expired_games SELECT game FROM ({old.sql}) AS old", old.params)
    gone = [Statement(f"DELETE FROM {rows} IN ({old.sql})", old.params) for rows in BESIDE]
    store.remove(old, [known, *gone, _counted("analyses", deleted)])
    return deleted


def _counted(what: str, deleted: int) -> Statement:
    return Statement(COUNT, (what, deleted, now()))
