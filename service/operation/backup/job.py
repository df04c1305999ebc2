"""The job of the background worker that ships the log."""

from __future__ import annotations

from collections.abc import Callable

import structlog

from service.log.followed_tables import FOLLOWED
from service.log.signing import FILE as SIGNING_FILE
from service.operation.app import SECRET_FILE, Kronika
from service.operation.backup.generations import FOLLOWER
from service.operation.backup.identity import known_identity
from service.operation.backup.objects import BackupAway, open_objects
from service.operation.backup.shipper import Shipper, Source
from service.store import Statement, Store
from service.system.settings import BadSetting

log = structlog.get_logger("kronika.backup")


def shipping_jobs(kronika: Kronika) -> list[Callable[[], None]]:
    """The job, if a back-up is set. Otherwise changes are no longer recorded for one."""
    if kronika.settings.backup is None:
        _leave(kronika.store)
        return []
    try:
        return [shipper(kronika, kronika.settings.backup).follow]
    except (BadSetting, BackupAway) as error:
        log.error("backup-not-begun", reason=str(error))
        return []


def shipper(kronika: Kronika, address: str) -> Shipper:
    """`BadSetting` if the back-up was never begun."""
    identity = known_identity(kronika.store)
    if identity is None:
        raise BadSetting("The back-up has no key yet: run `kronika backup --begin` once.")
    data, settings = kronika.settings.data, kronika.settings
    keys = {
        SIGNING_FILE: (data / SIGNING_FILE).read_bytes(),
        SECRET_FILE: settings.secret_key or (data / SECRET_FILE).read_bytes(),
    }
    source = Source(
        kronika.store,
        kronika.head_journal,
        kronika.repository.logs,
        data,
        keys,
        kronika.signer.fingerprint,
    )
    return Shipper(source, open_objects(address), identity)


def _leave(store: Store) -> None:
    changes = store.change_log(FOLLOWED)
    if FOLLOWER in changes.followers():
        changes.unregister(FOLLOWER)
        store.append("", [], [Statement("DELETE FROM backup_state")])
