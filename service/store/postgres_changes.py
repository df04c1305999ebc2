"""How a process learns of commits on PostgreSQL."""

from __future__ import annotations

from time import monotonic, sleep

import psycopg

from .postgres_append import CHANNEL
from .postgres_link import one_line
from .types import StoreUnusable

POLL_SECONDS = 0.25
"""How long a commit goes unseen at most if its notification is lost."""
SOON_SECONDS = 0.01
"""The same for a rolled-back transaction, which sends no notification but settles positions."""
LEAST_SECONDS = 0.01
"""The least time between two looks: while many write, each look is for several commits."""


class PostgresChanges:
    """See `Changes`. Listens for notifications, and polls in case one is lost."""

    def __init__(self, connection: psycopg.Connection) -> None:
        self._connection = connection
        self._listening = False
        self._looked_at = 0.0

    def wait(self, soon: bool) -> bool:
        try:
            if self._listening:
                self._wait(SOON_SECONDS if soon else POLL_SECONDS)
            else:
                self._connection.execute(f"LISTEN {CHANNEL}")
                self._listening = True
        except psycopg.Error as error:
            raise StoreUnusable(f"PostgreSQL cannot be used: {one_line(error)}.") from error
        return True

    def _wait(self, seconds: float) -> None:
        """Until a notification, but not too soon after the last wait; those that come meanwhile are one with it."""
        for _ in self._connection.notifies(timeout=seconds, stop_after=1):
            pass
        if (early := self._looked_at + LEAST_SECONDS - monotonic()) > 0:
            sleep(early)
            for _ in self._connection.notifies(timeout=0):
                pass
        self._looked_at = monotonic()

    def wake(self) -> None:
        """Do nothing: a wait is over in a moment anyway."""

    def close(self) -> None:
        self._connection.close()
