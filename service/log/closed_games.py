"""How many games of the database are of a format that nothing is added to any more, so that each start can say so."""

from __future__ import annotations

from service.log.earlier import is_closed
from service.store import Statement, Store

LAST_LAYOUT = 27
"""The last one of which no version has counted them; games that were created with layouts 1 to 5 may be in any of them."""
NOTE = """INSERT INTO service_meta (name, value) VALUES ('closed-games', ?)
    ON CONFLICT (name) DO UPDATE SET value = excluded.value"""
NOTED = "SELECT value FROM service_meta WHERE name = 'closed-games'"


def note_closed(store: Store, layout: int) -> None:
    """Count them once, when a database that had this layout (0: a new one) has been migrated."""
    if 0 < layout <= LAST_LAYOUT:
        first = (store.entries(game, 0, 1) for game in store.games())
        closed = sum(is_closed(entry) for entries in first for entry in entries)
        store.append("", [], [Statement(NOTE, (str(closed),))])


def closed_games(store: Store) -> int:
    """As they were counted."""
    return sum(int(number) for (number,) in store.query(NOTED))
