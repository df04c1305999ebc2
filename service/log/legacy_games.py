"""The number of games whose logs are of a read-only legacy format, so that each start can report it."""

from __future__ import annotations

from service.log.legacy_formats import is_legacy
from service.store import Statement, Store

LAST_LAYOUT = 27
"""The last layout of which no version has counted them. Games created with layouts 1 to 5 may be in any of these databases."""
UPSERT = """INSERT INTO service_meta (name, value) VALUES ('closed-games', ?)
    ON CONFLICT (name) DO UPDATE SET value = excluded.value"""
COUNTED = "SELECT value FROM service_meta WHERE name = 'closed-games'"


def count_legacy_games(store: Store, layout: int) -> None:
    """Count them once, when a database of this layout (0: a new one) has been migrated."""
    if 0 < layout <= LAST_LAYOUT:
        first = (store.entries(game, 0, 1) for game in store.games())
        legacy = sum(is_legacy(entry) for entries in first for entry in entries)
        store.append("", [], [Statement(UPSERT, (str(legacy),))])


def legacy_games(store: Store) -> int:
    """The number counted then."""
    return sum(int(number) for (number,) in store.query(COUNTED))
