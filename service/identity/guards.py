"""What a session has to be for operations that could take an account away from its owner."""

from __future__ import annotations

from domain.accounts.fold import Account
from domain.table.refusals import Refusal, Refused
from projections.people import rfc3339
from service.identity.credentials import Holder
from service.store import Store
from service.system.clock import HOUR, now

HOLDS = "SELECT 1 FROM credentials WHERE account = ? AND id = ?"
RECOVERING = 72 * HOUR
"""For how long a passkey that came by recovery may not do everything."""


def check_asserted(holder: Holder) -> None:
    """`Refused` assertion-needed unless this very session has presented a passkey within the last five minutes."""
    if not holder.is_session or holder.asserted_until <= now():
        raise Refused(
            Refusal.ASSERTION_NEEDED, "Confirm with your passkey first; that counts for five minutes."
        )


def check_holds(store: Store, holder: Holder) -> None:
    """`Refused` unauthenticated if the session or token has ended since the request began.

    To be called for each decision about an account (`account_log.change`): recoveries and removals of passkeys, which end
    sessions, are events of the same log, so none of them comes between this and the write.
    """
    if not store.query(HOLDS, (holder.account, holder.id)):
        raise Refused(Refusal.UNAUTHENTICATED, "This session has ended. Sign in again.")


def check_not_suspended(holder: Holder) -> None:
    """`Refused` forbidden for an account that the operator has suspended, and for its bots."""
    if holder.suspended:
        raise Refused(
            Refusal.FORBIDDEN,
            "The operator has suspended this account: it reads and plays the games that have begun, and begins nothing.",
        )


def check_not_recovering(holder: Holder, account: Account) -> None:
    """`Refused` too-early for sessions of a passkey that was added by a recovery, or after it, within the last 72 hours."""
    until = recovering_until(holder, account)
    if until > now():
        raise Refused(
            Refusal.TOO_EARLY,
            "The account was recovered with a code. For 72 hours only a passkey that is older than that may do this.",
            until=rfc3339(until),
        )


def recovering_until(holder: Holder, account: Account) -> int:
    """In milliseconds; 0 without a recovery. A session whose passkey is unknown counts as one of the newest."""
    recovered = account.recoveries.get(holder.passkey or "", account.recovered_at)
    return recovered and recovered + RECOVERING
