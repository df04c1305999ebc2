"""The tables of webhooks. Everything is in milliseconds since the epoch.

`hooks`: `owner` is `account:ID`, `token:HASH` of an organiser, or `operator:PLACE`; `slot` numbers the hooks of one owner.
`place` is the game, tournament or account that it is about, "" for all public games. `credential` is the personal token that made
it. `events` are kinds between spaces. `sealed` holds its URL and secrets. `failing_since` is the first failure after the last
success, `held_until` when a receiver wants no more requests.
`hook_cursors`: how far each hook was sent what happened in each game. `sent` is the last `n` that was delivered or dropped; those
from `gap_from` to `sent` were dropped, and the receiver does not know that yet. `due_at` is NULL where nothing is left to send.
`hook_deliveries`: what was sent, in the same bytes at every try, with the last answer. `again_at`: when it is to be sent beside
the order; tests are only sent so.
`hook_requests`: how many tests and repetitions were requested, by the minute.
"""

from __future__ import annotations

HOOKS = (
    """CREATE TABLE hooks (
        id TEXT PRIMARY KEY, owner TEXT NOT NULL, slot BIGINT NOT NULL, account TEXT, credential TEXT, about TEXT NOT NULL,
        place TEXT NOT NULL, events TEXT NOT NULL, status TEXT NOT NULL, sealed BYTEA NOT NULL, made_at BIGINT NOT NULL,
        failing_since BIGINT, held_until BIGINT NOT NULL DEFAULT 0)""",
    "CREATE UNIQUE INDEX hooks_of_owner ON hooks (owner, slot)",
    "CREATE INDEX hooks_by_place ON hooks (place, about)",
    """CREATE TABLE hook_cursors (
        hook TEXT NOT NULL, game TEXT NOT NULL, sent BIGINT NOT NULL DEFAULT 0, tries BIGINT NOT NULL DEFAULT 0, due_at BIGINT,
        gap_from BIGINT, PRIMARY KEY (hook, game))""",
    "CREATE INDEX hook_cursors_due ON hook_cursors (due_at) WHERE due_at IS NOT NULL",
    """CREATE TABLE hook_deliveries (
        hook TEXT NOT NULL, id TEXT NOT NULL, n BIGINT NOT NULL, kind TEXT NOT NULL, game TEXT NOT NULL, body TEXT NOT NULL,
        made_at BIGINT NOT NULL, tries BIGINT NOT NULL DEFAULT 0, tried_at BIGINT, next_at BIGINT, status BIGINT, failed TEXT,
        milliseconds BIGINT, answer TEXT, state TEXT NOT NULL, again_at BIGINT, PRIMARY KEY (hook, id))""",
    "CREATE INDEX hook_deliveries_by_age ON hook_deliveries (hook, made_at, id)",
    "CREATE INDEX hook_deliveries_by_time ON hook_deliveries (made_at)",
    "CREATE INDEX hook_deliveries_again ON hook_deliveries (again_at) WHERE again_at IS NOT NULL",
    "CREATE TABLE hook_requests (hook TEXT NOT NULL, minute BIGINT NOT NULL, k BIGINT NOT NULL, PRIMARY KEY (hook, minute, k))",
    "CREATE INDEX hook_requests_by_minute ON hook_requests (minute)",
    "CREATE INDEX notices_of_hooks ON notices (recipient, game, n) WHERE recipient > 'hook'",
)
