"""The store's vocabulary: the rows and statements that it accepts, the references that it returns, and its exceptions."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple, Self


class Row(NamedTuple):
    """One event of one game.

    version: 1, 2, 3 ... without gaps.
    type: a stable topic such as `dice-rolled`; never a Python path.
    entry: the canonical bytes of the ledger entry, stored and returned verbatim.
    secrets: what the entry does not reveal. Stored in a table of its own, in the same transaction.
    """

    version: int
    type: str
    entry: bytes
    secrets: bytes = b""


class Statement(NamedTuple):
    """SQL to run in the events' transaction: `?` placeholders and `ON CONFLICT` upserts on every engine."""

    sql: str
    params: tuple[object, ...] = ()


class OrderedStatement(Statement):
    """Takes the next place in an order shared by all writers, after every place that readers can see.

    It runs after all other statements of its transaction. `sql` serves engines with a single writer: it takes the place after
    the last one. `concurrent` serves engines with several writers, where `kronika_place(n)` returns the n-th of a run of new
    numbers, and followers read up to `Engine.places_settled`. With `exclusive`, no other transaction holds an unsettled place
    until this one commits.
    """

    concurrent: Statement
    exclusive: bool

    def __new__(
        cls,
        sql: str,
        params: tuple[object, ...],
        concurrent: tuple[str, tuple[object, ...]],
        exclusive: bool = False,
    ) -> Self:
        self = super().__new__(cls, sql, params)
        self.concurrent, self.exclusive = Statement(*concurrent), exclusive
        return self


class Conflict(Exception):
    """Another writer wrote this version of the game, or this position of the projection, first."""


class Duplicate(Exception):
    """A unique key of a `Statement` already exists."""


class Trouble(StrEnum):
    """Why a store cannot be used, as far as the database says."""

    UNAVAILABLE = "unavailable"
    DISK_FULL = "disk-full"
    LOCKED = "database-locked"
    DAMAGED = "database-damaged"
    READ_ONLY = "read-only"


class StoreUnusable(Exception):
    """The store cannot be used, now or at all; the message is one sentence for an operator."""

    def __init__(self, sentence: str, trouble: Trouble = Trouble.UNAVAILABLE) -> None:
        super().__init__(sentence)
        self.trouble = trouble


class SecretsAltered(StoreUnusable):
    """What one event keeps secret cannot be read; all other games can be used."""


class StoreClosed(StoreUnusable):
    """This process closed the store, for example because the service is stopping."""

    def __init__(self, name: str) -> None:
        super().__init__(f"{name} is closed.")


class StoreUnreachable(StoreUnusable):
    """There is no connection to the store: the server or file may come back at any moment, or the address is wrong."""
