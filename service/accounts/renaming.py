"""Renaming an account, once in thirty days."""

from __future__ import annotations

from domain.accounts.events import Renamed
from domain.accounts.fold import Account
from domain.table.refusals import Refusal, Refused
from projections.documents.accounts import AccountDocument
from projections.people import rfc3339
from service.accounts.own_account import own_account
from service.identity.account_log import Change, change
from service.identity.account_names import claim_name
from service.identity.credentials import Holder
from service.identity.guards import check_asserted, check_holds, check_not_recovering
from service.store import Duplicate, Statement, Store
from service.system.clock import DAY, now

BETWEEN = 30 * DAY
"""Between two names of one account."""
RENAME = "UPDATE accounts SET name = ?, folded = ? WHERE id = ?"


def rename(store: Store, holder: Holder, name: str) -> AccountDocument:
    """`Refused`: assertion-needed; too-early; malformed; gone-elsewhere for a name that is taken."""
    check_asserted(holder)

    def decide(account: Account) -> Change:
        check_holds(store, holder)
        check_not_recovering(holder, account)
        _check_time(account)
        claim = claim_name(store, account.id, name)
        return Change([Renamed()], [*claim.rows, Statement(RENAME, (claim.name, claim.folded, account.id))])

    try:
        change(store, holder.account, decide)
    except Duplicate:
        claim_name(store, holder.account, name)
        raise
    return own_account(store, holder.account)


def _check_time(account: Account) -> None:
    until = account.renamed_at and account.renamed_at + BETWEEN
    if until > now():
        raise Refused(
            Refusal.TOO_EARLY, "An account gets another name once in 30 days.", until=rfc3339(until)
        )
