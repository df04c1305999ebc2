"""The tables of accounts and notices."""

from __future__ import annotations

from service.log.account_games_tables import ACCOUNT_GAMES
from service.log.account_tables import ACCOUNTS
from service.log.credential_tables import CREDENTIALS
from service.log.hook_tables import HOOKS
from service.log.notice_tables import NOTICES
from service.log.passkey_tables import PASSKEYS
from service.log.seat_tables import SEATS_OF_ACCOUNTS

PEOPLE = (
    #
    *ACCOUNTS,
    *PASSKEYS,
    *CREDENTIALS,
    *ACCOUNT_GAMES,
    *NOTICES,
    *SEATS_OF_ACCOUNTS,
    *HOOKS,
)
