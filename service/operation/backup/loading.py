"""Writes the contents of segments into a database, of either kind, one transaction a segment: a restore continues after it."""

from __future__ import annotations

import msgspec

from service.log.followed_tables import FOLLOWED, last_place
from service.operation.backup.segments import Rows, Segment
from service.store import STORES_OWN, Load, Store

LAST_POSITION = "SELECT coalesce(max({}), 0) FROM stored_events"


class Loaded(msgspec.Struct, frozen=True):
    """How far a restore is: the last segment that is in the database; generation "" before the first."""

    generation: str = ""
    number: int = 0


def loaded(store: Store) -> Loaded | None:
    """None if no restore of a continuous back-up into this database is under way."""
    state = None if store.empty else store.relocation().state()
    return msgspec.convert(state, Loaded) if state and "generation" in state else None


class Loader:
    """For one store. Later segments win."""

    def __init__(self, store: Store) -> None:
        self._store, self._into = store, store.relocation()
        self._tables = {**FOLLOWED, **STORES_OWN}

    def begin(self) -> None:
        """Mark a database without games, which no service opens before its restore is complete."""
        self._store.migrate()
        with self._into.loading() as load:
            self._into.keep(load, msgspec.to_builtins(Loaded()))

    def load(self, segment: Segment) -> None:
        """All of it or nothing; repeating it is harmless."""
        header, content = segment.header, segment.content
        with self._into.loading() as load:
            self._into.write_events(load, content.events, again=True)
            for table, rows in content.tables.items():
                self._replace(load, table, rows)
            self._into.keep(load, msgspec.to_builtins(Loaded(header.generation, header.number)))

    def _replace(self, load: Load, table: str, rows: Rows) -> None:
        key = self._tables[table].key
        places = [rows.columns.index(name) for name in key]
        keys = [*([row[place] for place in places] for row in rows.rows), *rows.gone]
        self._into.replace_rows(load, table, key, keys, rows.columns, rows.rows)


def complete(store: Store) -> None:
    """From now on this is a database like any other; new events and rows come after those that it has."""
    [(position,)] = store.query(LAST_POSITION.format(store.position_column))
    into = store.relocation()
    with into.loading() as load:
        into.complete(load, position, last_place(store))
