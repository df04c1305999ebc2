"""What the store asks of a database. Everything particular to one database stays behind this."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from eventsourcing.persistence import StoredEvent, Tracking

from .duty import Duty
from .rows import Statement, Step

# Tables beside those of the library, in the words both engines take. The first is the mark of a numbered layout.
OWN_TABLES = (
    "CREATE TABLE IF NOT EXISTS migrations (number BIGINT PRIMARY KEY, name TEXT NOT NULL)",
    "CREATE TABLE IF NOT EXISTS event_secrets (game_id TEXT NOT NULL, version BIGINT NOT NULL, "
    "sealed BYTEA NOT NULL, PRIMARY KEY (game_id, version))",
    "CREATE TABLE IF NOT EXISTS store_meta (name TEXT PRIMARY KEY, value BYTEA NOT NULL)",
)
APPLIED = "SELECT number FROM migrations ORDER BY number"
APPLY = "INSERT INTO migrations (number, name) VALUES (?, ?)"
TRY = "INSERT INTO store_meta (name, value) VALUES ('tried', ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value"
NO_END = 2**62  # beyond every version and position
INSERT_SECRETS = "INSERT INTO event_secrets (game_id, version, sealed) VALUES (?, ?, ?)"


class Batch(NamedTuple):
    """What one transaction writes: all of it or nothing. The events are of one game, in order."""

    events: Sequence[StoredEvent] = ()
    secrets: Sequence[tuple[str, int, bytes]] = ()
    statements: Sequence[Statement] = ()
    tracking: Tracking | None = None
    told: object = None
    """What `Store.committed` is told, once it is committed."""


class Changes(Protocol):
    """How a process learns that somebody committed."""

    def wait(self, soon: bool) -> bool:
        """Block for a commit, at most a second, or less if one is due; whether there may be something new to read."""

    def wake(self) -> None:
        """End the wait of another thread, or its next one, as soon as may be."""

    def close(self) -> None: ...


class Engine(Protocol):
    """One database. Every method is safe in any thread and raises `StoreUnusable` when it cannot work."""

    position: str
    """The column of `stored_events` with the one order of all events. One that is settled is never followed by a smaller
    one committed later; one that a reader can see may be."""
    tracking_table: str
    near: bool
    """Whether reading asks no other process."""

    name: str
    """What messages call it."""

    committed: Callable[[Sequence[Batch]], None]
    """Called with all that was committed together, before anybody learns that it was; it raises nothing."""

    def identity(self) -> str:
        """Another one for a database that took the place of this one under the same address, as far as can be seen."""

    def has_table(self, name: str) -> bool:
        """Whether there is such a table."""

    def migrate(self, steps: Sequence[Step]) -> None:
        """Create the library's tables and the store's own, and run the steps that have not run yet.

        Each runs as a whole or not at all, once, whoever else does the same.
        """

    def write(self, batch: Batch) -> float:
        """Commit durably, with whoever else waits. `Conflict`: not the next version, or position. `Duplicate`: a key is taken.

        Waits a few seconds for its turn, and gives how many it waited. What turns out to be damaged is not written to any more.
        """

    def try_write(self) -> None:
        """Commit something without a meaning, as any event is committed."""

    def check(self) -> None:
        """Look at all that is stored, if the database can be asked to; raises `StoreUnusable` for damage."""

    def read(self, sql: str, params: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        """All rows of one query, with `?` placeholders."""

    def settled(self) -> int:
        """Whatever is committed from now on has a greater position; all up to there is in any later `read`."""

    def places_settled(self) -> int:
        """The same of places that `InTurn` takes."""

    def continue_places(self, last: int) -> Sequence[Statement]:
        """What makes those that are taken from now on greater than this one."""

    def changes(self) -> Changes: ...

    def copy_out(self, folder: Path) -> None:
        """All that is stored at one moment, as files of the engine's own, while others go on writing."""

    def copy_in(self, folder: Path) -> None:
        """What `copy_out` wrote, in place of all that is stored; in an empty database of the same layout."""

    def duty(self) -> Duty:
        """The duty to keep this database, as soon as no other process has it."""

    def close(self) -> None: ...
