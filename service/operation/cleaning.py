"""Deletes what has expired: an hourly job of the background worker, which counts the deleted rows.

It works in short transactions, a few rows of each kind at a time, because other writers wait for each of them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from service.accounts.notices.hook_gaps import pass_over_old, pass_over_surplus
from service.accounts.notices.hook_rows import removals_of_ended
from service.identity.credentials import RECOVERY_SAID
from service.log import snapshots
from service.log.retention import REMATCHES, REMEMBERED
from service.store import Statement, Store
from service.system.clock import DAY, HOUR, now
from service.system.settings import ANALYSIS_DAYS

MAX_ROWS, MAX_ANALYSES = 1000, 20
"""The most rows and analyses deleted at a time. An analysis may have thousands of events."""
COUNT_DELETED = """INSERT INTO clean_ups (what, deleted, at) VALUES (?, ?, ?)
    ON CONFLICT (what) DO UPDATE SET deleted = clean_ups.deleted + excluded.deleted, at = excluded.at"""
ANALYSES = f"""SELECT game FROM lobby WHERE forked IS NOT NULL AND updated_at <= ? AND game <> ?
    AND NOT EXISTS (SELECT 1 FROM forks WHERE forks.game = lobby.game AND read_at > ?)
    ORDER BY updated_at, game LIMIT {MAX_ANALYSES}"""
"""Finished ones are included."""
OWNED_ROWS = (
    *(
        f"{table} WHERE game"
        for table in (
            "players",
            "former_players",
            "account_seats",
            "tokens",
            "forks",
            "notes",
            "studies",
            "game_analyses",
        )
    ),
    *("idempotency WHERE scope", "idempotency WHERE scope <> game AND game"),
    *(f"{table} WHERE game" for table in snapshots.TABLES),
    "lobby WHERE game",
)
"""The rows of an analysis, by the column that names it. The lobby comes last, because the games to delete are read from it."""


MAX_NOTICES, NOTICES = 10_000, 30 * DAY
"""Notices of one recipient that are stored, and for how long."""


class ExpiryRule(NamedTuple):
    """Rows of the first of `tables` are deleted `after` milliseconds after their `column`, a time in milliseconds.

    `key` names the columns that identify them; rows of the other tables with the same key are deleted with them.
    """

    tables: Sequence[str]
    key: str
    column: str
    after: int


EXPIRY_RULES: Mapping[str, ExpiryRule] = {
    "idempotency-keys": ExpiryRule(("idempotency",), "scope, actor, key", "at", REMEMBERED),
    "account-names": ExpiryRule(("account_names",), "key", "until", 0),
    "account-invitations": ExpiryRule(("account_invitations",), "id", "expires_at", REMEMBERED),
    "invitations": ExpiryRule(
        ("invitations", "invitation_uses", "invited_signups"), "hash", "expires_at", REMEMBERED
    ),
    "credentials": ExpiryRule(("credentials",), "hash", "expires_at", DAY),
    "recovered-sessions": ExpiryRule(("recovered_sessions",), "hash", "recovered_at", RECOVERY_SAID),
    "device-codes": ExpiryRule(("device_codes",), "device, step", "expires_at", DAY),
    "tokens": ExpiryRule(("tokens",), "hash", "expires_at", 30 * DAY),
    "hook-deliveries": ExpiryRule(("hook_deliveries",), "hook, id", "made_at", 30 * DAY),
    "hook-requests": ExpiryRule(("hook_requests",), "hook, minute, k", "minute", HOUR),
    "rematches": ExpiryRule(("rematches",), "game, step", "offered_at", REMATCHES),
    "challenges": ExpiryRule(("challenges", "challenge_uses"), "hash", "expires_at", HOUR),
    "log-cosignatures": ExpiryRule(("log_cosignatures",), "log, size, vkey", "at", DAY),
    "notices": ExpiryRule(("notices",), "recipient, n", "at", NOTICES),
}
WITH_MORE = "SELECT recipient, n FROM notice_counts WHERE n > ?"
SURPLUS = "DELETE FROM notices WHERE recipient = ? AND n <= ?"


def clean(store: Store, analysis_days: int = ANALYSIS_DAYS) -> dict[str, int]:
    """Delete some expired rows; their numbers, by kind. `may_have_more` says whether to repeat it."""
    for removal in removals_of_ended(store):
        store.append("", [], removal)
    store.append("", [], pass_over_old(now() - NOTICES + HOUR))
    done = {what: _delete(store, what, expiring) for what, expiring in EXPIRY_RULES.items()}
    _delete_surplus_notices(store)
    return {**done, "analyses": _delete_analyses(store, analysis_days)}


def may_have_more(done: Mapping[str, int]) -> bool:
    """Whether a kind has reached the most that is deleted at a time."""
    return any(number == (MAX_ANALYSES if what == "analyses" else MAX_ROWS) for what, number in done.items())


def _delete(store: Store, what: str, expiring: ExpiryRule) -> int:
    (table, *others), key, column, after = expiring
    order = f"{column}, {key}" if others else column  # the same rows in all tables
    select = f"SELECT {key} FROM {table} WHERE {column} <= ? ORDER BY {order} LIMIT {MAX_ROWS}"
    old = Statement(select, (now() - after,))
    deleted = len(store.query(*old))
    gone = [
        Statement(f"DELETE FROM {one} WHERE ({key}) IN ({old.sql})", old.params) for one in (*others, table)
    ]
    store.append("", [], [*gone, _counted(what, deleted)])
    return deleted


def _delete_surplus_notices(store: Store) -> None:
    """All but the newest of each recipient."""
    for recipient, n in store.query(WITH_MORE, (MAX_NOTICES,)):
        gap = pass_over_surplus(recipient, n - MAX_NOTICES)
        store.append("", [], [gap, Statement(SURPLUS, (recipient, n - MAX_NOTICES))])


def _delete_analyses(store: Store, days: int) -> int:
    """With their logs: analyses have no other players, and nothing refers to them. Their ids stay, because they were signed."""
    before = now() - days * DAY
    old = Statement(ANALYSES, (before, store.newest_game(), before))
    deleted = len(store.query(*old))
    known = Statement(f"INSERT INTO expired_games SELECT game FROM ({old.sql}) AS old", old.params)
    gone = [Statement(f"DELETE FROM {rows} IN ({old.sql})", old.params) for rows in OWNED_ROWS]
    store.remove(old, [known, *gone, _counted("analyses", deleted)])
    return deleted


def _counted(what: str, deleted: int) -> Statement:
    return Statement(COUNT_DELETED, (what, deleted, now()))
