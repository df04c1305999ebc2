"""What has had its time is deleted: one job, which the keeper does every hour, and which counts what it deletes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from service.clock import now
from service.commands.idempotency import HOUR, REMEMBERED
from service.store import Statement, Store

DAY = 24 * HOUR
MOST = 500
"""Analyses deleted at a time: others wait for this transaction."""
COUNT = """INSERT INTO clean_ups (what, deleted, at) VALUES (?, ?, ?)
    ON CONFLICT (what) DO UPDATE SET deleted = clean_ups.deleted + excluded.deleted, at = excluded.at"""
ANALYSES = f"""SELECT game FROM lobby WHERE status = 'analysis' AND updated_at <= ? AND game <> ?
    ORDER BY updated_at, game LIMIT {MOST}"""
BESIDE = ("players", "former_players", "tokens", "idempotency", "lobby")
"""Tables that say something of an analysis; what is to be deleted is read from the last one."""


class Expiring(NamedTuple):
    """Rows of `table` go when `column`, a time in milliseconds, is `after` milliseconds ago."""

    table: str
    column: str
    after: int
    first: Sequence[str] = ()
    """Statements that delete what hangs on them."""


USES = "DELETE FROM invitation_uses WHERE hash IN (SELECT hash FROM invitations WHERE expires_at <= ?)"
EXPIRING: Mapping[str, Expiring] = {
    "idempotency-keys": Expiring("idempotency", "at", REMEMBERED),
    "invitations": Expiring("invitations", "expires_at", REMEMBERED, (USES,)),
    "tokens": Expiring("tokens", "expires_at", 30 * DAY),
}
ANALYSES_AFTER = 90 * DAY
"""Milliseconds since the last event of an analysis."""


def clean(store: Store) -> dict[str, int]:
    """Delete what has expired; how much that was, by kind. What is left over is for the next time."""
    done = {what: _delete(store, what, expiring) for what, expiring in EXPIRING.items()}
    return {**done, "analyses": _delete_analyses(store)}


def _delete(store: Store, what: str, expiring: Expiring) -> int:
    old = f"FROM {expiring.table} WHERE {expiring.column} <= ?"
    before = (now() - expiring.after,)
    deleted: int = store.query(f"SELECT count(*) {old}", before)[0][0]
    gone = [Statement(sql, before) for sql in (*expiring.first, f"DELETE {old}")]
    store.append("", [], [*gone, _counted(what, deleted)])
    return deleted


def _delete_analyses(store: Store) -> int:
    """With their logs: nobody else has a part in them, and nothing else refers to them. That they were signed is kept."""
    old = Statement(ANALYSES, (now() - ANALYSES_AFTER, store.newest_game()))
    deleted = len(store.query(*old))
    known = Statement(f"INSERT INTO expired_games SELECT game FROM ({old.sql}) AS old", old.params)
    gone = [Statement(f"DELETE FROM {table} WHERE game IN ({old.sql})", old.params) for table in BESIDE]
    store.remove(old, [known, *gone, _counted("analyses", deleted)])
    return deleted


def _counted(what: str, deleted: int) -> Statement:
    return Statement(COUNT, (what, deleted, now()))
