"""What an account reads about itself."""

from __future__ import annotations

from domain.accounts.fold import Account
from projections.documents.passkeys import Me
from projections.people import rfc3339
from service.accounts.own_account import own_account
from service.identity.account_log import load
from service.identity.credentials import RECOVERY_SAID, Holder
from service.store import Store
from service.system.clock import now


def recovered_lately(account: Account) -> str | None:
    """When a recovery code was used last, if that was within 30 days."""
    at = account.recovered_at
    return rfc3339(at) if at and at + RECOVERY_SAID > now() else None


def me(store: Store, holder: Holder) -> Me:
    """The account that asks, and what its session may do now."""
    account = load(store, holder.account)
    asserted = holder.asserted_until
    return Me(
        account=own_account(store, holder.account),
        assertion_until=rfc3339(asserted) if asserted > now() else None,
        recovery_codes_left=len(account.codes) if holder.is_session else None,
        recovered_at=recovered_lately(account),
    )
