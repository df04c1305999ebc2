"""How a process learns of commits on PostgreSQL."""

from __future__ import annotations

import psycopg

from .postgres_append import CHANNEL
from .postgres_link import one_line
from .types import StoreUnusable

POLL_SECONDS = 0.25
"""How long a commit goes unseen at most if its notification is lost."""
SOON_SECONDS = 0.01
"""The same for a rolled-back transaction, which sends no notification but settles positions."""


class PostgresChanges:
    """See `Changes`. Listens for notifications, and polls in case one is lost."""

    def __init__(self, connection: psycopg.Connection) -> None:
        self._connection = connection
        self._listening = False

    def wait(self, soon: bool) -> bool:
        try:
            if self._listening:
                for _ in self._connection.notifies(
                    timeout=SOON_SECONDS if soon else POLL_SECONDS, stop_after=1
                ):
                    break
            else:
                self._connection.execute(f"LISTEN {CHANNEL}")
                self._listening = True
        except psycopg.Error as error:
            raise StoreUnusable(f"PostgreSQL cannot be used: {one_line(error)}.") from error
        return True

    def wake(self) -> None:
        """Do nothing: a wait is over in a moment anyway."""

    def close(self) -> None:
        self._connection.close()
