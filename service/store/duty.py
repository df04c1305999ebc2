"""One process at a time keeps a database, on whichever machine: the next one begins when the last one is gone."""

from __future__ import annotations

import fcntl
import os
from typing import Protocol

import psycopg

from service.own_files import open_own

from .rows import StoreUnusable

KEEPER_KEY = int.from_bytes(b"KEEP", "big")
PRESENCE = "SET tcp_keepalives_idle = 10; SET tcp_keepalives_interval = 5; SET tcp_keepalives_count = 3"
"""So that PostgreSQL notices within half a minute that a keeper's machine has lost its power."""


class Duty(Protocol):
    """Held from when it is made; whoever holds it looks now and then whether he still does."""

    def check(self) -> None:
        """Raise `StoreUnusable` when the duty is lost: from then on another process may have it."""

    def close(self) -> None:
        """Let the next one begin."""


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


class FileDuty:
    """A lock on a file beside an SQLite database, which ends with its process."""

    def __init__(self, path: str) -> None:
        try:
            self._file = open_own(f"{path}-keeper")
            fcntl.flock(self._file, fcntl.LOCK_EX)
        except OSError as error:
            raise StoreUnusable(f"The store cannot be kept: {path}-keeper: {error.strerror}.") from error

    def check(self) -> None:
        """It cannot be lost."""

    def close(self) -> None:
        os.close(self._file)
