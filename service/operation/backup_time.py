"""When the last back-up in one file was made: `kronika backup` leaves the time where every machine of the service finds it."""

from __future__ import annotations

from service.store import Statement, Store

ENDED = """INSERT INTO service_meta (name, value) VALUES ('backed-up-at', ?)
    ON CONFLICT (name) DO UPDATE SET value = excluded.value"""
LAST = "SELECT value FROM service_meta WHERE name = 'backed-up-at'"


def record_back_up(store: Store, began: int) -> None:
    """One is complete that began at this time, in milliseconds since the epoch."""
    store.append("", [], [Statement(ENDED, (str(began),))])


def backed_up_at(store: Store) -> int | None:
    """When the last complete one began, in milliseconds since the epoch; None before the first one."""
    return next((int(at) for (at,) in store.query(LAST)), None)
