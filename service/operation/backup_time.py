"""When the last back-up was made. `kronika backup` leaves the time where every machine of the service finds it."""

from __future__ import annotations

from service.backup.progress import shipped_at
from service.store import Statement, Store

ENDED = """INSERT INTO service_meta (name, value) VALUES ('backed-up-at', ?)
    ON CONFLICT (name) DO UPDATE SET value = excluded.value"""
LAST = "SELECT value FROM service_meta WHERE name = 'backed-up-at'"


def record_back_up(store: Store, began: int) -> None:
    """One is complete that began at this time, in milliseconds since the epoch."""
    store.append("", [], [Statement(ENDED, (str(began),))])


def backed_up_at(store: Store) -> int | None:
    """When the last one, continuous or in one file, was made, in milliseconds since the epoch; None before the first one."""
    shipped = shipped_at(store)
    times = [int(at) for (at,) in store.query(LAST)] + ([] if shipped is None else [int(shipped * 1000)])
    return max(times, default=None)
