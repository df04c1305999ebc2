"""Async projections: tables that follow the log by themselves and can be rebuilt from it (`service.log.table_projection`).

Each is a module with `NAME`, `EMPTY` (statements that empty its tables), `HOLD` (statements that begin each of its
transactions, to serialise them) and `rows_for(commit)`, which makes all its rows of one game from the present game. So a
rewind needs no special care, and projecting a game twice is harmless. Most events change no row: `AS_THEY_ARE` finds, from
the lobby's rows, those of `{games}` whose rows are up to date, so that they need not be loaded. If it is empty, all are
loaded.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from projections import rulings, standings, statistics
from projections.commit import Commit, Sql
from service.store import Store


class Rows(Protocol):
    """A module, or an object with the same attributes."""

    @property
    def NAME(self) -> str: ...

    @property
    def HOLD(self) -> Sequence[Sql]: ...

    @property
    def AS_THEY_ARE(self) -> str: ...

    @property
    def EMPTY(self) -> Sequence[Sql]: ...

    def rows_for(self, commit: Commit) -> Sequence[Sql]: ...


ASYNC_PROJECTIONS: Sequence[Rows] = (standings, statistics, rulings)
MAX_LAG = 5000
"""Events that an async projection may be behind while the service still counts as ready."""


def lag(store: Store) -> dict[str, int]:
    """How many events each async projection is behind the log."""
    head = store.head()
    return {rows.NAME: head - store.position(rows.NAME) for rows in ASYNC_PROJECTIONS}
