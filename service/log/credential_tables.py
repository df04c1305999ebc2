"""Tables of what credentials come from. Times are in milliseconds since the epoch.

`invited_signups`: the invitations by whose codes people signed up; `n` counts those of an account's invitations on a day.
`device_codes`: the steps by which an account is opened on another device. `value` is the SHA-256 of the code's secret (`open`),
that of the ticket (`opened`), or what it ended as (`over`); `session` is the id of the session that shows the code.
`bot_places`: the bots of an account, each in one of its few places; a closed one leaves it to the next.
"""

from __future__ import annotations

CREDENTIALS = (
    """CREATE TABLE invited_signups (
        hash TEXT PRIMARY KEY, account TEXT NOT NULL, day BIGINT NOT NULL, n BIGINT NOT NULL)""",
    "CREATE UNIQUE INDEX invited_signups_by_account ON invited_signups (account, day, n)",
    """CREATE TABLE device_codes (
        device TEXT NOT NULL, step TEXT NOT NULL, account TEXT NOT NULL, session TEXT NOT NULL, value TEXT NOT NULL,
        expires_at BIGINT NOT NULL, PRIMARY KEY (device, step))""",
    "CREATE UNIQUE INDEX device_codes_by_account ON device_codes (account) WHERE step = 'open'",
    "CREATE TABLE bot_places (owner TEXT NOT NULL, place BIGINT NOT NULL, bot TEXT NOT NULL, PRIMARY KEY (owner, place))",
    "CREATE INDEX device_codes_by_expiry ON device_codes (expires_at)",
    "CREATE INDEX device_codes_by_value ON device_codes (value, step)",
)
