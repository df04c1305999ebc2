"""What the bus waits for on PostgreSQL."""

from __future__ import annotations

import psycopg

from .postgres_append import CHANNEL
from .postgres_link import one_line
from .rows import StoreUnusable

TICK_SECONDS = 0.25  # at most this long after a lost notification a commit is seen
SOON_SECONDS = 0.01  # or after the end of a transaction that was given up, which nobody notifies of


class PostgresChanges:
    """Notifications; and a look now and then, should one be lost."""

    def __init__(self, connection: psycopg.Connection) -> None:
        self._connection = connection
        self._listens = False

    def wait(self, soon: bool) -> bool:
        try:
            if self._listens:
                for _ in self._connection.notifies(
                    timeout=SOON_SECONDS if soon else TICK_SECONDS, stop_after=1
                ):
                    break
            else:
                self._connection.execute(f"LISTEN {CHANNEL}")
                self._listens = True
        except psycopg.Error as error:
            raise StoreUnusable(f"PostgreSQL cannot be used: {one_line(error)}.") from error
        return True

    def wake(self) -> None:
        """It waits for moments only."""

    def close(self) -> None:
        self._connection.close()
