"""The tables of accounts. Everything is in milliseconds since the epoch.

`account_events` is each account's log, which `domain.accounts` folds; the other tables are written in the same transactions.
`accounts`: the name as shown (NULL after the account closed), `folded` for looking it up, and the `owner` of a bot.
`hidden_name`: the name that an operator has hidden; NULL where it is shown.
`account_names`: HMACs of the keys of names (`service.accounts.names`), reserved `until` for names of the past (NULL: in use).
`credentials`: sessions and personal tokens, by their SHA-256; `ends_at` is the end that use does not postpone.
`account_roles`: the roles that accounts have in games, tournaments and meetings, as `tokens` has those of tokens.
`account_seats`: whose account the hash in an entry of a game is, and its random bytes.
"""

from __future__ import annotations

ACCOUNTS = (
    """CREATE TABLE account_events (
        account TEXT NOT NULL, n BIGINT NOT NULL, type TEXT NOT NULL, at BIGINT NOT NULL, data TEXT NOT NULL,
        PRIMARY KEY (account, n))""",
    """CREATE TABLE accounts (
        id TEXT PRIMARY KEY, opened_at BIGINT NOT NULL, name TEXT, folded TEXT, owner TEXT, status TEXT NOT NULL,
        hidden_name TEXT)""",
    "CREATE UNIQUE INDEX accounts_by_name ON accounts (folded) WHERE folded IS NOT NULL",
    "CREATE INDEX accounts_by_owner ON accounts (owner) WHERE owner IS NOT NULL",
    "CREATE TABLE account_names (key TEXT PRIMARY KEY, account TEXT NOT NULL, unicode TEXT NOT NULL, until BIGINT)",
    "CREATE INDEX account_names_by_account ON account_names (account)",
    "CREATE INDEX account_names_by_end ON account_names (until) WHERE until IS NOT NULL",
    """CREATE TABLE credentials (
        hash TEXT PRIMARY KEY, id TEXT NOT NULL, account TEXT NOT NULL, kind TEXT NOT NULL, scopes TEXT NOT NULL,
        label TEXT NOT NULL, passkey TEXT, created_at BIGINT NOT NULL, used_at BIGINT, expires_at BIGINT NOT NULL,
        ends_at BIGINT NOT NULL, asserted_until BIGINT NOT NULL)""",
    "CREATE INDEX credentials_by_account ON credentials (account, id)",
    "CREATE INDEX credentials_by_expiry ON credentials (expires_at)",
    """CREATE TABLE account_roles (
        account TEXT NOT NULL, place TEXT NOT NULL, role TEXT NOT NULL, PRIMARY KEY (account, place, role))""",
    "CREATE INDEX account_roles_by_place ON account_roles (place, role)",
    """CREATE TABLE account_seats (
        game TEXT NOT NULL, version BIGINT NOT NULL, seat BIGINT NOT NULL, account TEXT NOT NULL, salt TEXT NOT NULL,
        PRIMARY KEY (game, version))""",
    "CREATE INDEX account_seats_by_account ON account_seats (account, game)",
)
