"""The store: one object for reading, writing and following the log, and for the database's layout and key."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from .change_log import ChangeLog
from .changes_tables import Tables
from .engine import Engine, LeaderLock
from .following import Follower
from .layout import Layout, Migration, check_numbered
from .reading import Reader
from .recorder import LogRecorder
from .relocation import Relocation, check_in_place
from .secret_key import KeyOf, SecretKey
from .writing import Writer


class Store:
    """One database, opened by `open_store`. Any thread may use it; each process opens its own, after a fork.

    `Reader`, `Writer` and `Follower` do the work; the store has their methods as attributes, so that callers need one object
    and no call costs another frame. Every method raises `StoreUnusable` when the database cannot be used.
    """

    def __init__(self, engine: Engine, secret_key: bytes | KeyOf, in_place: bool = True) -> None:
        """`in_place`: raise `StoreUnusable` for a database that was moved, or that a move has not filled yet."""
        self._engine = engine
        has_tables = engine.has_table("store_meta")
        if has_tables:
            check_numbered(engine)
        if has_tables and in_place:
            check_in_place(engine)
        self._key = SecretKey(engine, secret_key, has_tables)
        reader = Reader(engine, self._key.sealer)
        self._layout = Layout(engine, reader)
        self._read_with(reader)
        self.pseudonym = self._key.sealer.pseudonym
        self._write_with(Writer(engine, self._key.sealer))
        self._follow_with(Follower(engine, reader.version))
        self.recorder = LogRecorder(engine, reader, self._writer, self._follower)
        """The log as the `eventsourcing` library knows it, for what follows it."""

    def _read_with(self, reader: Reader) -> None:
        self.rows, self.entries, self.secrets = reader.rows, reader.entries, reader.secrets
        self.version, self.version_and = reader.version, reader.version_and
        self.games, self.newest_game = reader.games, reader.newest_game
        self.query, self.query_lists, self.position = reader.query, reader.query_lists, reader.position
        self.seal, self.unseal, self.mac = reader.seal, reader.unseal, reader.mac
        self.continue_places = reader.continue_places

    def _write_with(self, writer: Writer) -> None:
        self._writer = writer
        self.append, self.remove, self.project = writer.append, writer.remove, writer.project
        self.check_writing = writer.check_writing

    def _follow_with(self, follower: Follower) -> None:
        self._follower = follower
        self.head, self.changed, self.places_settled = (
            follower.head,
            follower.changed,
            follower.places_settled,
        )
        self.watch, self.unwatch = follower.watch, follower.unwatch
        self.wait_for, self.wait_for_any, self.commits = (
            follower.wait_for,
            follower.wait_for_any,
            follower.commits,
        )
        self.end_waiting, self.follow_settled = follower.end_waiting, follower.follow_settled

    @property
    def after_write(self) -> Callable[[float, float], None]:
        """Called after every commit with the seconds spent waiting for the writer's turn, and the seconds spent writing."""
        return self._writer.after_write

    @after_write.setter
    def after_write(self, callback: Callable[[float, float], None]) -> None:
        self._writer.after_write = callback

    @property
    def on_commit(self) -> Callable[[Sequence[Any]], None]:
        """Called with the `publish` values of all appends that were committed together, before any of these appends returns.

        It must not raise, and every one of them waits for it.
        """
        return self._writer.on_commit

    @on_commit.setter
    def on_commit(self, callback: Callable[[Sequence[Any]], None]) -> None:
        self._writer.on_commit = callback

    @property
    def after_read(self) -> Callable[[str], None]:
        """Called after each read that a standby might have answered: with "standby" or why the primary did."""
        return self._engine.queries.after_read

    @after_read.setter
    def after_read(self, callback: Callable[[str], None]) -> None:
        self._engine.queries.after_read = callback

    @property
    def waiting_ended(self) -> bool:
        """Whether `end_waiting` was called, so that nothing can wait for commits any longer."""
        return self._follower.waiting_ended

    @property
    def position_column(self) -> str:
        """The column of `stored_events` with the positions."""
        return self._engine.position

    @property
    def in_process(self) -> bool:
        """Whether reads need no other process or machine."""
        return self._engine.in_process

    @property
    def empty(self) -> bool:
        """Whether the database has no tables yet."""
        return not self._engine.has_table("store_meta")

    @property
    def identity(self) -> str:
        """Identifies this database; it changes after a restore or a failover, as far as the engine can tell."""
        return self._engine.identity()

    def layout(self) -> int:
        """The number of the last migration; 0 before the first."""
        return self._layout.number()

    def check_layout(self, migrations: Sequence[Migration]) -> None:
        """Raise `StoreUnusable` unless the database has the layout of `migrations`; what they remove may still be there."""
        self._layout.check(migrations)

    def migrations_left(self, migrations: Sequence[Migration]) -> bool:
        """Whether some of `migrations` have not run."""
        return self._layout.left(migrations)

    def migrate(self, migrations: Sequence[Migration] = (), removing: bool = True) -> None:
        """Bring the database to the layout of the last of `migrations`; repeating it is harmless.

        `removing`: also run those that remove something. The secret key of the first time is the store's key for good.
        """
        self._layout.migrate(migrations, removing)
        self._key.store()

    def check_pages(self) -> None:
        """Read everything; raise `StoreUnusable` if the database finds stored data corrupt.

        After that no process writes to it any more.
        """
        self._engine.check_pages()

    def copy_out(self, folder: Path) -> None:
        """Write a consistent copy of everything stored to files in an empty folder, without blocking writers."""
        self._engine.transfer.copy_out(folder)

    def copy_in(self, folder: Path, migrations: Sequence[Migration]) -> None:
        """Load what `copy_out` wrote into an empty database on the same kind of engine; `migrations` up to its layout."""
        self.migrate(migrations)
        self._engine.transfer.copy_in(folder)
        self._key.check()
        if self._engine.has_table("followers"):
            self.change_log({}).unregister_all()

    def change_log(self, tables: Tables) -> ChangeLog:
        """Which rows of these tables changed, in order, for those who copy the database while it is in use."""
        return ChangeLog(self._engine, tables)

    def relocation(self) -> Relocation:
        """What moving the database, or filling it from elsewhere, needs."""
        return Relocation(self._engine)

    def leader_lock(self) -> LeaderLock:
        """Wait until this process is the only one, on any machine, that leads this database."""
        return self._engine.leader_lock()

    def close(self) -> None:
        """End all waiting and close every connection."""
        self.end_waiting()
        self._engine.close()
