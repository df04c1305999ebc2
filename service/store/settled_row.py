"""The settled positions and places as a row, for standbys: they see no locks of the primary, and its sequences run ahead.

A standby replays commits in order, so one that shows the row has everything up to it.
"""

from __future__ import annotations

from collections.abc import Callable

import psycopg

from .postgres_link import one_line
from .types import Statement, StoreUnusable

SETTLE = """WITH now AS MATERIALIZED (SELECT kronika_settled() AS position, kronika_places_settled() AS place)
    UPDATE settled SET position = greatest(settled.position, now.position), place = greatest(settled.place, now.place)
    FROM now WHERE now.position > settled.position OR now.place > settled.place"""
UNSYNCED = "SET synchronous_commit = off"
"""Nobody waits for this row to reach a disk; its place among the commits is the same."""
HAS_SETTLED = "SELECT position >= ? AND place >= ? FROM settled"


class SettledRow:
    """Written by the background worker, in a session of its own. `connect` opens one in autocommit mode."""

    def __init__(self, connect: Callable[[], psycopg.Connection]) -> None:
        self._connect = connect
        self._connection: psycopg.Connection | None = None

    def write(self) -> bool:
        """Whether more is settled than before."""
        try:
            if self._connection is None:
                self._connection = self._connect()
                self._connection.execute(UNSYNCED)
            return self._connection.execute(SETTLE).rowcount > 0
        except psycopg.Error as error:
            self.close()
            raise StoreUnusable(f"PostgreSQL cannot be used: {one_line(error)}.") from error

    def close(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None


def has_settled(position: int, place: int) -> Statement:
    """Whether a server shows everything up to this position and this place."""
    return Statement(HAS_SETTLED, (position, place))
