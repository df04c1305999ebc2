"""Where seats and referees have accounts.

`account_entry`: the version in `account_seats` that gave the seat to an account; NULL for guests and bots. A seat of a
tournament has the account, the random bytes and the hash that all its games repeat. A referee may have been appointed by account.
"""

from __future__ import annotations

SEATS_OF_ACCOUNTS = (
    "ALTER TABLE players ADD COLUMN account_entry BIGINT",
    "ALTER TABLE former_players ADD COLUMN account_entry BIGINT",
    "ALTER TABLE tournament_seats ADD COLUMN account TEXT",
    "ALTER TABLE tournament_seats ADD COLUMN account_salt TEXT",
    "ALTER TABLE tournament_seats ADD COLUMN account_hash TEXT",
    "CREATE INDEX tournament_seats_by_account ON tournament_seats (account) WHERE account IS NOT NULL",
    "ALTER TABLE referees ADD COLUMN account TEXT",
    "CREATE INDEX referees_by_account ON referees (account) WHERE account IS NOT NULL",
)
