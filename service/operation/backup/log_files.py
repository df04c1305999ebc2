"""The files of the log of logs that a back-up does not have yet."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from service.log.transparency.folder import DRAFT_FILE, LOCK_FILE
from service.log.transparency.log import CHECKPOINT_FILE, LogUnusable
from service.log.transparency.logs import FOLDER, HEAD_FILE, Logs

MOST = 200
"""Files in one segment."""
MARGIN = 10 * 10**9
"""Nanoseconds that the machine's clock may have gone back between two files."""


class NewFiles(NamedTuple):
    """Contents by path below the data folder; `newest`: when the newest of them was written (ns); `all`: none are left."""

    contents: dict[str, bytes]
    newest: int
    all: bool


class LogFiles:
    """Remembers what one generation has."""

    def __init__(self, data: Path, logs: Logs) -> None:
        self._data, self._logs = data, logs
        self._had: dict[str, tuple[int, int]] = {}
        self._heads: object = None

    def new(self, newest: int) -> NewFiles:
        """Those written after `newest` (ns), the oldest first. The writer of the log waits meanwhile, so they fit together."""
        folder = self._data / FOLDER
        names = [place + name for place in ("", "*/") for name in (HEAD_FILE, CHECKPOINT_FILE)]
        heads = [(str(file), file.stat().st_mtime_ns) for name in names for file in folder.glob(name)]
        if heads == self._heads:
            return NewFiles({}, newest, True)
        try:
            with self._logs.current().folder.locked():
                found = self._unread(folder, newest - MARGIN)
                some = found[:MOST]
                contents = {path: (self._data / path).read_bytes() for _, _, path in some}
        except (LogUnusable, OSError):  # the log reports this itself
            return NewFiles({}, newest, True)
        self._had |= {path: (at, size) for at, size, path in some}
        if len(some) == len(found):
            self._heads = heads
        return NewFiles(contents, max([newest, *(at for at, _, _ in some)]), len(some) == len(found))

    def _unread(self, folder: Path, after: int) -> list[tuple[int, int, str]]:
        found = []
        for file in folder.rglob("*"):
            stat, path = file.stat(), file.relative_to(self._data).as_posix()
            at = stat.st_mtime_ns, stat.st_size
            wanted = file.is_file() and file.name not in (LOCK_FILE, DRAFT_FILE)
            if wanted and at[0] > after and self._had.get(path) != at:
                found.append((*at, path))
        return sorted(found)
