"""The sessions of an account: in which browsers it is signed in."""

from __future__ import annotations

from projections.documents.credentials import SessionDocument, SessionList
from projections.people import rfc3339
from service.accounts.personal_tokens import check_exists
from service.identity.credentials import Holder, revoke
from service.store import Store
from service.system.clock import now

SESSIONS = """SELECT id, label, created_at, used_at FROM credentials
    WHERE account = ? AND kind = 'session' AND expires_at > ? AND ends_at > ? ORDER BY created_at, id"""


def sessions(store: Store, holder: Holder) -> SessionList:
    """Those that have not ended, the oldest first."""
    at = now()
    found = store.query(SESSIONS, (holder.account, at, at))
    return SessionList(
        sessions=tuple(
            SessionDocument(
                id=id,
                label=label,
                created_at=rfc3339(created),
                used_at=rfc3339(max(used or 0, created)),
                current=id == holder.id,
            )
            for id, label, created, used in found
        )
    )


def end_session(store: Store, holder: Holder, id: str) -> None:
    """End one session of the account; `Refused` not-found for an unknown one."""
    check_exists(store, holder.account, "session", id)
    store.append("", [], [revoke(holder.account, id)])
