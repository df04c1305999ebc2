"""Who keeps a PostgreSQL database. Its driver takes a while to load, so nothing of SQLite's imports this."""

from __future__ import annotations

import psycopg

from .postgres_link import PRESENCE
from .rows import StoreUnusable

KEEPER_KEY = int.from_bytes(b"KEEP", "big")


class PostgresDuty:
    """A lock of a session, which ends with its connection."""

    def __init__(self, connection: psycopg.Connection) -> None:
        self._connection = connection
        self._ask(PRESENCE)
        self._ask(f"SELECT pg_advisory_lock({KEEPER_KEY})")

    def check(self) -> None:
        self._ask("SELECT 1")

    def _ask(self, sql: str) -> None:
        try:
            self._connection.execute(sql)
        except psycopg.Error as error:
            raise StoreUnusable(f"PostgreSQL cannot be used: {error}.") from error

    def close(self) -> None:
        self._connection.close()
