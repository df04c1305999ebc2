"""How the store writes on PostgreSQL: one statement checks, inserts and notifies; the rest rides in its pipeline."""

from __future__ import annotations

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

READERS = 4
"""Connections of a process that read; one more writes, and one listens."""
CHANNEL = "stored_events"
LOCK_KEY = int.from_bytes(b"KRON", "big")

# Positions come from a sequence, and writers of different games do not wait for each other: one who has taken 7 may commit
# after one who has taken 8. So each says beforehand which positions cannot be its own, by a lock that others can see until
# its transaction has ended: those up to the last one taken. Followers read no further than the least of these.
POSITIONS = "stored_events_notification_id_seq"
LAST = f"SELECT CASE WHEN is_called THEN last_value ELSE 0 END FROM {POSITIONS}"
MASK, HALF = 2**31 - 1, 2**30
"""A lock has room for 31 bits of a position; the rest follows from the last one."""
APPEND_FUNCTION = f"""
CREATE OR REPLACE FUNCTION kronika_append(game text, first bigint, topics text[], states bytea[])
RETURNS void LANGUAGE plpgsql AS $$
DECLARE last bigint;
BEGIN
  IF coalesce(current_setting('kronika.announced', true), '') = '' THEN
    PERFORM pg_advisory_xact_lock_shared({LOCK_KEY});
    PERFORM pg_advisory_xact_lock_shared({LOCK_KEY}, (({LAST}) & {MASK})::int);
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
  NOTIFY {CHANNEL};
END $$
"""
# The last position is read before the locks, and all of this before what is bounded by it: whoever has ended by then is
# seen by a later query, and whoever begins afterwards takes later positions.
SETTLED_FUNCTION = f"""
CREATE OR REPLACE FUNCTION kronika_settled() RETURNS bigint LANGUAGE plpgsql VOLATILE AS $$
DECLARE last bigint := ({LAST});
BEGIN
  RETURN least(last, min(last + ((objid::bigint - last + {HALF}) & {MASK}) - {HALF})) FROM pg_locks
    WHERE locktype = 'advisory' AND classid = {LOCK_KEY} AND objsubid = 2
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database());
END $$
"""
BEGIN = "BEGIN ISOLATION LEVEL READ COMMITTED"
"""Whatever the database's usual one is: what was committed while a lock was waited for has to be seen."""
LOCK = Statement("SELECT pg_advisory_xact_lock_shared(?)", (LOCK_KEY,))
"""Nobody writes while the database is migrated."""
TURN = f"SELECT pg_advisory_xact_lock({int.from_bytes(b'LAST', 'big')})"
APPEND = "SELECT kronika_append(%s, %s, %s, %s)"
SETTLED = "SELECT kronika_settled()"
PATIENCE = "SELECT set_config('lock_timeout', %s, true)"


class Recorder(PostgresProcessRecorder):
    """The library's recorder, which writes in one pipelined transaction: one journey to the server for all that is written."""

    def write(self, batches: Sequence[Batch], until: float) -> None:
        """All of them or none. `until` (`monotonic`) a lock is waited for.

        In the order of their games, as all processes do it, so that none of them waits for another one in a circle.
        """
        with self.datastore.get_connection() as conn, conn.pipeline(), conn.cursor() as curs:
            # The driver's own transactions, and its `executemany`, wait for the server each time.
            curs.execute(BEGIN)
            curs.execute(PATIENCE, (_milliseconds(until),))
            for batch in sorted(batches, key=_game):
                self._write(curs, batch)
            last = [one for batch in batches for one in batch.statements if isinstance(one, InTurn)]
            if last:
                curs.execute(TURN)
                _run(curs, last)
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
    def of(cls, conninfo: Conninfo, kind: type[Connection]) -> Pools:
        return cls(Datastore(conninfo, READERS, kind), Recorder(Datastore(conninfo, 1, kind)))

    def close(self) -> None:
        self.reading.close()
        self.writing.datastore.close()

    def leave(self) -> None:
        """Close those that broke, without waiting for anything."""
        self.reading.leave()
        cast(Datastore, self.writing.datastore).leave()


@lru_cache(maxsize=512)
def translated(sql: str) -> str:
    """`?` placeholders to the driver's, outside of quoted strings."""
    parts = re.split(r"('[^']*')", sql.replace("%", "%%"))
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
