"""The connections of a process to PostgreSQL: pools, which are replaced when the server was lost, and sessions beside them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import Any

import psycopg
from eventsourcing.persistence import PersistenceError
from psycopg.rows import tuple_row
from psycopg_pool import PoolTimeout

from .circuit_breaker import CircuitBreaker
from .corruption_flag import CorruptionFlag
from .engine import WithoutStandbys
from .postgres_append import Pools, own_sql, translated, translated_query
from .postgres_errors import is_lost, translated_error
from .postgres_link import (
    KEEPALIVES,
    check_answers,
    check_ours,
    connect,
    connection_type,
    conninfo_of,
    hosts,
    one_line,
    read_limits,
    starting_at,
)
from .postgres_reads import GroupedReads
from .types import Statement, StoreUnreachable, StoreUnusable
from .waiting import is_in_loop

MIGRATION_LOCK_SECONDS = 2.0
"""How long a change of the layout waits for a lock at once: all writers wait meanwhile."""


class PostgresConnections(WithoutStandbys):
    """See `Queries`."""

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
        self.name = f"The database {self._pooled.get('dbname', '')}"
        attempts = [partial(check_answers, host) for host in hosts(self._pooled)]
        self.breaker = CircuitBreaker(attempts, self._reconnect)
        self._connection_type = connection_type(self.breaker.connection_stalled)
        self._open_pools(self._first_host())
        if self._direct is not None:
            self.connect().close()
        self.corrupt = CorruptionFlag(self.name)
        self._grouped = GroupedReads(self.name, self.read)

    def _open_pools(self, host: int) -> None:
        conninfo = starting_at(self._pooled, host)
        self._sessions = self._direct or conninfo
        self.pools = Pools.of(conninfo, self._connection_type, self._setup)

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

    def _reconnect(self, host: int) -> None:
        """Replace the pools instead of repairing their broken connections, which would take longer."""
        broken = self.pools
        self._open_pools(host)
        broken.abandon()

    def read(
        self, sql: str, params: Sequence[Any] = (), fence: Statement | None = None
    ) -> list[tuple[Any, ...]]:
        if is_in_loop():
            return self._grouped.read(sql, params)
        self.breaker.check()
        pools = self.pools
        with self.translating():
            try:
                return self._read(*translated_query(sql, params))
            except PersistenceError as error:
                if not is_lost(error):
                    raise
                if pools is self.pools:
                    self.breaker.connection_lost()
                if isinstance(error.__cause__, PoolTimeout):
                    raise
            return self._read(*translated_query(sql, params))

    def _read(self, sql: str, params: Sequence[Any]) -> list[tuple[Any, ...]]:
        with (
            self.pools.reading.get_connection() as conn,
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

    def run(self, statements: Iterable[Statement]) -> None:
        """In one transaction that does not wait long for locks."""
        with self.pools.writing.datastore.transaction(commit=True) as cursor:
            cursor.execute(lock_limit("LOCAL"))
            for sql, params in statements:
                cursor.execute(translated(sql) if params else own_sql(sql), params or None)

    def connect(self) -> psycopg.Connection:
        """A new connection outside the pools, in autocommit mode."""
        return connect(self._sessions, self._connection_type)

    @contextmanager
    def session(self) -> Iterator[psycopg.Connection]:
        """The same while the context lasts. `StoreUnusable`: the driver raised an error."""
        try:
            with self.connect() as connection:
                yield connection
        except psycopg.Error as error:
            raise StoreUnusable(f"PostgreSQL cannot be used: {one_line(error)}.") from error

    @contextmanager
    def translating(self) -> Iterator[None]:
        """Errors of the library within are raised as the store's."""
        try:
            yield
        except PersistenceError as error:
            translation = translated_error(error, self.name)
            self.corrupt.note(translation)
            raise translation from error

    def begin_closing(self) -> None:
        """Look for no lost server any more, and refuse grouped reads; the pools stay open until `close`."""
        self.breaker.close()
        self._grouped.close()

    def close(self) -> None:
        self.pools.close()


def lock_limit(scope: str) -> str:
    """The statement that limits waiting for locks, for the `SESSION` or a transaction (`LOCAL`)."""
    return f"SET {scope} lock_timeout = {round(1000 * MIGRATION_LOCK_SECONDS)}"
