"""The tables of accounts, and of who is told of what happens."""

from __future__ import annotations

from service.log.account_tables import ACCOUNTS
from service.log.hook_tables import HOOKS
from service.log.notice_tables import NOTICES

PEOPLE = (
    #
    *ACCOUNTS,
    *NOTICES,
    *HOOKS,
)
