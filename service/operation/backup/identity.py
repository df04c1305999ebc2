"""The key pair of a back-up: the database has the recipient, and the identity that only the passphrase opens."""

from __future__ import annotations

from domain.ledger.text import b64, from_b64
from service.operation.backup.sealing import Sealed, make_identity
from service.store import Statement, Store
from service.system.settings import BadSetting

KNOWN = "SELECT name, value FROM service_meta WHERE name IN ('backup-recipient', 'backup-identity')"
STORE = "INSERT INTO service_meta (name, value) VALUES (?, ?) ON CONFLICT (name) DO NOTHING"


def known_identity(store: Store) -> Sealed | None:
    """The one that this database has, if any."""
    known = dict(store.query(KNOWN))
    if len(known) < 2:
        return None
    return Sealed(known["backup-recipient"], from_b64(known["backup-identity"]))


def begin(store: Store, secret: str | None) -> None:
    """Make the key pair once; `BadSetting` if there is none yet, and no passphrase for it."""
    if known_identity(store) is not None:
        return
    if not secret:
        raise BadSetting(
            "KRONIKA_BACKUP is set for the first time: run `kronika backup --begin` once, or set KRONIKA_PASSPHRASE for this "
            "start, too. The back-up is encrypted with it, and the service does not need it again."
        )
    made = make_identity(secret)
    rows = {"backup-recipient": made.recipient, "backup-identity": b64(made.identity)}
    store.append("", [], [Statement(STORE, row) for row in rows.items()])
