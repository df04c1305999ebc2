"""Writes the contents of segments into a database, of either kind, one transaction a segment: a restore continues after it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from service.backup.segments import Content, Rows, Segment
from service.log.followed_tables import FOLLOWED
from service.store import STORES_OWN, Statement, Store

MOST_VALUES = 10_000
"""In one statement."""
MARK = "restoring"
"""The name of the row that a database has while it is restored."""
MARKED = f"SELECT value FROM store_meta WHERE name = '{MARK}'"
SET_MARK = f"""INSERT INTO store_meta (name, value) VALUES ('{MARK}', ?)
    ON CONFLICT (name) DO UPDATE SET value = excluded.value"""
CLEAR_MARK = f"DELETE FROM store_meta WHERE name = '{MARK}'"
EVENTS = ("originator_id", "originator_version", "topic", "state")
SECRETS = ("game_id", "version", "sealed")


class Loaded(msgspec.Struct, frozen=True):
    """How far a restore is: the last segment that is in the database; generation "" before the first."""

    generation: str = ""
    number: int = 0


def loaded(store: Store) -> Loaded | None:
    """None if no restore into this database is under way."""
    for (value,) in store.query(MARKED):
        return msgspec.json.decode(value, type=Loaded)
    return None


def mark(store: Store, so_far: Loaded) -> None:
    store.append("", [], [_marked(so_far)])


def _marked(so_far: Loaded) -> Statement:
    return Statement(SET_MARK, (msgspec.json.encode(so_far),))


class Loader:
    """For one store. Later segments win."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._tables = {**FOLLOWED, **STORES_OWN}

    def load(self, segment: Segment) -> None:
        """All of it or nothing; repeating it is harmless."""
        header = segment.header
        statements = list(self._statements(segment.content))
        so_far = _marked(Loaded(header.generation, header.number))
        self._store.append("", [], [*statements, so_far])

    def _statements(self, content: Content) -> Iterator[Statement]:
        events = [(position, *event) for position, *event, _ in content.events]
        secrets = [(game, version, sealed) for _, game, version, _, _, sealed in content.events if sealed]
        yield from inserts("stored_events", (self._store.position_column, *EVENTS), events, "DO NOTHING")
        yield from inserts("event_secrets", SECRETS, secrets, "DO NOTHING")
        for table, rows in content.tables.items():
            yield from self._rows(table, rows)

    def _rows(self, table: str, rows: Rows) -> Iterator[Statement]:
        """Replace rows by deleting them first: full-text tables have no other way."""
        key = self._tables[table].key
        places = [rows.columns.index(name) for name in key]
        keys = [*([row[place] for place in places] for row in rows.rows), *rows.gone]
        name = self._store.name_of(table)
        yield from deletions(name, key, keys)
        yield from inserts(name, rows.columns, rows.rows)


def inserts(
    table: str, columns: Sequence[str], rows: Sequence[Sequence[Any]], conflict: str = ""
) -> Iterator[Statement]:
    ending = f" ON CONFLICT {conflict}" if conflict else ""
    for some, marks in _grouped(rows):
        sql = f"INSERT INTO {table} ({', '.join(columns)}) VALUES {marks}{ending}"
        yield Statement(sql, some)


def deletions(table: str, key: Sequence[str], keys: Sequence[Sequence[Any]]) -> Iterator[Statement]:
    for some, marks in _grouped(keys):
        yield Statement(f"DELETE FROM {table} WHERE ({', '.join(key)}) IN (VALUES {marks})", some)


def _grouped(rows: Sequence[Sequence[Any]]) -> Iterator[tuple[tuple[Any, ...], str]]:
    """Values and placeholders, so many at a time."""
    most = MOST_VALUES // len(rows[0]) if rows else 1
    for start in range(0, len(rows), most):
        some = rows[start : start + most]
        marks = ", ".join([f"({', '.join('?' * len(rows[0]))})"] * len(some))
        yield tuple(value for row in some for value in row), marks
