"""The last head that this service has signed of each game, kept outside the database: what an older copy of it cannot know.

A head stands here before anybody is given it. Whoever restores the database from yesterday has logs that are shorter than
what was signed; to sign other entries in their place would be to deny what was promised.

A process that is killed loses nothing of it. A power cut may take the last heads, for this file is not synced at each commit
as the database is; but then the database has them. Only an older copy, restored after a power cut, would go unnoticed as far
as those few heads are concerned.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from copy import copy
from pathlib import Path
from threading import Lock
from typing import NamedTuple

from service.store import StoreUnreachable, StoreUnusable, Trouble
from service.store.private_files import open_private
from service.store.sqlite_file import explained
from service.store.sqlite_paths import (
    address,
    has_wal_entries,
    identity,
    is_empty,
    was_replaced,
    why_missing,
)

FILE = "heads.db"
PATIENCE = 3.0
"""Seconds that a writer waits for those of its process, and then for other processes."""
TABLE = """CREATE TABLE IF NOT EXISTS heads
    (game TEXT PRIMARY KEY, size INTEGER NOT NULL, root BLOB NOT NULL) WITHOUT ROWID"""
LAST = "SELECT size, root FROM heads WHERE game = ?"
ALL = "SELECT game, size, root FROM heads ORDER BY game"
KEEP = """INSERT INTO heads (game, size, root) VALUES {}
    ON CONFLICT (game) DO UPDATE SET size = excluded.size, root = excluded.root WHERE excluded.size > heads.size"""


class SignedHead(NamedTuple):
    """The size of a log and the root of its Merkle tree."""

    size: int
    root: bytes


class NotKept(StoreUnusable):
    """A head cannot be written at the moment; those written before can still be read."""


class Promise:
    """A head that is to stand in the file once the log is committed, and what became of it."""

    def __init__(self, game: str, head: SignedHead) -> None:
        self.game, self.head = game, head
        self.kept = False
        self.why: NotKept | None = None
        """Why it could not be kept."""


def _flat(heads: Mapping[str, SignedHead]) -> list[object]:
    return [value for game, head in heads.items() for value in (game, *head)]


class SignedHeads:
    """A file in the data folder, shared by all processes of a service.

    Every method raises `StoreUnusable`; those that write raise `NotKept`, with the trouble that the file has.
    """

    def __init__(self, data: Path, create: bool = False) -> None:
        """`create`: the file is made if there is none, unless its `-wal` is there."""
        self.path = data / FILE
        self._reading, self._writing, self._waiting = Lock(), Lock(), Lock()
        self._wanted: dict[str, SignedHead] = {}
        self._asked = self._done = 0
        self._why: NotKept | None = None
        try:
            if create and is_empty(self.path) and not has_wal_entries(self.path):
                os.close(open_private(self.path))
            self._open()
            self._writer.execute("PRAGMA journal_mode = WAL").fetchall()
            self._writer.execute(TABLE)
        except (OSError, sqlite3.Error) as error:
            raise self._unusable(error) from error

    def _open(self) -> None:
        self._reader, self._writer = self._connect(), self._connect()
        self._identity = identity(self.path)

    def _connect(self) -> sqlite3.Connection:
        self._check_there()
        connection = sqlite3.connect(
            address(self.path), uri=True, timeout=PATIENCE, isolation_level=None, check_same_thread=False
        )
        connection.execute("PRAGMA synchronous = NORMAL")
        return connection

    def last(self, game: str) -> SignedHead | None:
        """The largest head of a game that was signed; None where none is known."""
        try:
            with self._reading:
                if was_replaced(self.path, self._identity):
                    self._open()
                found = self._reader.execute(LAST, (game,)).fetchone()
        except (OSError, sqlite3.Error) as error:
            raise self._unusable(error) from error
        return None if found is None else SignedHead(*found)

    def all(self) -> Iterator[tuple[str, SignedHead]]:
        """Every game with its last head."""
        try:
            with closing(self._connect()) as connection:
                for game, size, root in connection.execute(ALL):
                    yield game, SignedHead(size, root)
        except (OSError, sqlite3.Error) as error:
            raise self._unusable(error) from error

    def keep(self, game: str, head: SignedHead) -> None:
        """It outlives this process when this returns. Those who come while one writes are written together by the next."""
        self._keep([(game, head)])

    def promise(self, game: str, head: SignedHead) -> Promise | None:
        """For `Store.append`, which has those kept together that were committed together."""
        return Promise(game, head)

    def keep_together(self, promises: Sequence[Promise]) -> None:
        """By one statement, in the thread that has committed their logs. It raises nothing: `redeem` says what went wrong."""
        why = None
        try:
            self._keep([(it.game, it.head) for it in promises])
        except NotKept as error:
            why = error
        for it in promises:
            it.kept, it.why = why is None, why

    def redeem(self, promise: Promise) -> None:
        """Its head outlives this process when this returns."""
        if promise.why is not None:
            raise copy(promise.why)  # several threads raise it, and each adds its own traceback
        if not promise.kept:
            self.keep(promise.game, promise.head)

    def _keep(self, heads: Sequence[tuple[str, SignedHead]]) -> None:
        with self._waiting:
            for game, head in heads:
                self._wanted[game] = max(head, self._wanted.get(game, head))
            self._asked += 1
            mine = self._asked
        if not self._writing.acquire(timeout=PATIENCE):
            raise NotKept(
                f"The signed heads in {self.path} cannot be written: others have held them too long.",
                Trouble.LOCKED,
            )
        try:
            if self._done < mine:
                self._write()
        finally:
            self._writing.release()

    @property
    def works(self) -> bool:
        """Whether all that was to be kept is, as far as is known; `check` does not wait for anybody then."""
        return self._why is None

    def check(self) -> None:
        """Raise `NotKept` while what was to be kept cannot be: more would be stored, and nobody could be told of it."""
        why = self._why
        if why is None:
            return
        if not self._writing.acquire(blocking=False):
            raise copy(why)
        try:
            self._write()
        finally:
            self._writing.release()

    def _write(self) -> None:
        with self._waiting:
            wanted, upto = dict(self._wanted), self._asked
        try:
            self._check_file()
            if wanted:  # who comes late may find that another one has had his head written
                self._writer.execute(KEEP.format(", ".join(["(?, ?, ?)"] * len(wanted))), _flat(wanted))
        except (OSError, sqlite3.Error) as error:
            told = self._unusable(error)
            self._why = NotKept(str(told), told.trouble)
            raise copy(self._why) from error
        self._done, self._why = upto, None
        with self._waiting:
            self._wanted = {game: head for game, head in self._wanted.items() if wanted.get(game) != head}

    def _check_there(self) -> None:
        why = why_missing(self.path)
        if why is not None:
            raise FileNotFoundError(why.rstrip("."))

    def _check_file(self) -> None:
        """What is written to a file that is elsewhere would be missing as soon as it is back."""
        self._check_there()
        if was_replaced(self.path, self._identity):
            self._open()

    def _unusable(self, error: OSError | sqlite3.Error) -> StoreUnusable:
        told = explained(str(self.path), error) if isinstance(error, sqlite3.Error) else error
        if isinstance(told, StoreUnusable):
            return told
        kind = StoreUnreachable if isinstance(error, FileNotFoundError) else StoreUnusable
        return kind(f"The signed heads in {self.path} cannot be used: {error}.")

    def close(self) -> None:
        self._reader.close()
        self._writer.close()
