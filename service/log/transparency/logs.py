"""All logs of logs that a service ever had. It writes to the last one."""

from __future__ import annotations

import re
import time
from pathlib import Path

from domain.ledger.merkle import EMPTY_ROOT
from domain.ledger.note import Checkpoint
from service.log.signing import Signer
from service.log.transparency.folder import LogFolder
from service.log.transparency.log import CHECKPOINT_FILE, LogUnusable, TransparencyLog
from service.store import Statement, Store

FOLDER = "log"
HEAD_FILE = "head"
"""The head, unsigned: it is signed when it is on the disk, so no head is ever signed that another could replace."""
TILES = "tile"
"""The folder of all tiles."""
NAMES_FILE = "names"
"""The origins of all logs, a line each. It is written last, so a log that it names has a head."""
NAME = re.compile(r"(?!(?:tile|checkpoint|log|names|head|lock|draft)\Z)[a-z0-9][a-z0-9-]{0,31}")
"""The name of a log is a folder and part of a path, where the other words have a meaning already."""
CHECK_SECONDS = 1.0
"""Seconds for which a log whose tiles were there is taken to have them."""
KNOWN = "SELECT origin, size, root FROM logs ORDER BY number"
ADD = "INSERT INTO logs (number, origin, size, root) VALUES (?, ?, 0, ?) ON CONFLICT DO NOTHING"


def origin_of(host: str, name: str) -> str:
    """The origin of the log with this name; "" is the name of the first one."""
    return f"{host}/{FOLDER}/{name}" if name else f"{host}/{FOLDER}"


def name_of(origin: str) -> str:
    last = origin.rpartition("/")[2]
    return "" if last == FOLDER else last


class Logs:
    """The logs of a service with this host in its origins; `data` is its data folder."""

    def __init__(self, data: Path, store: Store, host: str) -> None:
        self._folder, self._store, self._host = LogFolder(data / FOLDER), store, host
        self._check_after = 0.0

    def known(self) -> list[Checkpoint]:
        """All logs in the order of their start, each with the head up to which the database has an index of its leaves."""
        return [Checkpoint(*row) for row in self._store.query(KNOWN)]

    def indexed(self, origin: str) -> Checkpoint:
        """The head up to which the database has an index of this log's leaves; `LogUnusable` if it knows no such log."""
        for log in self.known():
            if log.origin == origin:
                return log
        raise LogUnusable(f"The database names no log {origin}.")

    def origins(self) -> list[str]:
        """The origins of all logs in the order of their start, even while the database or the folder is missing."""
        return self._names() or [log.origin for log in self.known()]

    def of(self, origin: str) -> TransparencyLog:
        """The log with this origin; it may have no files."""
        name = name_of(origin)
        folder = LogFolder(self._folder.path / name) if name else self._folder
        return TransparencyLog(origin, folder, self._store)

    def current(self) -> TransparencyLog:
        """The log that the service writes to; `LogUnusable` if there is none."""
        return self.of(self.last().origin)

    def check_open(self) -> str:
        """The origin of the log that new games are recorded in; `LogUnusable` while none may be created.

        The tiles are checked once in a while, because each new game changes the head. A log that is lost after the check
        is as one that is lost after the game was created: the leaf stays queued until the files are back.
        """
        last = self.last()
        log = self.of(last.origin)
        if last.origin != origin_of(self._host, name_of(last.origin)):
            raise LogUnusable(
                f"The log {last.origin} is of another host than {self._host}. No game is created until KRONIKA_ORIGIN is that "
                "host again or another log is started (kronika log start NAME)."
            )
        try:
            if self._names()[-1:] != [last.origin]:
                raise log.unusable(f"the file {NAMES_FILE} does not end with it")
            self._check_tiles(log, last)
        except LogUnusable as error:
            raise LogUnusable(_advice(str(error))) from error
        return last.origin

    def _check_tiles(self, log: TransparencyLog, last: Checkpoint) -> None:
        if log.head().size < last.size or time.monotonic() >= self._check_after:
            log.check(last.size, last.root)
            self._check_after = time.monotonic() + CHECK_SECONDS

    def adopt(self, signer: Signer) -> None:
        """Create the first log of a new service, and register in the database the logs that only the folder names.

        `LogUnusable` if the folder lacks a log that the database has.
        """
        known, named = [log.origin for log in self.known()], self._names()
        if not known and not named:
            self._create(origin_of(self._host, ""), signer)
            named = self._names()
        if named[: len(known)] != known:
            raise LogUnusable(
                f"The service has had the logs {', '.join(known)}, and the file {NAMES_FILE} does not name them in this order."
            )
        self._register(named)

    def start(self, name: str, signer: Signer) -> str:
        """Start a log of another name, and return its origin. Games of the logs before get no more leaves."""
        origin, before = origin_of(self._host, name), [log.origin for log in self.known()]
        if origin in before:
            raise LogUnusable(f"The service has had a log {origin} already; choose another name.")
        self._create(origin, signer, before)
        self._register([*before, origin])
        return origin

    def _create(self, origin: str, signer: Signer, before: list[str] | None = None) -> None:
        """The names are written last, so a log that was not finished is made again."""
        self._folder.create()
        with self._folder.locked():
            named = self._names()
            if origin in named:  # another process was first
                return
            self._begin(self.of(origin), signer)
            lines = dict.fromkeys([*(before or []), *named, origin])
            self._folder.write(NAMES_FILE, "".join(f"{line}\n" for line in lines).encode())
            self._folder.sync()

    def _begin(self, log: TransparencyLog, signer: Signer) -> None:
        if (log.folder.path / TILES).exists():
            raise log.unusable("it has tiles already and is not among the names of the logs")
        empty = Checkpoint(log.origin, 0, EMPTY_ROOT)
        for file, content in ((HEAD_FILE, empty.text()), (CHECKPOINT_FILE, signer.checkpoint(*empty))):
            log.folder.write(file, content.encode())
            log.folder.sync()

    def _register(self, origins: list[str]) -> None:
        rows = [(number, origin, EMPTY_ROOT) for number, origin in enumerate(origins, 1)]
        self._store.append("", [], [Statement(ADD, row) for row in rows])

    def _names(self) -> list[str]:
        try:
            return self._folder.read(NAMES_FILE).decode().splitlines()
        except FileNotFoundError:
            return []
        except OSError as error:
            raise LogUnusable(
                f"The file {NAMES_FILE} of the logs cannot be read: {error.strerror}."
            ) from error

    def last(self) -> Checkpoint:
        """The log that the service writes to, as the database knows it; `LogUnusable` if there is none."""
        known = self.known()
        if not known:
            raise LogUnusable("The database names no log of logs; the next start of the service makes one.")
        return known[-1]


def _advice(why: str) -> str:
    return f"{why} No game is created until its files are back or another log is started (kronika log start NAME)."
