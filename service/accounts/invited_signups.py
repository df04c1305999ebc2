"""Sign-ups that do not count towards the limit of their address, because an account has invited the person."""

from __future__ import annotations

from service.identity import invitations
from service.store import Duplicate, Statement, Store
from service.system.clock import DAY, now

OLD_ENOUGH = 7 * DAY
MOST_A_DAY = 30
"""The most such sign-ups by invitations of one account, in a day (UTC)."""
INVITER = """SELECT accounts.id FROM account_roles JOIN accounts ON accounts.id = account
    WHERE place = ? AND role = 'organiser' AND status = 'open' AND opened_at <= ?"""
ORGANISERS = "SELECT 1 FROM invitations WHERE hash = ? AND maker IS NULL"
COUNT = "SELECT count(*) FROM invited_signups WHERE account = ? AND day = ?"
USED = "SELECT 1 FROM invited_signups WHERE hash = ?"
INSERT = "INSERT INTO invited_signups (hash, account, day, n) VALUES (?, ?, ?, ?)"


def is_invited(store: Store, hash: str) -> bool:
    """Use up an invitation, by the SHA-256 of its code, for a sign-up. False, and nothing is written, if the sign-up counts like
    any other.
    """
    inviter = _inviter(store, hash)
    while inviter is not None and not store.query(USED, (hash,)):
        day = now() // DAY
        [(count,)] = store.query(COUNT, (inviter, day))
        if count >= MOST_A_DAY:
            break
        try:
            store.append("", [], [Statement(INSERT, (hash, inviter, day, count + 1))])
        except Duplicate:
            continue  # at the same moment the code was used, or another one of this account
        return True
    return False


def _inviter(store: Store, hash: str) -> str | None:
    """The account that organises the table of an open invitation, and made it; None for all others."""
    invitation = invitations.find_hashed(store, hash)
    if invitation is None or not invitation.open or not store.query(ORGANISERS, (hash,)):
        return None
    found = store.query(INVITER, (invitation.game, now() - OLD_ENOUGH))
    return str(found[0][0]) if found else None
