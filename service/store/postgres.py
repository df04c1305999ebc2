"""The PostgreSQL engine."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from functools import partial
from itertools import chain
from time import monotonic, sleep

from eventsourcing.persistence import PersistenceError

from .engine import APPLY, OWN_TABLES, PROBE, Batch, ChangeCapture, Queries, Step, Transfer, not_applied
from .postgres_append import CONTINUE_PLACES, FUNCTIONS, LOCK, LOCK_KEY, PLACES_SETTLED, SETTLED
from .postgres_changes import PostgresChanges
from .postgres_connections import PostgresConnections, lock_limit
from .postgres_errors import is_lost, translated_error
from .postgres_leader_lock import PostgresLeaderLock
from .postgres_loading import PostgresTransfer
from .postgres_triggers import FUNCTIONS as CHANGE_FUNCTIONS
from .postgres_triggers import TRACKING_TABLE, PostgresCapture
from .types import Statement, StoreUnusable, Trouble
from .waiting import in_thread
from .write_queue import TakeGroup, WriteQueue, succeeded

GROUP_LOCK_SECONDS = 0.2
"""How long a group of batches in one transaction waits for a lock that one of them needs."""
MIGRATION_SECONDS = 60.0
"""How long a migration is tried while others hold locks that it needs."""
MIGRATION_PAUSE = 1.0
"""Seconds for writers before it is tried again."""
LATELY_SECONDS = 0.01
"""How old the settled position may be for those who look again anyway."""

IDENTITY = """SELECT system_identifier || '/' || 'stored_events'::regclass::oid || '/'
    || CASE WHEN pg_is_in_recovery() THEN '' ELSE left(pg_walfile_name(pg_current_wal_lsn()), 8) END FROM pg_control_system()"""
"""The cluster, the table, which a restore recreates, and the timeline, which changes at a failover."""


class PostgresEngine:
    """See `Engine`."""

    position = "notification_id"
    tracking_table = TRACKING_TABLE
    in_process = False

    def __init__(self, connections: PostgresConnections) -> None:
        """It closes the connections when it is closed."""
        self._connections, self.name = connections, connections.name
        self._settling = threading.Lock()
        self.on_commit: Callable[[Sequence[Batch]], None] = lambda committed: None
        self._queue = WriteQueue(self.name, self._write)
        self.queries: Queries = connections
        self.capture: ChangeCapture = PostgresCapture(connections)
        self.transfer: Transfer = PostgresTransfer(connections)

    def identity(self) -> str:
        return str(self.queries.read(IDENTITY)[0][0])

    def has_table(self, name: str) -> bool:
        return self.queries.read("SELECT to_regclass(?) IS NOT NULL", (name,)) == [(True,)]

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
        run = self._connections.run
        with self._connections.translating(), self._connections.session() as lock:
            lock.execute(lock_limit("SESSION"))
            lock.execute("SELECT pg_advisory_lock(%s)", (LOCK_KEY,))  # IF NOT EXISTS is unsafe in parallel
            run(map(Statement, OWN_TABLES))  # first: they mark the database as ours
            self._connections.pools.writing.create_table()
            run(map(Statement, (*FUNCTIONS, *CHANGE_FUNCTIONS)))
            for number, name, statements in not_applied(steps, self.queries.read):
                run(chain(statements(), [Statement(APPLY, (number, name))]))

    def write(self, batch: Batch) -> float:
        self._connections.corrupt.check()
        with self._connections.translating():
            try:
                return self._queue.submit(batch)
            except PersistenceError as error:
                if is_lost(error):
                    in_thread(self._connections.breaker.connection_lost)
                raise  # it may or may not have been committed

    def _write(self, until: float, take: TakeGroup[Batch]) -> None:
        """Write the group in one transaction, or each batch in its own if one of them fails."""
        group = take()
        self._connections.breaker.check()
        write_batches = self._connections.pools.writing.write
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
        """Writes to the tables of games are refused by triggers where the database was moved; a probe writes elsewhere."""
        if self.transfer.moved() is not None:
            raise StoreUnusable(f"{self.name} was moved to another one.", Trouble.READ_ONLY)
        self.write(Batch(statements=[LOCK, Statement(PROBE, (b"",))]))

    def check_pages(self) -> None:
        """Do nothing: PostgreSQL verifies checksums whenever it reads pages."""

    def settled(self, lately: bool = False) -> int:
        began, known = monotonic(), self._connections.pools.settled
        if lately and began - known.read_at <= LATELY_SECONDS:
            return known.greatest[SETTLED]  # that any thread has read
        found = self._read_settled(SETTLED)
        known.read_at = began
        return found

    def places_settled(self) -> int:
        return self._read_settled(PLACES_SETTLED)

    def _read_settled(self, settled: str) -> int:
        """The greatest value read so far: on one server, a settled position stays settled."""
        pools = self._connections.pools
        found: int = self.queries.read(settled)[0][0]
        with self._settling:
            if pools is self._connections.pools:
                pools.settled.greatest[settled] = found = max(pools.settled.greatest[settled], found)
        return found

    def continue_places(self, last: int) -> Sequence[Statement]:
        return [Statement(CONTINUE_PLACES, (last,))] if last else []

    def changes(self) -> PostgresChanges:
        self._connections.breaker.check()
        return PostgresChanges(self._connections.connect())

    def leader_lock(self) -> PostgresLeaderLock:
        return PostgresLeaderLock(self._connections.connect())

    def close(self) -> None:
        self._connections.begin_closing()  # before the last group is written: nobody waits for a lost server meanwhile
        self._queue.close()
        self._connections.close()


def _error_of(work: Callable[[], object]) -> Exception | None:
    try:
        work()
    except Exception as error:
        return error
    return None
