"""The tables of accounts, and of who is told of what happens."""

from __future__ import annotations

from service.log.account_tables import ACCOUNTS
from service.log.passkey_tables import PASSKEYS

PEOPLE = (
    #
    *ACCOUNTS,
    *PASSKEYS,
)
