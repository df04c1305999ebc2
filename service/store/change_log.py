"""One order of all changed rows, for programs that copy a database while it is in use.

Events have positions. All other tables change in place, so triggers record which rows changed: `changes` has the place of each
change, the table, and the row's key as a JSON list. They do so in the transaction of the change, and a deletion is a change, too.
Triggers exist only while there are followers: without any, nothing is recorded, and writing costs nothing more.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple

from .changes_tables import STORES_OWN, TRACKING, Tables
from .engine import NO_END, Batch, Engine, Read
from .types import Statement

BEGIN = "INSERT INTO followers (name, position, place) VALUES (?, 0, -1) ON CONFLICT (name) DO NOTHING"
"""A place of -1: not everything is recorded yet. Until then nothing is cut off, either."""
REGISTER = "UPDATE followers SET position = ?, place = ? WHERE name = ? AND place = -1"
FOLLOWERS = "SELECT name, position, place FROM followers ORDER BY name"
HAS_READ = "UPDATE followers SET position = ?, place = ? WHERE name = ?"
LEAVE = "DELETE FROM followers WHERE name = ?"
LEAVE_ALL = "DELETE FROM followers"
CUT_OFF = "DELETE FROM changes WHERE place <= (SELECT min(place) FROM followers)"
FORGET = "DELETE FROM changes WHERE NOT EXISTS (SELECT 1 FROM followers)"
CHANGED = "SELECT place, relation, key FROM changes WHERE place > ? AND place <= ? ORDER BY place LIMIT ?"
AT_ONCE = 1000
"""Keys in one query."""

Key = tuple[Any, ...]


class Mark(NamedTuple):
    """How far a follower has read: the position of an event, and the place of a change."""

    position: int
    place: int


class Event(NamedTuple):
    """A row of the log; `secrets` as stored, encrypted."""

    position: int
    game: str
    version: int
    topic: str
    state: bytes
    secrets: bytes | None


class Changed(NamedTuple):
    """The keys of the rows that changed, each once, by table; `upto` is the place of the last change among them."""

    keys: Mapping[str, Sequence[Key]]
    upto: int


class Snapshot:
    """One consistent view of the database. `mark`: everything up to it is in this view, and what is not comes after it.

    What was committed after the mark may be in the view, too, and comes again in a later one.
    """

    def __init__(self, engine: Engine, tables: Tables, read: Read, mark: Mark) -> None:
        self._engine, self._tables, self._read, self.mark = engine, tables, read, mark

    def with_unsettled(self) -> Snapshot:
        """The same view, with all that was committed after the mark: for what is to be consistent, and comes again."""
        return Snapshot(self._engine, self._tables, self._read, Mark(NO_END, NO_END))

    def events(self, after: int, most: int) -> list[Event]:
        """The next events with a greater position than `after`, up to the mark."""
        position = self._engine.position
        found = self._read(
            f"SELECT {position}, originator_id, originator_version, topic, state, sealed FROM stored_events "
            "LEFT JOIN event_secrets ON game_id = originator_id AND version = originator_version "
            f"WHERE {position} > ? AND {position} <= ? ORDER BY {position} LIMIT ?",
            (after, self.mark.position, most),
        )
        return list(map(Event._make, found))

    def changed(self, after: int, most: int) -> Changed:
        """The rows of the next `most` changes after the place `after`, up to the mark."""
        keys: dict[str, dict[Key, None]] = {}
        for place, table, key in self._read(CHANGED, (after, self.mark.place, most)):  # noqa: B007
            keys.setdefault(table, {})[tuple(json.loads(key))] = None
        for table, (_, _, together) in self._tables.items():
            if together in keys:
                keys[table] = keys[together]
        return Changed({table: list(of) for table, of in keys.items()}, place if keys else self.mark.place)

    def columns(self, table: str) -> list[str]:
        """The names of a table's columns, in the order of its rows. An SQLite table may hide its key."""
        found = self._engine.capture.columns(self._name(table))
        return [*(name for name in self._tables[table].key if name not in found), *found]

    def rows(self, table: str, keys: Sequence[Key]) -> Iterator[tuple[Any, ...]]:
        """The rows with these keys; those that are missing have been deleted."""
        for start in range(0, len(keys), AT_ONCE):
            some = keys[start : start + AT_ONCE]
            named = ", ".join(self._tables[table].key)
            marks = ", ".join([f"({', '.join('?' * len(some[0]))})"] * len(some))
            values = [value for key in some for value in key]
            yield from self._read(f"{self._select(table)} WHERE ({named}) IN (VALUES {marks})", values)

    def slice(self, table: str, after: Key, most: int) -> list[tuple[Any, ...]]:
        """The next rows of a table in the order of its key; `after` is the key of the last one, () before the first."""
        named = ", ".join(self._tables[table].key)
        where = f"WHERE ({named}) > ({', '.join('?' * len(after))})" if after else ""
        return self._read(f"{self._select(table)} {where} ORDER BY {named} LIMIT ?", (*after, most))

    def key(self, table: str, row: Sequence[Any]) -> Key:
        """The key of a row of this table."""
        columns = self.columns(table)
        return tuple(row[columns.index(name)] for name in self._tables[table].key)

    def _select(self, table: str) -> str:
        return f"SELECT {', '.join(self.columns(table))} FROM {self._name(table)}"

    def _name(self, table: str) -> str:
        return self._engine.tracking_table if table == TRACKING else table


class ChangeLog:
    """The followers of a database, and what they read. `tables`: the tables that they follow, each with its key."""

    def __init__(self, engine: Engine, tables: Tables) -> None:
        self._engine, self._tables = engine, {**STORES_OWN, **tables}

    def register(self, follower: str) -> Mark:
        """From now on keep what changes after the mark, until the follower has read it.

        A new follower copies everything else itself, after this call. One that is registered already gets the mark up to
        which it has read.
        """
        self._write(Statement(BEGIN, (follower,)))
        self._engine.capture.record(self._tables)
        with self.snapshot() as now:
            mark = now.mark
        self._write(Statement(REGISTER, (*mark, follower)))
        return self.followers()[follower]

    def renew(self) -> None:
        """After a migration: record the changes of new tables, too, if there are followers. A follower copies these anew."""
        if self.followers():
            self._engine.capture.record(self._tables)

    def unregister(self, follower: str) -> None:
        """Keep nothing more for a follower. After the last one, changes are not recorded any more."""
        self._write(Statement(LEAVE, (follower,)), Statement(CUT_OFF))
        if not self.followers():
            self._forget()

    def unregister_all(self) -> None:
        """In a copy of a database, where nobody follows."""
        self._write(Statement(LEAVE_ALL))
        self._forget()

    def _forget(self) -> None:
        self._engine.capture.record({})
        self._write(Statement(FORGET))

    def followers(self) -> dict[str, Mark]:
        """All followers, and how far they have read."""
        return {name: Mark(position, place) for name, position, place in self._engine.queries.read(FOLLOWERS)}

    def has_read(self, follower: str, upto: Mark) -> None:
        """Record that a follower needs nothing more up to this mark; changes that nobody needs any more are deleted."""
        self._write(Statement(HAS_READ, (*upto, follower)), Statement(CUT_OFF))

    @contextmanager
    def snapshot(self) -> Iterator[Snapshot]:
        """A view of everything that is settled. It should be short: SQLite keeps its write-ahead log meanwhile."""
        with self._engine.capture.snapshot() as (read, position, place):
            yield Snapshot(self._engine, self._tables, read, Mark(position, place))

    def _write(self, *statements: Statement) -> None:
        self._engine.write(Batch(statements=statements))
