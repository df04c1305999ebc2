"""The tables of notices. Everything is in milliseconds since the epoch.

`notices`: what a recipient (`account:ID` or `hook:ID`) is notified of; `n` counts the recipient's own from 1 without gaps. `seat`
and `since` are 0, and `what` is empty, where there is none, because NULLs are never equal. `what` is the change of an account
that a notice is about, or the id of an invitation.
`notice_counts`: the last `n` of each recipient; its row is locked while notices are added, so they are committed in order.
`clock_lows`: when running clocks become low, of the games whose players or hooks are notified.
`push_subscriptions`: browsers that receive notices, each bound to the session that made it; `sealed` is its address and its keys,
`n` the last notice that was pushed.
"""

from __future__ import annotations

NOTICES = (
    """CREATE TABLE notices (
        recipient TEXT NOT NULL, n BIGINT NOT NULL, kind TEXT NOT NULL, game TEXT NOT NULL, version BIGINT NOT NULL,
        seat BIGINT NOT NULL, since BIGINT NOT NULL, what TEXT NOT NULL, at BIGINT NOT NULL, PRIMARY KEY (recipient, n))""",
    "CREATE UNIQUE INDEX notices_once ON notices (recipient, game, version, kind, seat, since, what)",
    "CREATE UNIQUE INDEX notices_of_clocks ON notices (recipient, game, seat, since) WHERE kind = 'clock-low'",
    "CREATE INDEX notices_by_time ON notices (at)",
    "CREATE TABLE notice_counts (recipient TEXT PRIMARY KEY, n BIGINT NOT NULL)",
    """CREATE TABLE clock_lows (
        game TEXT NOT NULL, seat BIGINT NOT NULL, since BIGINT NOT NULL, at BIGINT NOT NULL, PRIMARY KEY (game, seat))""",
    "CREATE INDEX clock_lows_by_time ON clock_lows (at)",
    """CREATE TABLE push_subscriptions (
        id TEXT PRIMARY KEY, account TEXT NOT NULL, session TEXT NOT NULL, sealed BYTEA NOT NULL, created_at BIGINT NOT NULL,
        n BIGINT NOT NULL)""",
    "CREATE INDEX push_subscriptions_by_account ON push_subscriptions (account)",
)
