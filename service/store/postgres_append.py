"""How the store writes on PostgreSQL: one statement checks, inserts and notifies; the rest rides in its pipeline."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from time import monotonic
from typing import Any, NamedTuple, cast

import psycopg
from eventsourcing.persistence import StoredEvent
from eventsourcing.postgres import PostgresProcessRecorder

from .engine import INSERT_SECRETS, Batch
from .postgres_link import Connection, Conninfo, Datastore
from .rows import InTurn, Statement

log = logging.getLogger(__name__)

READERS = 4
"""Connections of a process that read; one more writes, and one listens."""
CHANNEL = "stored_events"
LOCK_KEY = int.from_bytes(b"KRON", "big")
PLACES_KEY = int.from_bytes(b"PLAC", "big")

# Positions come from a sequence, and writers of different games do not wait for each other: one who has taken 7 may commit
# after one who has taken 8. So each says beforehand which positions cannot be its own, by a lock that others can see until
# its transaction has ended: those up to the last one taken. Followers read no further than the least of these.
# It is the same with places in the order of `InTurn`.
POSITIONS = "stored_events_notification_id_seq"
PLACES = "kronika_places"
LAST = "SELECT CASE WHEN is_called THEN last_value ELSE 0 END FROM {}"
LAST_PLACE = LAST.format(PLACES)
MASK, HALF = 2**31 - 1, 2**30
"""A lock has room for 31 bits of a position; the rest follows from the last one."""
APPEND_FUNCTION = f"""
CREATE OR REPLACE FUNCTION kronika_append(game text, first bigint, topics text[], states bytea[])
RETURNS void LANGUAGE plpgsql AS $$
DECLARE last bigint;
BEGIN
  IF coalesce(current_setting('kronika.announced', true), '') = '' THEN
    PERFORM pg_advisory_xact_lock_shared({LOCK_KEY});
    PERFORM pg_advisory_xact_lock_shared({LOCK_KEY}, (({LAST.format(POSITIONS)}) & {MASK})::int);
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
# The last position is read before the locks, and all of this before what is bounded by it: whoever has ended by then is
# seen by a later query, and whoever begins afterwards takes later positions.
SETTLED_FUNCTION = f"""
CREATE OR REPLACE FUNCTION {{name}}() RETURNS bigint LANGUAGE plpgsql VOLATILE AS $$
DECLARE last bigint := ({{last}});
BEGIN
  RETURN least(last, min(last + ((objid::bigint - last + {HALF}) & {MASK}) - {HALF})) FROM pg_locks
    WHERE locktype = 'advisory' AND classid = {{key}} AND objsubid = 2
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database());
END $$
"""
TURN_KEY = int.from_bytes(b"LAST", "big")
TURN = f"SELECT pg_advisory_xact_lock({TURN_KEY})"
# Who takes places alone is let in before he says beforehand which are not his, so they are settled when he has ended.
PLACE_FUNCTION = f"""
CREATE OR REPLACE FUNCTION kronika_place(n bigint) RETURNS bigint LANGUAGE plpgsql VOLATILE AS $$
BEGIN
  IF coalesce(current_setting('kronika.placed', true), '') = '' THEN
    PERFORM pg_advisory_xact_lock_shared({TURN_KEY});
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
    SETTLED_FUNCTION.format(name="kronika_settled", last=LAST.format(POSITIONS), key=LOCK_KEY),
    SETTLED_FUNCTION.format(name="kronika_places_settled", last=LAST_PLACE, key=PLACES_KEY),
)
BEGIN = "BEGIN ISOLATION LEVEL READ COMMITTED"
"""Whatever the database's usual one is: what was committed while a lock was waited for has to be seen."""
LOCK = Statement("SELECT pg_advisory_xact_lock_shared(?)", (LOCK_KEY,))
"""Nobody writes while the database is migrated."""
TELL = f"NOTIFY {CHANNEL}"
"""In a transaction of its own: of those with a notification PostgreSQL has one commit at a time, until the disk has it."""
ALONE = re.compile(r"/\*!(.*?)\*/")
APPEND = "SELECT kronika_append(%s, %s, %s, %s)"
SETTLED = "SELECT kronika_settled()"
PLACES_SETTLED = "SELECT kronika_places_settled()"
CONTINUE_PLACES = f"SELECT setval('{PLACES}', greatest(({LAST_PLACE}), ?, 1))"
PATIENCE = "SELECT set_config('lock_timeout', %s, true)"


class Recorder(PostgresProcessRecorder):
    """The library's recorder, which writes in one pipelined transaction: one journey to the server for all that is written."""

    def write(self, batches: Sequence[Batch], until: float) -> None:
        """All of them or none. `until` (`monotonic`) a lock is waited for.

        In the order of their games, as all processes do it, so that none of them waits for another one in a circle.
        """
        with self.datastore.get_connection() as conn, conn.cursor() as curs:
            try:
                with conn.pipeline():
                    self._commit(curs, batches, until)
                    if any(batch.events for batch in batches):
                        conn.execute(TELL)
            except psycopg.Error:
                if curs.statusmessage != "COMMIT":
                    raise
                log.warning("Nobody was told of a commit; followers find it when they look.", exc_info=True)

    def _commit(self, curs: psycopg.Cursor[Any], batches: Sequence[Batch], until: float) -> None:
        # The driver's own transactions, and its `executemany`, wait for the server each time.
        curs.execute(BEGIN)
        curs.execute(PATIENCE, (_milliseconds(until),))
        batches = sorted(batches, key=_game)
        for batch in batches:
            self._write(curs, batch)
        last = [one for batch in batches for one in batch.statements if isinstance(one, InTurn)]
        if any(one.alone for one in last):
            curs.execute(TURN)
        _run(curs, [one.drawn for one in last])
        curs.execute("COMMIT")

    def _write(self, curs: psycopg.Cursor[Any], batch: Batch) -> None:
        if batch.events:
            curs.execute(APPEND, _append_params(batch.events))
        _run(curs, [Statement(INSERT_SECRETS, secrets) for secrets in batch.secrets])
        _run(curs, [one for one in batch.statements if not isinstance(one, InTurn)])
        if batch.tracking is not None:
            self._insert_tracking(curs, batch.tracking)


class Pools(NamedTuple):
    """Readers never wait for writers."""

    reading: Datastore
    writing: Recorder

    @classmethod
    def of(cls, conninfo: Conninfo, kind: type[Connection], begin: str) -> Pools:
        """`begin` is executed on each new connection that reads."""
        return cls(Datastore(conninfo, READERS, kind, begin), Recorder(Datastore(conninfo, 1, kind)))

    def close(self) -> None:
        self.reading.close()
        self.writing.datastore.close()

    def leave(self) -> None:
        """Close those that broke, without waiting for anything."""
        self.reading.leave()
        cast(Datastore, self.writing.datastore).leave()


@lru_cache(maxsize=512)
def translated(sql: str) -> str:
    """`?` placeholders to the driver's, outside of quoted strings. What stands in `/*! */` is for PostgreSQL alone."""
    parts = re.split(r"('[^']*')", ALONE.sub(r"\1", sql).replace("%", "%%"))
    return "".join(part if part.startswith("'") else part.replace("?", "%s") for part in parts)


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
    """From now, at least 1; 0 would be for ever."""
    return str(max(1, int((until - monotonic()) * 1000)))
