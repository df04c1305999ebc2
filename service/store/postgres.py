"""The store on PostgreSQL: one statement locks, checks, inserts and notifies; the rest rides in its pipeline."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from functools import lru_cache, partial
from itertools import chain
from pathlib import Path
from time import monotonic
from typing import Any, NamedTuple, cast

import psycopg
from eventsourcing.persistence import (
    IntegrityError,
    InterfaceError,
    OperationalError,
    PersistenceError,
    StoredEvent,
)
from eventsourcing.postgres import PostgresDatastore, PostgresProcessRecorder
from psycopg.conninfo import conninfo_to_dict
from psycopg.errors import DeadlockDetected, UniqueViolation
from psycopg.rows import tuple_row
from psycopg_pool import PoolTimeout

from .damage import Damage
from .duty import PostgresDuty
from .engine import APPLIED, APPLY, INSERT_SECRETS, OWN_TABLES, TRY, Batch
from .line import Line
from .postgres_copy import copy_in, copy_out
from .reach import Reach
from .rows import Conflict, Duplicate, Statement, Step, StoreAway, StoreUnusable, Trouble

POOL_SECONDS = 2.0
"""How long a reader waits for a connection of its process."""
READERS = 4
"""Connections of a process that read; one more writes, and one listens."""
LINK = {
    "connect_timeout": 2,
    "tcp_user_timeout": 3000,
    "keepalives_idle": 5,
    "keepalives_interval": 1,
    "keepalives_count": 3,
}
"""A server that is gone without a word is missed after a few seconds. The address may say otherwise."""
AWAY = re.compile("08...|57P0[1-5]")
"""States of errors that end a connection; those without a state do so too."""
NO_TABLES = re.compile('kronika_append|"(stored_events|migrations)" does not exist')
TROUBLES = {
    "53100": Trouble.DISK_FULL,
    "25006": Trouble.READ_ONLY,
    "55P03": Trouble.LOCKED,
    "57014": Trouble.LOCKED,
    "XX001": Trouble.DAMAGED,
    "XX002": Trouble.DAMAGED,
}
TICK_SECONDS = 0.25  # at most this long after a lost notification a commit is seen
CHANNEL = "stored_events"
LOCK_KEY = int.from_bytes(b"KRON", "big")

# Positions come from a sequence, so whoever takes one must commit before the next is taken: a reader that
# has seen 8 would never look for a 7 committed later. Hence one lock over all games, until the commit.
APPEND_FUNCTION = f"""
CREATE OR REPLACE FUNCTION kronika_append(game text, first bigint, topics text[], states bytea[])
RETURNS void LANGUAGE plpgsql AS $$
DECLARE last bigint;
BEGIN
  PERFORM pg_advisory_xact_lock({LOCK_KEY});
  SELECT coalesce(max(originator_version), 0) INTO last FROM stored_events WHERE originator_id = game;
  IF last <> first - 1 THEN
    RAISE unique_violation USING TABLE = 'stored_events',
      MESSAGE = format('Game %s is at version %s, not %s.', game, last, first - 1);
  END IF;
  INSERT INTO stored_events (originator_id, originator_version, topic, state)
    SELECT game, first + nth - 1, topic, state
    FROM unnest(topics, states) WITH ORDINALITY AS event (topic, state, nth) ORDER BY nth;
  NOTIFY {CHANNEL};
END $$
"""
LOCK = Statement("SELECT pg_advisory_xact_lock(?)", (LOCK_KEY,))
APPEND = "SELECT kronika_append(%s, %s, %s, %s)"
FOREIGN = "SELECT to_regclass('stored_events') IS NOT NULL AND to_regclass('store_meta') IS NULL"


class Datastore(PostgresDatastore):
    """A pool of the library with all that the address says."""

    def __init__(self, conninfo: dict[str, Any], most: int) -> None:
        named = {key: conninfo.get(key, "") for key in ("dbname", "host", "port", "user", "password")}
        super().__init__(
            **named,
            originator_id_type="text",
            pool_size=1,
            max_overflow=most - 1,
            connect_timeout=POOL_SECONDS,
        )
        kwargs = cast(dict[str, Any], self.pool.kwargs)
        for key in named:
            del kwargs[key]  # what the URL leaves out is the driver's to find
        kwargs.update(conninfo)


class Recorder(PostgresProcessRecorder):
    """The library's recorder with one pipelined transaction for events, secrets, statements and tracking."""

    def insert_events(
        self,
        stored_events: Sequence[StoredEvent],
        *,
        secrets: Sequence[tuple[str, int, bytes]] = (),
        statements: Sequence[Statement] = (),
        until: float = math.inf,
        **kwargs: Any,
    ) -> None:
        """`until` (`monotonic`) a lock is waited for."""
        with (
            self.datastore.get_connection() as conn,
            conn.pipeline(),
            conn.transaction(),
            conn.cursor() as curs,
        ):
            curs.execute(f"SET LOCAL lock_timeout = {_milliseconds(until)}")
            if stored_events:
                curs.execute(APPEND, _append_params(stored_events))
            if secrets:
                curs.executemany(translated(INSERT_SECRETS), secrets)
            for statement in statements:
                curs.execute(translated(statement.sql), statement.params)
            self._insert_events(curs, stored_events, **kwargs)


class Pools(NamedTuple):
    """Readers never wait for writers."""

    reading: Datastore
    writing: Recorder

    @classmethod
    def of(cls, conninfo: dict[str, Any]) -> Pools:
        return cls(Datastore(conninfo, READERS), Recorder(Datastore(conninfo, 1)))

    def close(self) -> None:
        self.reading.close()
        self.writing.datastore.close()


class PostgresEngine:
    """See `Engine`."""

    position = "notification_id"
    tracking_table = "notification_tracking"

    def __init__(self, url: str, direct: str | None = None) -> None:
        """`direct` is for what needs a session of its own, where `url` is a pool that gives none."""
        self._pooled = conninfo_of(url)
        if direct is not None:
            self._pooled["prepare_threshold"] = None  # the next statement may be another server connection's
        self._conninfo = self._pooled if direct is None else conninfo_of(direct)
        self._name = str(self._conninfo.get("dbname", ""))
        self.name = f"The database {self._name}"
        with self.connect() as probe:  # the pool would hide what is wrong
            if probe.execute(FOREIGN).fetchone() == (True,):
                raise StoreUnusable(f"The database {self._name} belongs to another program.")
        self._pools = Pools.of(self._pooled)
        self._reach = Reach(lambda: connected(self._pooled).close(), self._renew)
        self._damage = Damage(self.name)
        self._line = Line(self.name, nullcontext)

    def has_table(self, name: str) -> bool:
        return self.read("SELECT to_regclass(?) IS NOT NULL", (name,)) == [(True,)]

    def migrate(self, steps: Sequence[Step]) -> None:
        with self._explaining(), self.connect() as turn:
            turn.execute("SELECT pg_advisory_lock(%s)", (LOCK_KEY,))  # IF NOT EXISTS is not safe at once
            self._run(
                map(Statement, OWN_TABLES)
            )  # first, as the mark by which the database is known for ours
            self._pools.writing.create_table()
            self._run([Statement(APPEND_FUNCTION)])
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
                return self._line.do(partial(self._insert, batch))
            except PersistenceError as error:
                if _is_lost(error):
                    self._reach.lost()
                raise  # nobody knows what became of it

    def _insert(self, batch: Batch, until: float) -> None:
        events, secrets, statements, tracking = batch
        self._pools.writing.insert_events(
            events, secrets=secrets, statements=statements, tracking=tracking, until=until
        )

    def try_write(self) -> None:
        self.write(Batch(statements=[LOCK, Statement(TRY, (b"",))]))

    def check(self) -> None:
        """PostgreSQL looks at the checksums of pages itself, whenever it reads them."""

    def read(self, sql: str, params: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        self._reach.check()
        with self._explaining():
            try:
                return self._read(translated(sql), params)
            except PersistenceError as error:
                if not _is_lost(error):
                    raise
                self._reach.lost()
                if isinstance(error.__cause__, PoolTimeout):
                    raise
            return self._read(translated(sql), params)

    def _read(self, sql: str, params: Sequence[Any]) -> list[tuple[Any, ...]]:
        with (
            self._pools.reading.get_connection() as conn,
            conn.cursor(binary=True, row_factory=tuple_row) as cursor,
        ):
            return cursor.execute(sql, params).fetchall()

    def _renew(self) -> None:
        """Connections that broke are not mended but left: the pools would take their time over it."""
        broken, self._pools = self._pools, Pools.of(self._pooled)
        broken.close()

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
            raise StoreUnusable(f"PostgreSQL cannot be used: {_one_line(error)}.") from error

    def duty(self) -> PostgresDuty:
        return PostgresDuty(self.connect())

    def close(self) -> None:
        self._reach.close()
        self._line.close()
        self._pools.close()

    def _run(self, statements: Iterable[Statement]) -> None:
        with self._pools.writing.datastore.transaction(commit=True) as cursor:
            for sql, params in statements:
                cursor.execute(translated(sql) if params else sql, params or None)

    def connect(self) -> psycopg.Connection:
        """A connection of its own, beside the pool, in autocommit mode."""
        return connected(self._conninfo)

    @contextmanager
    def _explaining(self) -> Iterator[None]:
        try:
            yield
        except PersistenceError as error:
            told = self._translated(error, error.__cause__)
            self._damage.note(told)
            raise told from error

    def _translated(self, error: PersistenceError, cause: BaseException | None) -> Exception:
        if isinstance(cause, UniqueViolation):
            ours = cause.diag.table_name == "stored_events"
            return (Conflict if ours else Duplicate)(cause.diag.message_primary)
        if isinstance(cause, DeadlockDetected):
            return Conflict(_one_line(error))
        if isinstance(error, IntegrityError) and cause is None:  # the library's: not a later position
            return Conflict(str(error))
        trouble = TROUBLES.get(getattr(cause, "sqlstate", None) or "")
        if trouble is None and NO_TABLES.search(str(error)):
            return StoreUnusable(f"{self.name} has no tables yet; migrate it first.")
        if trouble is not None or isinstance(error, OperationalError | InterfaceError):
            sentence = f"PostgreSQL cannot be used: {_one_line(error)}."
            return StoreUnusable(sentence, trouble or Trouble.UNAVAILABLE)
        return cause if isinstance(cause, Exception) else error


def _is_lost(error: PersistenceError) -> bool:
    """Whether a connection broke, or could not be had."""
    state = getattr(error.__cause__, "sqlstate", None)
    broken = isinstance(error, OperationalError | InterfaceError)
    return broken and (state is None or AWAY.fullmatch(state) is not None)


class PostgresChanges:
    """Notifications; and a look now and then, should one be lost."""

    def __init__(self, connection: psycopg.Connection) -> None:
        self._connection = connection
        self._listens = False

    def wait(self) -> bool:
        try:
            if self._listens:
                for _ in self._connection.notifies(timeout=TICK_SECONDS, stop_after=1):
                    break
            else:
                self._connection.execute(f"LISTEN {CHANNEL}")
                self._listens = True
        except psycopg.Error as error:
            raise StoreUnusable(f"PostgreSQL cannot be used: {_one_line(error)}.") from error
        return True

    def close(self) -> None:
        self._connection.close()


def connected(conninfo: dict[str, Any]) -> psycopg.Connection:
    """In autocommit mode."""
    try:
        return psycopg.connect(**conninfo, autocommit=True)
    except psycopg.Error as error:
        raise StoreAway(f"PostgreSQL cannot be reached: {_one_line(error)}.") from error


def conninfo_of(url: str) -> dict[str, Any]:
    try:
        return {**LINK, **conninfo_to_dict(url)}
    except psycopg.Error as error:
        raise StoreUnusable("The PostgreSQL address is malformed.") from error  # it may hold a password


@lru_cache(maxsize=512)
def translated(sql: str) -> str:
    """`?` placeholders to the driver's, outside of quoted strings."""
    parts = re.split(r"('[^']*')", sql.replace("%", "%%"))
    return "".join(part if part.startswith("'") else part.replace("?", "%s") for part in parts)


def _append_params(events: Sequence[StoredEvent]) -> tuple[str, int, list[str], list[bytes]]:
    first = events[0]
    topics, states = [event.topic for event in events], [event.state for event in events]
    return str(first.originator_id), first.originator_version, topics, states


def _milliseconds(until: float) -> int:
    """From now, at least 1; 0 is for ever."""
    return 0 if until == math.inf else max(1, int((until - monotonic()) * 1000))


def _one_line(error: BaseException) -> str:
    return str(error).strip().splitlines()[0].rstrip(".")
