"""The store on PostgreSQL."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from itertools import chain
from pathlib import Path
from time import monotonic
from typing import Any

import psycopg
from eventsourcing.persistence import PersistenceError
from psycopg.rows import tuple_row
from psycopg_pool import PoolTimeout

from .damage import Damage
from .engine import APPLIED, APPLY, OWN_TABLES, TRY, Batch
from .line import Line, Take, done
from .postgres_append import (
    CONTINUE_PLACES,
    FUNCTIONS,
    LOCK,
    LOCK_KEY,
    PLACES_SETTLED,
    SETTLED,
    Pools,
    translated,
)
from .postgres_changes import PostgresChanges
from .postgres_copy import copy_in, copy_out
from .postgres_duty import PostgresDuty
from .postgres_errors import is_lost, meant
from .postgres_link import (
    PRESENCE,
    answered,
    begun_at,
    connected,
    conninfo_of,
    doubting,
    one_line,
    places,
    read_limits,
)
from .reach import Reach
from .rows import Statement, Step, StoreAway, StoreUnusable, Trouble

TOGETHER_SECONDS = 0.2
"""How long writers in one transaction wait for the lock that one of them needs."""
MIGRATION_SECONDS = 60.0
"""How long another process that migrates the same database is waited for."""
LAYOUT_SECONDS = 5.0
"""How long a migration waits for a lock of somebody else's."""
FOREIGN = "SELECT to_regclass('stored_events') IS NOT NULL AND to_regclass('store_meta') IS NULL"

IDENTITY = """SELECT system_identifier || '/' || 'stored_events'::regclass::oid || '/'
    || CASE WHEN pg_is_in_recovery() THEN '' ELSE left(pg_walfile_name(pg_current_wal_lsn()), 8) END FROM pg_control_system()"""
"""The cluster, the table, which a restore makes anew, and the timeline, which a failover begins."""


class PostgresEngine:
    """See `Engine`."""

    position = "notification_id"
    tracking_table = "notification_tracking"
    near = False

    def __init__(self, url: str, direct: str | None = None, patient: bool = False) -> None:
        """`direct` is for what needs a session of its own, where `url` is a pool that gives none. `patient`: a read may take any
        time."""
        self._pooled = conninfo_of(url)
        self._limits_each = direct is not None and not patient  # a pool's session is another client's next
        self._begin = PRESENCE if patient or self._limits_each else f"{PRESENCE}; {read_limits(local=False)}"
        if direct is not None:
            self._pooled["prepare_threshold"] = None  # the next statement may be another server connection's
        self._direct = None if direct is None else conninfo_of(direct)
        self._name = str(self._pooled.get("dbname", ""))
        self.name = f"The database {self._name}"
        self._settling = threading.Lock()
        self._reach = Reach([partial(answered, place) for place in places(self._pooled)], self._renew)
        self._kind = doubting(self._reach.doubt)
        self._begin_at(self._first_place())
        if self._direct is not None:
            self.connect().close()
        self._damage = Damage(self.name)
        self.committed: Callable[[Sequence[Batch]], None] = lambda together: None
        self._line = Line(self.name, self._write)

    def _begin_at(self, place: int) -> None:
        conninfo = begun_at(self._pooled, place)
        self._sessions = self._direct or conninfo
        self._pools, self._settled = (
            Pools.of(conninfo, self._kind, self._begin),
            dict.fromkeys((SETTLED, PLACES_SETTLED), 0),
        )

    def _first_place(self) -> int:
        """Where somebody is let in, and found a database that is ours or empty: a pool would hide what is wrong."""
        for nth, place in enumerate(places(self._pooled)):
            try:
                with connected(place, psycopg.Connection) as probe:
                    self._check(probe)
                    return nth
            except StoreAway as error:
                away = error
        raise away

    def _check(self, probe: psycopg.Connection) -> None:
        if probe.execute(FOREIGN).fetchone() == (True,):
            raise StoreUnusable(f"The database {self._name} belongs to another program.")
        encoding = probe.info.parameter_status("server_encoding")
        if encoding != "UTF8":
            raise StoreUnusable(
                f"The database {self._name} keeps texts as {encoding}, which has no place for every name; "
                f"make one with CREATE DATABASE {self._name} ENCODING 'UTF8' TEMPLATE template0."
            )

    def identity(self) -> str:
        return str(self.read(IDENTITY)[0][0])

    def has_table(self, name: str) -> bool:
        return self.read("SELECT to_regclass(?) IS NOT NULL", (name,)) == [(True,)]

    def migrate(self, steps: Sequence[Step]) -> None:
        with self._explaining(), self._told(), self.connect() as turn:
            turn.execute(f"SET lock_timeout = {round(1000 * MIGRATION_SECONDS)}")
            turn.execute("SELECT pg_advisory_lock(%s)", (LOCK_KEY,))  # IF NOT EXISTS is not safe at once
            self._run(
                map(Statement, OWN_TABLES)
            )  # first, as the mark by which the database is known for ours
            self._pools.writing.create_table()
            self._run(map(Statement, FUNCTIONS))
            for step in steps:
                self._run_once(step)

    def _run_once(self, step: Step) -> None:
        number, name, statements = step
        if (number,) not in self.read(APPLIED):
            self._run(chain(statements, [Statement(APPLY, (number, name))]))

    def write(self, batch: Batch) -> float:
        self._damage.check()
        self._reach.check()
        with self._explaining():
            try:
                return self._line.do(batch)
            except PersistenceError as error:
                if is_lost(error):
                    self._reach.lost()
                raise  # nobody knows what became of it

    def _write(self, until: float, take: Take[Batch]) -> None:
        """All who wait in one transaction; each in one of his own if something is wrong with one of them."""
        taken = take()
        self._reach.check()
        write = self._pools.writing.write
        try:
            patience = until if len(taken) == 1 else min(until, monotonic() + TOGETHER_SECONDS)
            write([writer.job for writer in taken], patience)
        except Exception as error:
            if len(taken) == 1 or self._concerns_all(error):
                raise
            for writer in taken:
                writer.error = caught(partial(write, [writer.job], until))
        self.committed(done(taken))

    def _concerns_all(self, error: Exception) -> bool:
        """Whether others would meet it too, or nobody knows what became of them."""
        told = meant(error, self.name) if isinstance(error, PersistenceError) else error
        return isinstance(told, StoreUnusable) and told.trouble is not Trouble.LOCKED

    def try_write(self) -> None:
        self.write(Batch(statements=[LOCK, Statement(TRY, (b"",))]))

    def check(self) -> None:
        """PostgreSQL looks at the checksums of pages itself, whenever it reads them."""

    def read(self, sql: str, params: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        self._reach.check()
        pools = self._pools
        with self._explaining():
            try:
                return self._read(translated(sql), params)
            except PersistenceError as error:
                if not is_lost(error):
                    raise
                if pools is self._pools:
                    self._reach.lost()
                if isinstance(error.__cause__, PoolTimeout):
                    raise
            return self._read(translated(sql), params)

    def _read(self, sql: str, params: Sequence[Any]) -> list[tuple[Any, ...]]:
        with (
            self._pools.reading.get_connection() as conn,
            conn.cursor(binary=True, row_factory=tuple_row) as cursor,
            self._limited(conn),
        ):
            return cursor.execute(sql, params).fetchall()

    @contextmanager
    def _limited(self, connection: psycopg.Connection[Any]) -> Iterator[None]:
        if not self._limits_each:
            yield
            return
        with connection.transaction():
            connection.execute(read_limits(local=True))
            yield

    def _renew(self, place: int) -> None:
        """Connections that broke are not mended but left: the pools would take their time over it."""
        broken = self._pools
        self._begin_at(place)
        broken.leave()

    def settled(self) -> int:
        return self._found(SETTLED)

    def places_settled(self) -> int:
        return self._found(PLACES_SETTLED)

    def _found(self, settled: str) -> int:
        """What was once found settled is so for good, on this server."""
        pools = self._pools
        found: int = self.read(settled)[0][0]
        with self._settling:
            if pools is self._pools:
                self._settled[settled] = found = max(self._settled[settled], found)
        return found

    def continue_places(self, last: int) -> Sequence[Statement]:
        return [Statement(CONTINUE_PLACES, (last,))] if last else []

    def changes(self) -> PostgresChanges:
        self._reach.check()
        return PostgresChanges(self.connect())

    def copy_out(self, folder: Path) -> None:
        with self._told():
            copy_out(self.connect(), folder)

    def copy_in(self, folder: Path) -> None:
        with self._told():
            copy_in(self.connect(), folder)

    @contextmanager
    def _told(self) -> Iterator[None]:
        try:
            yield
        except psycopg.Error as error:
            raise StoreUnusable(f"PostgreSQL cannot be used: {one_line(error)}.") from error

    def duty(self) -> PostgresDuty:
        return PostgresDuty(self.connect())

    def close(self) -> None:
        self._reach.close()
        self._line.close()
        self._pools.close()

    def _run(self, statements: Iterable[Statement]) -> None:
        with self._pools.writing.datastore.transaction(commit=True) as cursor:
            cursor.execute(
                f"SET LOCAL lock_timeout = {round(1000 * LAYOUT_SECONDS)}"
            )  # all writers wait meanwhile
            for sql, params in statements:
                cursor.execute(translated(sql) if params else sql, params or None)

    def connect(self) -> psycopg.Connection:
        """A connection of its own, beside the pool, in autocommit mode."""
        return connected(self._sessions, self._kind)

    @contextmanager
    def _explaining(self) -> Iterator[None]:
        try:
            yield
        except PersistenceError as error:
            told = meant(error, self.name)
            self._damage.note(told)
            raise told from error


def caught(work: Callable[[], object]) -> Exception | None:
    try:
        work()
    except Exception as error:
        return error
    return None
