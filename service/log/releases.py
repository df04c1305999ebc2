"""Which releases use the database: each gives signs of life, by the number of its layout.

Two releases run side by side while one replaces the other. Migrations only add then. One that removes what an older release
uses waits until no older release has been heard of for a while.
"""

from __future__ import annotations

from service.log.migrations import MIGRATIONS
from service.store import Statement, Store

OWN = MIGRATIONS[-1].number
SILENCE = 600_000
"""Milliseconds without a sign of life after which no process of a release is left, not even one that still sends streams."""
PREFIX = "layout-"
ALIVE = """INSERT INTO service_meta (name, value) VALUES (?, ?)
    ON CONFLICT (name) DO UPDATE SET value = excluded.value"""
KNOWN = f"SELECT name, value FROM service_meta WHERE name LIKE '{PREFIX}%'"


def alive(at: int) -> Statement:
    """This release's sign of life."""
    return Statement(ALIVE, (f"{PREFIX}{OWN}", str(at)))


def migrate(store: Store, layout: int, at: int) -> None:
    """Run all migrations on a database of this layout, but leave for later those that an older release prevents."""
    store.migrate(MIGRATIONS, removing=not layout or not _older(store, at))


def finish(store: Store, at: int) -> None:
    """Run the migrations that were left for later, once nothing prevents them."""
    if store.layout.left(MIGRATIONS):
        migrate(store, store.layout.number(), at)


def _older(store: Store, at: int) -> bool:
    signs = {int(name.removeprefix(PREFIX)): int(value) for name, value in store.query(KNOWN)}
    return any(layout < OWN and at - last < SILENCE for layout, last in signs.items())
