"""The games of accounts, and invitations by name. Times are in milliseconds since the epoch.

`account_games`: which seats accounts have now; written in the transaction of the game's events (`projections.account_games`).
`begun`: whether the game has started. `listed`: whether everybody may see the game.
`account_invitations`: at most one of each account to a game or tournament (`place`). `ended`: NULL while it is open, else why.
"""

from __future__ import annotations

ACCOUNT_GAMES = (
    """CREATE TABLE account_games (
        account TEXT NOT NULL, game TEXT NOT NULL, seat BIGINT NOT NULL, ruleset TEXT NOT NULL, status TEXT NOT NULL,
        created_at BIGINT NOT NULL, begun BIGINT NOT NULL, listed BIGINT NOT NULL, won BIGINT NOT NULL,
        PRIMARY KEY (account, game))""",
    "CREATE INDEX account_games_by_game ON account_games (game)",
    "CREATE INDEX account_games_by_status ON account_games (account, status, created_at DESC, game)",
    "CREATE INDEX account_games_by_age ON account_games (account, created_at DESC, game DESC) WHERE listed = 1",
    "CREATE INDEX account_games_of_figures ON account_games (account, listed, status, ruleset, won)",
    """CREATE TABLE account_invitations (
        id TEXT PRIMARY KEY, account TEXT NOT NULL, place TEXT NOT NULL, seat BIGINT, inviter TEXT NOT NULL,
        at BIGINT NOT NULL, expires_at BIGINT NOT NULL, ended TEXT, UNIQUE (account, place))""",
    "CREATE INDEX account_invitations_by_place ON account_invitations (place)",
    "CREATE INDEX account_invitations_by_inviter ON account_invitations (inviter, at)",
    "CREATE INDEX account_invitations_by_expiry ON account_invitations (expires_at, id)",
)
