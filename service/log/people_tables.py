"""The tables of accounts, and of who is told of what happens."""

from __future__ import annotations

from service.log.account_tables import ACCOUNTS
from service.log.seat_tables import SEATS_OF_ACCOUNTS

PEOPLE = (
    #
    *ACCOUNTS,
    *SEATS_OF_ACCOUNTS,
)
