"""What the store needs from a database. Everything specific to one database is behind `Engine`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from eventsourcing.persistence import StoredEvent, Tracking

from .changes_tables import Tables
from .hooks import Hooks
from .types import Statement

# Tables beside the library's, in SQL that both engines accept. The first marks a numbered layout.
OWN_TABLES = (
    "CREATE TABLE IF NOT EXISTS migrations (number BIGINT PRIMARY KEY, name TEXT NOT NULL)",
    "CREATE TABLE IF NOT EXISTS event_secrets (game_id TEXT NOT NULL, version BIGINT NOT NULL, "
    "sealed BYTEA NOT NULL, PRIMARY KEY (game_id, version))",
    "CREATE TABLE IF NOT EXISTS store_meta (name TEXT PRIMARY KEY, value BYTEA NOT NULL)",
)
APPLIED = "SELECT number FROM migrations ORDER BY number"
APPLY = "INSERT INTO migrations (number, name) VALUES (?, ?)"
PROBE = "INSERT INTO store_meta (name, value) VALUES ('tried', ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value"
NO_END = 2**62  # beyond every version and position
Read = Callable[[str, Sequence[Any]], list[tuple[Any, ...]]]
"""A query with `?` placeholders, and its rows."""
INSERT_SECRETS = "INSERT INTO event_secrets (game_id, version, sealed) VALUES (?, ?, ?)"


class Step(NamedTuple):
    """A migration as an engine runs it: `statements` is called within its transaction, and only if the step has not run."""

    number: int
    name: str
    statements: Callable[[], Iterable[Statement]]


def not_applied(steps: Sequence[Step], read: Read) -> list[Step]:
    """The steps that have not run yet; call it while no other process migrates."""
    applied = {number for (number,) in read(APPLIED, ())}
    return [step for step in steps if step.number not in applied]


class Batch(NamedTuple):
    """What one transaction writes: all of it or nothing. The events are of one game, in order."""

    events: Sequence[StoredEvent] = ()
    secrets: Sequence[tuple[str, int, bytes]] = ()
    statements: Sequence[Statement] = ()
    tracking: Tracking | None = None
    publish: object = None
    """Passed to `Hooks.on_commit` after the commit."""


class Load(Protocol):
    """One transaction that writes many rows, without the write queue. For one thread."""

    def insert(self, table: str, columns: Sequence[str], rows: Iterable[Sequence[Any]]) -> None:
        """On PostgreSQL by COPY. `Duplicate`: a key is there already."""

    def delete(self, table: str, key: Sequence[str], keys: Sequence[Sequence[Any]]) -> None:
        """Delete the rows with these values in the columns `key`; those that are missing are passed over."""

    def delete_all(self, table: str) -> None:
        """Delete all rows."""

    def execute(self, sql: str, params: Sequence[Any]) -> None:
        """One statement, with `?` placeholders."""


class Changes(Protocol):
    """How a process learns of commits, its own and those of others."""

    def wait(self, soon: bool) -> bool:
        """Block until a commit, but at most for a second, or less with `soon`. Whether there may be something new to read."""

    def wake(self) -> None:
        """End the wait of another thread, or its next one, as soon as possible."""

    def close(self) -> None: ...


class LeaderLock(Protocol):
    """Held from construction. It elects the one process that runs background work on a database, on whichever machine."""

    def check(self) -> None:
        """Raise `StoreUnusable` if the lock is lost: another process may hold it then. Leaders call this regularly."""

    def close(self) -> None:
        """Release the lock."""


class Queries(Protocol):
    """Reads, by the database itself or, where a fence allows that, by a standby."""

    def read(
        self, sql: str, params: Sequence[Any] = (), fence: Statement | None = None
    ) -> list[tuple[Any, ...]]:
        """All rows of one query, with `?` placeholders. A standby that meets the `fence` may answer."""

    hooks: Hooks
    """Set by the store. `after_read` is called after each read with a fence, with who answered it (`standby.Served`)."""

    def ask(self, sql: str, params: Sequence[str] = ()) -> tuple[Any, ...]:
        """The one row of a query with parameters of text, never by a standby; those of several callers may be asked as one."""

    def fence(self) -> Statement | None:
        """What a standby needs to show everything that is committed now; None without standbys."""

    def settle(self) -> bool:
        """Tell standbys what is settled; whether that is more than before."""


class WithoutStandbys:
    """What `Queries` says of standbys, for a database that has none."""

    hooks: Hooks

    def ask(self: Queries, sql: str, params: Sequence[str] = ()) -> tuple[Any, ...]:
        return self.read(sql, params)[0]

    def fence(self) -> Statement | None:
        return None

    def settle(self) -> bool:
        return False


class ChangeCapture(Protocol):
    """What `ChangeLog` needs to know which rows changed."""

    def columns(self, table: str) -> list[str]:
        """The names of a table's columns."""

    def record(self, tables: Tables) -> None:
        """Make the triggers that record changed rows of these tables, and remove those of all others.

        Every change that a writer commits after this call is recorded.
        """

    def snapshot(self) -> AbstractContextManager[tuple[Read, int, int]]:
        """A consistent view, with the position of an event and the place of a change up to which everything is in it.

        Whatever is not in it yet gets a greater position or place.
        """


class Transfer(Protocol):
    """The database as a whole: copied to files, filled with rows from elsewhere, or moved."""

    def copy_out(self, folder: Path) -> None:
        """Write a consistent copy of everything to files in the engine's own format, without blocking writers."""

    def copy_in(self, folder: Path) -> None:
        """Replace everything stored, in an empty database of the same layout, by what `copy_out` wrote."""

    def loading(self) -> AbstractContextManager[Load]:
        """Commits durably at the end, or nothing after an error."""

    def continue_after(self, load: Load, position: int, place: int) -> None:
        """Let new events get greater positions than `position`, and new ordered rows greater places than `place`."""

    def stop_writers(self) -> AbstractContextManager[None]:
        """Wait for all transactions of other writers to end; new ones wait until this is over.

        On PostgreSQL only writers of recorded changes take part in that, so there has to be a follower.
        """

    def is_led(self) -> bool:
        """Whether another process holds the leader lock."""

    def moved(self) -> str | None:
        """What `mark_moved` left here."""

    def mark_moved(self, to: str | None) -> None:
        """Durably; None takes the mark away. Nobody writes to a marked database any more."""


class Engine(Protocol):
    """One database. Every method, of its pieces too, is safe in any thread and raises `StoreUnusable` when it cannot work."""

    position: str
    """The column of `stored_events` that orders all events globally. No event commits later at a position below a settled one;
    below one that is merely visible, an event may."""
    tracking_table: str
    in_process: bool
    """Whether reads need no other process."""

    name: str
    """The database's name in messages."""

    queries: Queries
    capture: ChangeCapture
    transfer: Transfer

    on_commit: Callable[[Sequence[Batch]], None]
    """Called with all batches that were committed together, before any of their writers returns. It must not raise."""

    def identity(self) -> str:
        """Changes when another database took this one's place at the same address, as far as can be seen."""

    def has_table(self, name: str) -> bool: ...

    def migrate(self, steps: Sequence[Step]) -> None:
        """Create the library's tables and the store's own, and run the steps that have not run yet.

        Each step runs once and atomically, even if several processes migrate at the same time.
        """

    def write(self, batch: Batch) -> float:
        """Commit durably, together with other queued writes; returns the seconds spent queued, a few at most.

        `Conflict`: not the next version or position. `Duplicate`: a key already exists. A database found corrupt is no longer
        written to.
        """

    def probe_write(self) -> None:
        """Commit a meaningless row in the same way as an event."""

    def check_pages(self) -> None:
        """Check all that is stored, if the database offers that; raises `StoreUnusable` on corruption."""

    def settled(self, lately: bool = False) -> int:
        """All later commits get a greater position; a later `Queries.read` sees everything up to this one.

        `lately`: the answer may be a few milliseconds old, for those whom the notifier wakes again once more is settled.
        """

    def places_settled(self) -> int:
        """The same for the places that `OrderedStatement` takes."""

    def continue_places(self, last: int) -> Sequence[Statement]:
        """Statements after which every new place is greater than `last`."""

    def changes(self) -> Changes: ...

    def leader_lock(self) -> LeaderLock:
        """Wait until no other process holds the lock, and acquire it."""

    def close(self) -> None: ...
