"""One streaming standby: it answers a read if it has what the read's fence demands."""

from __future__ import annotations

import logging
from collections.abc import Callable
from contextlib import suppress
from enum import StrEnum
from time import monotonic, sleep
from typing import Any

from eventsourcing.persistence import PersistenceError
from psycopg.rows import tuple_row
from psycopg_pool import PoolTimeout

from .circuit_breaker import CircuitBreaker
from .postgres_errors import is_lost
from .postgres_link import (
    KEEPALIVES,
    SILENCE_SECONDS,
    Conninfo,
    Datastore,
    check_answers,
    connection_type,
    one_line,
    read_limits,
)
from .types import Statement, StoreUnreachable, StoreUnusable

log = logging.getLogger(__name__)
WAIT_SECONDS = 0.05
"""How long a read waits for a standby to catch up."""
PAUSE_SECONDS = 0.002
"""Between two looks of a read that waits."""
CONNECTIONS = 4
"""To one standby, of one process."""
SERVER = "SELECT pg_is_in_recovery(), system_identifier::text FROM pg_control_system()"


class Served(StrEnum):
    """Which server answered a read, and why the primary did."""

    STANDBY = "standby"
    BEHIND = "behind"
    AWAY = "away"
    BUSY = "busy"
    CANCELLED = "cancelled"


class NotServed(Exception):
    """The primary has to answer; `why` says why."""

    def __init__(self, why: Served) -> None:
        super().__init__(why)
        self.why = why


class Standby:
    """One host. It is away until it has said that it is a standby of the cluster with the identifier that `cluster` returns."""

    def __init__(self, address: Conninfo, cluster: Callable[[], str]) -> None:
        self._address, self._cluster = address, cluster
        self._name = f"{address.get('host', 'localhost')}:{address.get('port', 5432)}"
        self._breaker = CircuitBreaker([self._check], self._reconnect)
        self._pool: Datastore | None = None
        self._said = ""
        self._behind = False
        """Whether the last read that waited waited in vain. Until one is served, reads look once and do not wait."""

    def read(self, fence: Statement, query: Statement) -> list[tuple[Any, ...]]:
        """All rows of a query; both are in the driver's syntax. Raises `NotServed`."""
        pool = self._pool
        if pool is None or not self._breaker.closed:
            raise self._lost("")
        try:
            return self._when_met(pool, fence, query)
        except PersistenceError as error:
            if isinstance(error.__cause__, PoolTimeout):
                raise NotServed(Served.BUSY) from error  # those who hold its connections notice if it is lost
            if pool is not self._pool or not is_lost(error):
                raise NotServed(Served.CANCELLED) from error
            raise self._lost(one_line(error)) from error

    def _when_met(self, pool: Datastore, fence: Statement, query: Statement) -> list[tuple[Any, ...]]:
        deadline = monotonic() + (0.0 if self._behind else WAIT_SECONDS)
        while (rows := self._look(pool, fence, query)) is None:
            if monotonic() >= deadline:
                self._behind = True
                raise NotServed(Served.BEHIND)
            sleep(PAUSE_SECONDS)
        self._behind = False
        return rows

    def _look(self, pool: Datastore, fence: Statement, query: Statement) -> list[tuple[Any, ...]] | None:
        """The rows, read after the fence; None if that was not met. One journey."""
        with (
            pool.get_connection() as conn,
            conn.pipeline(),
            conn.cursor(binary=True, row_factory=tuple_row) as before,
            conn.cursor(binary=True, row_factory=tuple_row) as after,
        ):
            before.execute(f"SELECT pg_is_in_recovery(), ({fence.sql})", fence.params)
            after.execute(*query)
            [(follows, met)] = before.fetchall()
            rows = after.fetchall()
        if not follows:
            raise self._lost("it is a primary now")
        return rows if met else None

    def _lost(self, why: str) -> NotServed:
        """Look for it in the background from now on."""
        if why:
            self._say(f"is left: {why}")
        with suppress(StoreUnusable):  # the system gives no thread; the next read tries again
            self._breaker.open()
        return NotServed(Served.AWAY)

    def _check(self) -> None:
        try:
            if check_answers(self._address, SERVER) != (True, self._cluster()):
                raise StoreUnusable("It is no standby of this database's cluster.")
        except StoreUnusable as error:
            self._say(f"is not used: {error}")
            raise

    def _reconnect(self, _: int) -> None:
        broken, limits = self._pool, f"{KEEPALIVES}; {read_limits(local=False)}"
        self._pool = Datastore(self._address, CONNECTIONS, connection_type(_silent), limits)
        self._pool.pool.timeout = SILENCE_SECONDS
        self._behind = False
        self._say("answers reads")
        if broken is not None:
            broken.abandon()

    def _say(self, what: str) -> None:
        """Tell the operator, but not again at every attempt."""
        if what != self._said:
            self._said = what
            log.warning("The standby %s %s", self._name, what)

    def close(self) -> None:
        self._breaker.close()
        if self._pool is not None:
            self._pool.close()


def _silent() -> None:
    """Leave a server after a moment's silence: the primary can answer, too."""
    raise StoreUnreachable("The standby does not answer.")
