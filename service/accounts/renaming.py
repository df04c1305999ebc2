"""Renaming an account, once in thirty days."""

from __future__ import annotations

from domain.accounts.events import Renamed
from domain.accounts.fold import Account
from domain.table.refusals import Refusal, Refused
from projections.documents.accounts import AccountDocument
from projections.people import rfc3339
from service.accounts.erasure import names_of_account
from service.accounts.own_account import own_account
from service.identity.account_log import Change, change
from service.identity.account_names import claim_name
from service.identity.credentials import Holder
from service.identity.guards import check_asserted, check_holds, check_not_recovering
from service.identity.hiding import REPOSITION, TAKE_PLACE, name_changes
from service.store import Duplicate, Statement, Store
from service.system.clock import DAY, now

BETWEEN = 30 * DAY
"""Between two names of one account."""
RENAMED = """UPDATE {table} SET name = CASE WHEN hidden_name IS NULL THEN CAST(? AS TEXT) ELSE name END,
    hidden_name = CASE WHEN hidden_name IS NULL THEN NULL ELSE CAST(? AS TEXT) END
    WHERE ({where}) AND (hidden_name IS NOT NULL OR name NOT LIKE '#%')"""
"""What the operator has removed stays so."""
RENAME = "UPDATE accounts SET name = ?, folded = ?, hidden_name = NULL WHERE id = ?"
"""A name that the operator has hidden never comes back in the place of the new one."""


def rename(store: Store, holder: Holder, name: str) -> AccountDocument:
    """`Refused`: assertion-needed; too-early; malformed; gone-elsewhere for a name that is taken."""
    check_asserted(holder)

    def decide(account: Account) -> Change:
        check_holds(store, holder)
        check_not_recovering(holder, account)
        _check_time(account)
        claim = claim_name(store, account.id, name)
        renamed = Statement(RENAME, (claim.name, claim.folded, account.id))
        return Change([Renamed()], [*claim.rows, *_renamed_at_tables(account.id, claim.name), renamed])

    try:
        change(store, holder.account, decide)
    except Duplicate:
        claim_name(store, holder.account, name)
        raise
    return own_account(store, holder.account)


def _renamed_at_tables(id: str, name: str) -> list[Statement]:
    """Documents of its games, and of those of its bots, which name their owner, have the new name from now on."""
    reloaded, *_ = name_changes(names_of_account(id), "")
    *parts, _ = names_of_account(id, "(?)").parts
    rows = [
        Statement(RENAMED.format(table=it.table, where=it.where), (name, name, *it.params)) for it in parts
    ]
    return [reloaded, *rows, REPOSITION, TAKE_PLACE]


def _check_time(account: Account) -> None:
    until = account.renamed_at and account.renamed_at + BETWEEN
    if until > now():
        raise Refused(
            Refusal.TOO_EARLY, "An account gets another name once in 30 days.", until=rfc3339(until)
        )
