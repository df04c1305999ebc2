"""The leader lock on PostgreSQL."""

from __future__ import annotations

import psycopg

from .postgres_link import KEEPALIVES
from .types import StoreUnusable

LEADER_KEY = int.from_bytes(b"KEEP", "big")


class PostgresLeaderLock:
    """See `LeaderLock`. An advisory lock of a session, released when its connection ends."""

    def __init__(self, connection: psycopg.Connection) -> None:
        self._connection = connection
        self._execute(KEEPALIVES)
        self._execute(f"SELECT pg_advisory_lock({LEADER_KEY})")

    def check(self) -> None:
        self._execute("SELECT 1")

    def _execute(self, sql: str) -> None:
        try:
            self._connection.execute(sql)
        except psycopg.Error as error:
            raise StoreUnusable(f"PostgreSQL cannot be used: {error}.") from error

    def close(self) -> None:
        self._connection.close()
