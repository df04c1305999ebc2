"""How the store writes on PostgreSQL: one function checks and inserts a game's events; all else follows in the same pipeline."""

from __future__ import annotations

import logging
import math
import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import islice
from time import monotonic
from typing import Any, NamedTuple, cast

import psycopg
from eventsourcing.persistence import StoredEvent
from eventsourcing.postgres import PostgresProcessRecorder

from .engine import INSERT_SECRETS, Batch
from .postgres_link import Connection, Conninfo, Datastore
from .types import OrderedStatement, Statement

log = logging.getLogger(__name__)

READERS = 4
"""Connections per process for reading. One more writes, and one listens."""
CHANNEL = "stored_events"
LOCK_KEY = int.from_bytes(b"KRON", "big")
PLACES_KEY = int.from_bytes(b"PLAC", "big")

# Positions come from a sequence, and writers of different games do not wait for each other: position 7 may be committed after
# position 8. So each transaction first announces a lower bound of its positions, the last one taken so far, by an advisory lock
# that other sessions can see until the transaction ends. Followers read no further than the least bound.
# The places of `OrderedStatement` work in the same way.
POSITIONS = "stored_events_notification_id_seq"
PLACES = "kronika_places"
LAST = "SELECT CASE WHEN is_called THEN last_value ELSE 0 END FROM {}"
LAST_POSITION, LAST_PLACE = LAST.format(POSITIONS), LAST.format(PLACES)
MASK, HALF = 2**31 - 1, 2**30
"""A lock key holds 31 bits of a position; the other bits follow from the last position."""
APPEND_FUNCTION = f"""
CREATE OR REPLACE FUNCTION kronika_append(game text, first bigint, topics text[], states bytea[])
RETURNS void LANGUAGE plpgsql AS $$
DECLARE last bigint;
BEGIN
  IF coalesce(current_setting('kronika.announced', true), '') = '' THEN
    PERFORM pg_advisory_xact_lock_shared({LOCK_KEY});
    PERFORM pg_advisory_xact_lock_shared({LOCK_KEY}, (({LAST_POSITION}) & {MASK})::int);
    PERFORM set_config('kronika.announced', 'yes', true);
  END IF;
  SELECT coalesce(max(originator_version), 0) INTO last FROM stored_events WHERE originator_id = game;
  IF last <> first - 1 THEN
    RAISE unique_violation USING TABLE = 'stored_events',
      MESSAGE = format('Game %s is at version %s, not %s.', game, last, first - 1);
  END IF;
  INSERT INTO stored_events (originator_id, originator_version, topic, state)
    SELECT game, first + nth - 1, topic, state
    FROM unnest(topics, states) WITH ORDINALITY AS event (topic, state, nth) ORDER BY nth;
END $$
"""
# This reads the last position before the locks, and callers read events only afterwards: transactions that ended before are
# visible to those later queries, and transactions that begin later take greater positions.
# The view of locks costs ten times as much as one lock. A transaction that takes a position shares the lock `gate` until it
# ends, so if no transaction holds it, all that had taken a position have ended. The function
# releases `gate` at once, not at the end of the transaction that calls it.
SETTLED_FUNCTION = f"""
CREATE OR REPLACE FUNCTION {{name}}() RETURNS bigint LANGUAGE plpgsql VOLATILE AS $$
DECLARE last bigint := ({{last}});
BEGIN
  IF (CASE WHEN pg_try_advisory_lock({{gate}}) THEN pg_advisory_unlock({{gate}}) ELSE false END) THEN
    RETURN last;
  END IF;
  RETURN least(last, min(last + ((objid::bigint - last + {HALF}) & {MASK}) - {HALF})) FROM pg_locks
    WHERE locktype = 'advisory' AND classid = {{key}} AND objsubid = 2
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database());
END $$
"""
EXCLUSIVE_KEY = int.from_bytes(b"LAST", "big")
LOCK_EXCLUSIVELY = f"SELECT pg_advisory_xact_lock({EXCLUSIVE_KEY})"
# An exclusive transaction gets its lock before it announces its bound, so its places are settled when it ends.
PLACE_FUNCTION = f"""
CREATE OR REPLACE FUNCTION kronika_place(n bigint) RETURNS bigint LANGUAGE plpgsql VOLATILE AS $$
BEGIN
  IF coalesce(current_setting('kronika.placed', true), '') = '' THEN
    PERFORM pg_advisory_xact_lock_shared({EXCLUSIVE_KEY});
    PERFORM pg_advisory_xact_lock_shared({PLACES_KEY}, (({LAST_PLACE}) & {MASK})::int);
    PERFORM set_config('kronika.placed', 'yes', true);
  END IF;
  RETURN max(nextval('{PLACES}')) FROM generate_series(1, n);
END $$
"""
FUNCTIONS = (
    f"CREATE SEQUENCE IF NOT EXISTS {PLACES}",
    APPEND_FUNCTION,
    PLACE_FUNCTION,
    SETTLED_FUNCTION.format(name="kronika_settled", last=LAST_POSITION, key=LOCK_KEY, gate=LOCK_KEY),
    SETTLED_FUNCTION.format(
        name="kronika_places_settled", last=LAST_PLACE, key=PLACES_KEY, gate=EXCLUSIVE_KEY
    ),
)
BEGIN = "BEGIN ISOLATION LEVEL READ COMMITTED"
"""Regardless of the database's default, because statements must see what was committed while they waited for a lock."""
LOCK = Statement("SELECT pg_advisory_xact_lock_shared(?)", (LOCK_KEY,))
"""Excludes writers while the database is migrated."""
NOTIFY = f"NOTIFY {CHANNEL}"
"""Runs in a transaction of its own: PostgreSQL serializes the commits of transactions that notify, disk flush included."""
POSTGRES_ONLY = re.compile(r"/\*!(.*?)\*/")
PLACEHOLDERS = re.compile(r"'[^']*'|(?<!NOT )\bIN \((\?(?:, \?)*)\)|\?")
"""With the quoted strings, in which a question mark is none."""
APPEND = "SELECT kronika_append(%s, %s, %s, %s)"
SETTLED = "SELECT kronika_settled()"
PLACES_SETTLED = "SELECT kronika_places_settled()"
CONTINUE_PLACES = f"SELECT setval('{PLACES}', greatest(({LAST_PLACE}), ?, 1))"
LOCK_TIMEOUT = "SELECT set_config('lock_timeout', %s, true)"


class Recorder(PostgresProcessRecorder):
    """The library's recorder, writing in one pipelined transaction: one round trip for everything."""

    def write(self, batches: Sequence[Batch], until: float) -> None:
        """Write all batches or none. Statements wait for locks no longer than `until` (`monotonic`).

        Batches are written in the order of their game ids, in every process, so that processes cannot deadlock.
        """
        with self.datastore.get_connection() as conn, conn.cursor() as curs:
            try:
                with conn.pipeline():
                    self._commit(curs, batches, until)
                    if any(batch.events for batch in batches):
                        conn.execute(NOTIFY)
            except psycopg.Error:
                if curs.statusmessage != "COMMIT":
                    raise
                log.warning("A commit sent no notification; followers find it when they poll.", exc_info=True)

    def _commit(self, curs: psycopg.Cursor[Any], batches: Sequence[Batch], until: float) -> None:
        # The driver's own transactions and its `executemany` would add round trips.
        curs.execute(BEGIN)
        curs.execute(LOCK_TIMEOUT, (_milliseconds(until),))
        batches = sorted(batches, key=_game)
        for batch in batches:
            self._write(curs, batch)
        ordered = [one for batch in batches for one in batch.statements if isinstance(one, OrderedStatement)]
        if any(one.exclusive for one in ordered):
            curs.execute(LOCK_EXCLUSIVELY)
        _run(curs, [one.concurrent for one in ordered])
        curs.execute("COMMIT")

    def _write(self, curs: psycopg.Cursor[Any], batch: Batch) -> None:
        if batch.events:
            curs.execute(APPEND, _append_params(batch.events))
        _run(curs, [Statement(INSERT_SECRETS, secrets) for secrets in batch.secrets])
        _run(curs, [one for one in batch.statements if not isinstance(one, OrderedStatement)])
        if batch.tracking is not None:
            self._insert_tracking(curs, batch.tracking)


class Settled:
    """What this process has read of a server's settled position and place: both only grow there."""

    def __init__(self) -> None:
        self.greatest = {SETTLED: 0, PLACES_SETTLED: 0}
        self.read_at = -math.inf
        """When the position was last read."""


class Pools(NamedTuple):
    """Connections to one server, and what it said. Separate pools, so that readers never wait for writers."""

    reading: Datastore
    writing: Recorder
    settled: Settled

    @classmethod
    def of(cls, conninfo: Conninfo, kind: type[Connection], setup: str) -> Pools:
        """`setup` is executed on each new connection that reads."""
        return cls(
            Datastore(conninfo, READERS, kind, setup), Recorder(Datastore(conninfo, 1, kind)), Settled()
        )

    def close(self) -> None:
        self.reading.close()
        self.writing.datastore.close()

    def abandon(self) -> None:
        """Close broken pools without waiting for anything."""
        self.reading.abandon()
        cast(Datastore, self.writing.datastore).abandon()


def own_sql(sql: str) -> str:
    """With the text within `/*! */`, which is for PostgreSQL only."""
    return POSTGRES_ONLY.sub(r"\1", sql)


@lru_cache(maxsize=512)
def translated(sql: str) -> str:
    """Replace `?` placeholders by the driver's, except in quoted strings."""
    return PLACEHOLDERS.sub(
        lambda found: found[0] if found[0].startswith("'") else found[0].replace("?", "%s"), _escaped(sql)
    )


def translated_query(sql: str, params: Sequence[Any]) -> tuple[str, list[Any]]:
    """The same with one array for each list `IN (?, ?)`: the server then plans the query once, however many are listed."""
    text, counts = _with_arrays(sql)
    rest = iter(params)
    return text, [next(rest) if count is None else list(islice(rest, count)) for count in counts]


@lru_cache(maxsize=512)
def _with_arrays(sql: str) -> tuple[str, list[int | None]]:
    """With how many parameters each array has; None for a parameter of its own."""
    counts: list[int | None] = []

    def replaced(found: re.Match[str]) -> str:
        if found[0].startswith("'"):
            return found[0]
        counts.append(found[1].count("?") if found[1] else None)
        return "= ANY(%s)" if found[1] else "%s"

    return PLACEHOLDERS.sub(replaced, _escaped(sql)), counts


def _escaped(sql: str) -> str:
    return own_sql(sql).replace("%", "%%")


def _game(batch: Batch) -> str:
    return str(batch.events[0].originator_id) if batch.events else ""


def _run(curs: psycopg.Cursor[Any], statements: Iterable[Statement]) -> None:
    for statement in statements:
        curs.execute(translated(statement.sql), statement.params)


def _append_params(events: Sequence[StoredEvent]) -> tuple[str, int, list[str], list[bytes]]:
    first = events[0]
    topics, states = [event.topic for event in events], [event.state for event in events]
    return str(first.originator_id), first.originator_version, topics, states


def _milliseconds(until: float) -> str:
    """Until then; at least 1, because 0 means no limit."""
    return str(max(1, int((until - monotonic()) * 1000)))
