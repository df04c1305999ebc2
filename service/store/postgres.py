"""The PostgreSQL engine."""

from __future__ import annotations

import math
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from itertools import chain
from time import monotonic, sleep
from typing import Any

import psycopg
from eventsourcing.persistence import PersistenceError
from psycopg.rows import tuple_row
from psycopg_pool import PoolTimeout

from .circuit_breaker import CircuitBreaker
from .corruption_flag import CorruptionFlag
from .engine import APPLY, OWN_TABLES, PROBE, Batch, Step, WithoutStandbys, not_applied
from .postgres_append import (
    CONTINUE_PLACES,
    FUNCTIONS,
    LOCK,
    LOCK_KEY,
    PLACES_SETTLED,
    SETTLED,
    Pools,
    own_sql,
    translated,
    translated_query,
)
from .postgres_changes import PostgresChanges
from .postgres_copied import CopiedEngine
from .postgres_errors import is_lost, translated_error
from .postgres_leader_lock import PostgresLeaderLock
from .postgres_link import (
    KEEPALIVES,
    check_answers,
    check_ours,
    connect,
    connection_type,
    conninfo_of,
    hosts,
    read_limits,
    starting_at,
)
from .postgres_reads import GroupedReads
from .postgres_triggers import FUNCTIONS as CHANGE_FUNCTIONS
from .types import Statement, StoreUnreachable, StoreUnusable, Trouble
from .waiting import in_thread, is_in_loop
from .write_queue import TakeGroup, WriteQueue, succeeded

GROUP_LOCK_SECONDS = 0.2
"""How long a group of batches in one transaction waits for a lock that one of them needs."""
MIGRATION_SECONDS = 60.0
"""How long a migration is tried while others hold locks that it needs."""
MIGRATION_LOCK_SECONDS = 2.0
"""How long it waits for a lock at once: all writers wait meanwhile."""
MIGRATION_PAUSE = 1.0
"""Seconds for writers before it is tried again."""
LATELY_SECONDS = 0.01
"""How old the settled position may be for those who look again anyway."""

IDENTITY = """SELECT system_identifier || '/' || 'stored_events'::regclass::oid || '/'
    || CASE WHEN pg_is_in_recovery() THEN '' ELSE left(pg_walfile_name(pg_current_wal_lsn()), 8) END FROM pg_control_system()"""
"""The cluster, the table, which a restore recreates, and the timeline, which changes at a failover."""


class PostgresEngine(CopiedEngine, WithoutStandbys):
    """See `Engine`."""

    position = "notification_id"
    tracking_table = "notification_tracking"
    in_process = False

    def __init__(self, url: str, direct: str | None = None, slow_reads: bool = False) -> None:
        """`direct` serves what needs a session, if `url` is a transaction pooler. `slow_reads`: reads have no time limit."""
        self._pooled = conninfo_of(url)
        self._limits_each = (
            direct is not None and not slow_reads
        )  # a pooler's session serves other clients next
        limited_session = not slow_reads and not self._limits_each
        self._setup = f"{KEEPALIVES}; {read_limits(local=False)}" if limited_session else KEEPALIVES
        if direct is not None:
            self._pooled["prepare_threshold"] = None  # the next statement may use another server connection
        self._direct = None if direct is None else conninfo_of(direct)
        self._name = str(self._pooled.get("dbname", ""))
        self.name = f"The database {self._name}"
        self._settling = threading.Lock()
        attempts = [partial(check_answers, host) for host in hosts(self._pooled)]
        self._breaker = CircuitBreaker(attempts, self._reconnect)
        self._connection_type = connection_type(self._breaker.connection_stalled)
        self._open_pools(self._first_host())
        if self._direct is not None:
            self.connect().close()
        self._corrupt = CorruptionFlag(self.name)
        self.on_commit: Callable[[Sequence[Batch]], None] = lambda committed: None
        self._queue = WriteQueue(self.name, self._write)
        self._reads = GroupedReads(self.name, self.read)

    def _open_pools(self, host: int) -> None:
        conninfo = starting_at(self._pooled, host)
        self._sessions = self._direct or conninfo
        self._pools, self._settled = (
            Pools.of(conninfo, self._connection_type, self._setup),
            dict.fromkeys((SETTLED, PLACES_SETTLED), 0),
        )
        self._read_at = [-math.inf]
        """When the settled position was last read; of this server."""

    def _first_host(self) -> int:
        """The first host that accepts a connection, and whose database is ours or empty. A pool would hide what is wrong."""
        for nth, host in enumerate(hosts(self._pooled)):
            try:
                with connect(host, psycopg.Connection) as probe:
                    check_ours(probe)
                    return nth
            except StoreUnreachable as error:
                unreachable = error
        raise unreachable

    def identity(self) -> str:
        return str(self.read(IDENTITY)[0][0])

    def has_table(self, name: str) -> bool:
        return self.read("SELECT to_regclass(?) IS NOT NULL", (name,)) == [(True,)]

    def migrate(self, steps: Sequence[Step]) -> None:
        until = monotonic() + MIGRATION_SECONDS
        while True:
            try:
                return self._migrate(steps)
            except StoreUnusable as error:
                if error.trouble is not Trouble.LOCKED or monotonic() > until:
                    raise
            sleep(MIGRATION_PAUSE)

    def _migrate(self, steps: Sequence[Step]) -> None:
        with self._translating(), self._translating_driver(), self.connect() as lock:
            lock.execute(f"SET lock_timeout = {round(1000 * MIGRATION_LOCK_SECONDS)}")
            lock.execute("SELECT pg_advisory_lock(%s)", (LOCK_KEY,))  # IF NOT EXISTS is unsafe in parallel
            self._run(map(Statement, OWN_TABLES))  # first: they mark the database as ours
            self._pools.writing.create_table()
            self._run(map(Statement, (*FUNCTIONS, *CHANGE_FUNCTIONS)))
            for number, name, statements in not_applied(steps, self.read):
                self._run(chain(statements(), [Statement(APPLY, (number, name))]))

    def write(self, batch: Batch) -> float:
        self._corrupt.check()
        with self._translating():
            try:
                return self._queue.submit(batch)
            except PersistenceError as error:
                if is_lost(error):
                    in_thread(self._breaker.connection_lost)
                raise  # it may or may not have been committed

    def _write(self, until: float, take: TakeGroup[Batch]) -> None:
        """Write the group in one transaction, or each batch in its own if one of them fails."""
        group = take()
        self._breaker.check()
        write_batches = self._pools.writing.write
        try:
            deadline = until if len(group) == 1 else min(until, monotonic() + GROUP_LOCK_SECONDS)
            write_batches([write.job for write in group], deadline)
        except Exception as error:
            if len(group) == 1 or self._concerns_all(error):
                raise
            for write in group:
                write.error = _error_of(partial(write_batches, [write.job], until))
        self.on_commit(succeeded(group))

    def _concerns_all(self, error: Exception) -> bool:
        """Whether every batch would fail with it, or may have been committed in spite of it."""
        meaning = translated_error(error, self.name) if isinstance(error, PersistenceError) else error
        return isinstance(meaning, StoreUnusable) and meaning.trouble is not Trouble.LOCKED

    def probe_write(self) -> None:
        self.check_not_moved()
        self.write(Batch(statements=[LOCK, Statement(PROBE, (b"",))]))

    def check_pages(self) -> None:
        """Do nothing: PostgreSQL verifies checksums whenever it reads pages."""

    def read(
        self, sql: str, params: Sequence[Any] = (), fence: Statement | None = None
    ) -> list[tuple[Any, ...]]:
        if is_in_loop():
            return self._reads.read(sql, params)
        self._breaker.check()
        pools = self._pools
        with self._translating():
            try:
                return self._read(*translated_query(sql, params))
            except PersistenceError as error:
                if not is_lost(error):
                    raise
                if pools is self._pools:
                    self._breaker.connection_lost()
                if isinstance(error.__cause__, PoolTimeout):
                    raise
            return self._read(*translated_query(sql, params))

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

    def _reconnect(self, host: int) -> None:
        """Replace the pools instead of repairing their broken connections, which would take longer."""
        broken = self._pools
        self._open_pools(host)
        broken.abandon()

    def settled(self, lately: bool = False) -> int:
        began, last = monotonic(), self._read_at
        if lately and began - last[0] <= LATELY_SECONDS:
            return self._settled[SETTLED]  # the greatest that any thread has read
        found = self._read_settled(SETTLED)
        last[0] = began
        return found

    def places_settled(self) -> int:
        return self._read_settled(PLACES_SETTLED)

    def _read_settled(self, settled: str) -> int:
        """The greatest value read so far: on one server, a settled position stays settled."""
        pools = self._pools
        found: int = self.read(settled)[0][0]
        with self._settling:
            if pools is self._pools:
                self._settled[settled] = found = max(self._settled[settled], found)
        return found

    def continue_places(self, last: int) -> Sequence[Statement]:
        return [Statement(CONTINUE_PLACES, (last,))] if last else []

    def changes(self) -> PostgresChanges:
        self._breaker.check()
        return PostgresChanges(self.connect())

    def leader_lock(self) -> PostgresLeaderLock:
        return PostgresLeaderLock(self.connect())

    def close(self) -> None:
        self._breaker.close()
        self._reads.close()
        self._queue.close()
        self._pools.close()

    def _run(self, statements: Iterable[Statement]) -> None:
        with self._pools.writing.datastore.transaction(commit=True) as cursor:
            milliseconds = round(1000 * MIGRATION_LOCK_SECONDS)
            cursor.execute(f"SET LOCAL lock_timeout = {milliseconds}")
            for sql, params in statements:
                cursor.execute(translated(sql) if params else own_sql(sql), params or None)

    def connect(self) -> psycopg.Connection:
        """A new connection outside the pools, in autocommit mode."""
        return connect(self._sessions, self._connection_type)

    @contextmanager
    def _translating(self) -> Iterator[None]:
        try:
            yield
        except PersistenceError as error:
            translation = translated_error(error, self.name)
            self._corrupt.note(translation)
            raise translation from error


def _error_of(work: Callable[[], object]) -> Exception | None:
    try:
        work()
    except Exception as error:
        return error
    return None
