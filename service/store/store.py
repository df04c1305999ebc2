"""The store: one object for reading, writing and following the log, and for the database's layout and key."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from .change_log import ChangeLog
from .changes_tables import Tables
from .engine import Engine
from .following import Follower
from .hooks import Hooks
from .layout import Layout, Migration, check_numbered
from .reading import Reader
from .recorder import LogRecorder
from .relocation import Relocation, check_in_place
from .secret_key import KeyOf, SecretKey
from .writing import Writer


class Store:
    """One database, opened by `open_store`. Any thread may use it; each process opens its own, after a fork.

    `Reader`, `Writer` and `Follower` do the work; the store has their methods as attributes, so that callers need one object
    and no call costs another frame. `layout` has the migrations; `hooks` are called after reads and writes. Every method raises
    `StoreUnusable` when the database cannot be used.
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
        self.layout = Layout(engine, reader, self._key)
        self.migrate = self.layout.migrate
        self._read_with(reader)
        self.pseudonym = self._key.sealer.pseudonym
        self.hooks = engine.queries.hooks = Hooks()
        writer = Writer(engine, self._key.sealer, self.hooks)
        self._write_with(writer)
        self._follow_with(Follower(engine, reader.version))
        self.recorder = LogRecorder(engine, reader, writer, self._follower)
        """The log as the `eventsourcing` library knows it, for what follows it."""
        self._manage_with(engine)

    def _read_with(self, reader: Reader) -> None:
        self.rows, self.entries, self.secrets = reader.rows, reader.entries, reader.secrets
        self.version, self.version_and = reader.version, reader.version_and
        self.games, self.newest_game = reader.games, reader.newest_game
        self.query, self.query_lists, self.position = reader.query, reader.query_lists, reader.position
        self.seal, self.unseal, self.mac = reader.seal, reader.unseal, reader.mac
        self.continue_places = reader.continue_places

    def _write_with(self, writer: Writer) -> None:
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

    def _manage_with(self, engine: Engine) -> None:
        self.position_column = engine.position
        """The column of `stored_events` with the positions."""
        self.in_process = engine.in_process
        """Whether reads need no other process or machine."""
        self.check_pages = engine.check_pages
        """Reads everything; raises `StoreUnusable` if stored data is found corrupt. After that no process writes any more."""
        self.copy_out = engine.transfer.copy_out
        """Writes a consistent copy of everything stored to files in an empty folder, without blocking writers."""
        self.leader_lock = engine.leader_lock
        """Waits until this process is the only one, on any machine, that leads this database."""

    @property
    def waiting_ended(self) -> bool:
        """Whether `end_waiting` was called, so that nothing can wait for commits any longer."""
        return self._follower.waiting_ended

    @property
    def empty(self) -> bool:
        """Whether the database has no tables yet."""
        return not self._engine.has_table("store_meta")

    @property
    def identity(self) -> str:
        """Identifies this database; it changes after a restore or a failover, as far as the engine can tell."""
        return self._engine.identity()

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

    def close(self) -> None:
        """End all waiting and close every connection."""
        self.end_waiting()
        self._engine.close()
