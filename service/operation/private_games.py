"""How many private games there are: counted by the background worker once a minute, so that no request passes all of them."""

from __future__ import annotations

import orjson

from service.store import Statement, Store

COUNT = """SELECT status, count(*) FROM lobby
    WHERE visibility = 'private' AND forked IS NULL AND imported = 0 GROUP BY status"""
STORE = """INSERT INTO service_meta (name, value) VALUES ('private-games', ?)
    ON CONFLICT (name) DO UPDATE SET value = excluded.value"""
COUNTED = "SELECT value FROM service_meta WHERE name = 'private-games'"


def count_private_games(store: Store) -> None:
    """Count those that were played here, by status. Analyses are none."""
    counted = {status: int(count) for status, count in store.query(COUNT)}
    store.append("", [], [Statement(STORE, (orjson.dumps(counted).decode(),))])


def private_games(store: Store) -> dict[str, int]:
    """The numbers counted last, by status."""
    return next((orjson.loads(value) for (value,) in store.query(COUNTED)), {})
