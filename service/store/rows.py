"""The words of the store: what goes in, what comes out, and the three ways it can refuse."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple, Self

if TYPE_CHECKING:
    from .store import Store


class Row(NamedTuple):
    """One event of one game.

    version: 1, 2, 3 ... without gaps.
    type: a stable topic such as `dice-rolled`; never a Python path.
    entry: the canonical entry bytes, stored and given back verbatim.
    secrets: what the entry does not show. Stored outside the entries table, in the same transaction.
    """

    version: int
    type: str
    entry: bytes
    secrets: bytes = b""


class Statement(NamedTuple):
    """SQL to run in the events' transaction: `?` placeholders and `ON CONFLICT` upserts on every engine."""

    sql: str
    params: tuple[object, ...] = ()


class InTurn(Statement):
    """Takes the next place in an order that all writers share, behind all that others can see there.

    It runs after all other statements of its transaction. `sql` is for an engine with one writer at a time, and takes the
    place after the last one. `drawn` is for one with several, where `kronika_place(n)` gives the n-th number that nobody had
    before, and followers read up to `Engine.places_settled`. `alone`: until it is committed nobody else has one that is not
    settled.
    """

    drawn: Statement
    alone: bool

    def __new__(
        cls, sql: str, params: tuple[object, ...], drawn: tuple[str, tuple[object, ...]], alone: bool = False
    ) -> Self:
        self = super().__new__(cls, sql, params)
        self.drawn, self.alone = Statement(*drawn), alone
        return self


class Migration(NamedTuple):
    """One step from a layout of the database to the next. What once was released is never changed again.

    number: 1, 2, 3 ... without gaps. `statements` take the types TEXT, BIGINT, BYTEA and DOUBLE PRECISION.
    convert: what SQL alone cannot say, run after `statements` in their transaction. It reads through the store, which
    shows the layout from before, and knows the secret key.
    """

    number: int
    name: str
    statements: Sequence[str]
    convert: Callable[[Store], Iterable[Statement]] | None = None


class Step(NamedTuple):
    """A migration as an engine runs it: the statements are asked for within its transaction."""

    number: int
    name: str
    statements: Iterable[Statement]


class Followed(NamedTuple):
    """That an event is at its place in the one order of all committed events; what it says is read where it is wanted."""

    position: int
    game_id: str
    version: int


class Conflict(Exception):
    """Somebody else wrote this version of the game, or this position of the projection, first."""


class Duplicate(Exception):
    """A unique key of a `Statement` is taken."""


class Trouble(StrEnum):
    """Why a store cannot be used, as far as it is known."""

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


class StoreClosed(StoreUnusable):
    """It was closed in this process, as it is when a service ends."""

    def __init__(self, name: str) -> None:
        super().__init__(f"{name} is closed.")


class StoreAway(StoreUnusable):
    """There is no connection to the store: it may be back at any moment, or the address is wrong."""
