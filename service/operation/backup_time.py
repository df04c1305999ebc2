"""When the last back-up was written: `kronika backup` leaves the time where every machine of the service finds it."""

from __future__ import annotations

from service.store import Statement, Store
from service.system.clock import now

WRITTEN = """INSERT INTO service_meta (name, value) VALUES ('backed-up-at', ?)
    ON CONFLICT (name) DO UPDATE SET value = excluded.value"""
LAST = "SELECT value FROM service_meta WHERE name = 'backed-up-at'"


def record_back_up(store: Store) -> None:
    """One has just been written."""
    store.append("", [], [Statement(WRITTEN, (str(now()),))])


def backed_up_at(store: Store) -> float | None:
    """When the last one was written, in seconds since the epoch; None before the first one."""
    return next((int(at) / 1000 for (at,) in store.query(LAST)), None)
