"""When the last back-up was made. `kronika backup` leaves the time where every machine of the service finds it."""

from __future__ import annotations

from service.operation.backup.progress import shipped_at
from service.store import Statement, Store

ENDED = """INSERT INTO service_meta (name, value) VALUES ('backed-up-at', ?)
    ON CONFLICT (name) DO UPDATE SET value = excluded.value"""
LAST = "SELECT value FROM service_meta WHERE name = 'backed-up-at'"


def record_back_up(store: Store, began: int) -> None:
    """One is complete that began at this time, in milliseconds since the epoch."""
    store.append("", [], [Statement(ENDED, (str(began),))])


def backed_up_at(store: Store) -> int | None:
    """When the last one was made, in milliseconds since the epoch; None before the first one.

    Of the continuous back-up, if there is one: files of `kronika backup` do not hide that it is away.
    """
    shipped = shipped_at(store)
    if shipped is not None:
        return int(shipped * 1000)
    return next((int(at) for (at,) in store.query(LAST)), None)
