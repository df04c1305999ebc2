"""An account as its owner sees it."""

from __future__ import annotations

from msgspec import UNSET

from domain.table.refusals import Refusal, Refused
from projections.documents.accounts import AccountDocument
from projections.documents.profiles import AccountOwner
from service.identity.account_log import NO_ACCOUNT
from service.store import Store

READ = """SELECT own.name, owners.id, owners.name FROM accounts AS own LEFT JOIN accounts AS owners ON owners.id = own.owner
    WHERE own.id = ? AND own.status <> 'closed'"""


def own_account(store: Store, id: str) -> AccountDocument:
    """`Refused` not-found for an unknown or closed one."""
    for name, owner, owner_name in store.query(READ, (id,)):
        of = UNSET if owner is None else AccountOwner(id=owner, name=owner_name)
        return AccountDocument(id=id, name=name, bot=owner is not None, owner=of)
    raise Refused(Refusal.NOT_FOUND, NO_ACCOUNT)
