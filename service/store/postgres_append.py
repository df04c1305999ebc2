"""How the store writes on PostgreSQL: one statement locks, checks, inserts and notifies; the rest rides in its pipeline."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from functools import lru_cache
from time import monotonic
from typing import Any, NamedTuple, cast

from eventsourcing.persistence import StoredEvent
from eventsourcing.postgres import PostgresProcessRecorder

from .engine import INSERT_SECRETS
from .postgres_link import Connection, Conninfo, Datastore
from .rows import Statement

READERS = 4
"""Connections of a process that read; one more writes, and one listens."""
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


def _append_params(events: Sequence[StoredEvent]) -> tuple[str, int, list[str], list[bytes]]:
    first = events[0]
    topics, states = [event.topic for event in events], [event.state for event in events]
    return str(first.originator_id), first.originator_version, topics, states


def _milliseconds(until: float) -> int:
    """From now, at least 1; 0 is for ever."""
    return 0 if until == math.inf else max(1, int((until - monotonic()) * 1000))
