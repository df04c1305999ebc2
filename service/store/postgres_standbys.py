"""Connections to PostgreSQL with standbys that answer reads."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .postgres_append import LAST_PLACE, LAST_POSITION, translated_query
from .postgres_connections import PostgresConnections
from .postgres_link import conninfo_of, each_host
from .settled_row import SettledRow, has_settled
from .standby import NotServed, Served, Standby
from .types import Statement

CLUSTER = "SELECT system_identifier::text FROM pg_control_system()"
NEWEST = f"SELECT ({LAST_POSITION}), ({LAST_PLACE})"


class PostgresWithStandbys(PostgresConnections):
    """The one place where a read is sent to a standby or to the primary."""

    def __init__(self, url: str, direct: str | None, slow_reads: bool, standbys: Sequence[str]) -> None:
        """`standbys` are addresses with one or more hosts each, which may be away."""
        hosts = [host for address in standbys for host in each_host(conninfo_of(address))]
        super().__init__(url, direct, slow_reads)
        self._standbys = [Standby(host, self._cluster) for host in hosts]
        self._settled_row = SettledRow(self.connect)

    def read(
        self, sql: str, params: Sequence[Any] = (), fence: Statement | None = None
    ) -> list[tuple[Any, ...]]:
        if fence is None:
            return super().read(sql, params)
        try:
            rows = self._standby_for(fence).read(
                _translated(fence), _translated(Statement(sql, tuple(params)))
            )
        except NotServed as error:
            self.hooks.after_read(error.why)
            return super().read(sql, params)
        self.hooks.after_read(Served.STANDBY)
        return rows

    def _standby_for(self, fence: Statement) -> Standby:
        """The same for all reads of a game, which are in its memory then."""
        return self._standbys[hash(fence.params[:1]) % len(self._standbys)]

    def ask(self, sql: str, params: Sequence[str] = ()) -> tuple[Any, ...]:
        return self._grouped.read(sql, params)[0]

    def fence(self) -> Statement | None:
        position, place = self.ask(NEWEST)
        return has_settled(position, place)

    def settle(self) -> bool:
        return self._settled_row.write()

    def _cluster(self) -> str:
        return str(super().read(CLUSTER)[0][0])

    def begin_closing(self) -> None:
        for standby in self._standbys:
            standby.close()
        self._settled_row.close()
        super().begin_closing()


def _translated(statement: Statement) -> Statement:
    sql, params = translated_query(*statement)
    return Statement(sql, tuple(params))
