"""Where the figures of all workers lie: in files of memory, whose room is taken before anything is written to them.

prometheus_client maps a file of each process into memory, and who writes to a mapped page for which there is no room left
is killed (SIGBUS). So the files are apart from the data, and are allocated before they are mapped. A worker that dies
leaves its files to the next one: they go on counting, and however many die, there are never more than worked at once.
"""

from __future__ import annotations

import atexit
import fcntl
import os
import shutil
import tempfile
import time
from collections.abc import Iterator
from contextlib import suppress
from itertools import count
from pathlib import Path
from typing import Any

FOLDER = "PROMETHEUS_MULTIPROC_DIR"
PREFIX = "kronika-figures-"
MEMORY = Path("/dev/shm")
KINDS = ("counter", "histogram", "gauge_livesum")
"""Of prometheus_client's files, one a kind and process."""
BYTES = 2**20
"""Of a file, which is what prometheus_client begins with: several times what all our labels take."""
MADE_SECONDS = 60.0
"""A younger folder may be one that is being made."""


class SharedFigures:
    """A folder of figures for as long as this process lives. Its methods are hooks of gunicorn's master."""

    def __init__(self) -> None:
        self.folder = _made()
        self._places: dict[int, int] = {}
        atexit.register(_remove, self.folder, os.getpid())

    def give_place(self, server: Any, worker: Any) -> None:
        """In the master, before a worker is born."""
        self._places[worker.age] = next(n for n in count(1) if n not in self._places.values())

    def join(self, worker: Any) -> None:
        """In the worker, before anything makes a figure. One that finds no room keeps its figures to itself."""
        try:
            share(self.folder, self._places[worker.age])
        except OSError as error:
            worker.log.warning("The workers cannot share their figures: %s", error)

    def free_place(self, server: Any, worker: Any) -> None:
        """In the master: what a worker counted stays; what it had open or under way does not."""
        free(self.folder, self._places.pop(worker.age, None))


def share(folder: Path, place: int | str) -> None:
    """Have this process keep its figures among those of the others, before it makes any; `OSError` without room."""
    for kind in KINDS:
        _allocate(folder / f"{kind}_{place}.db")
    os.environ[FOLDER] = str(folder)
    from prometheus_client import values

    values.ValueClass = values.MultiProcessValue(lambda: place)  # type: ignore[no-untyped-call]


def free(folder: Path, place: int | str | None) -> None:
    """The process that had this place is gone, and with it what it had open."""
    (folder / f"gauge_livesum_{place}.db").unlink(missing_ok=True)


def _allocate(file: Path) -> None:
    with file.open("ab") as opened:
        os.posix_fallocate(opened.fileno(), 0, BYTES)


def _made() -> Path:
    """A new folder, in memory if there is such a place. Folders whose processes were killed are removed."""
    place = MEMORY if os.access(MEMORY, os.W_OK | os.X_OK) else Path(tempfile.gettempdir())
    for old in _abandoned(place):
        shutil.rmtree(old, ignore_errors=True)
    folder = Path(tempfile.mkdtemp(prefix=PREFIX, dir=place))
    fcntl.flock(os.open(folder, os.O_RDONLY), fcntl.LOCK_EX)  # held until the last process that has it ends
    return folder


def _abandoned(place: Path) -> Iterator[Path]:
    for folder in place.glob(f"{PREFIX}*"):
        with suppress(OSError):  # somebody else's, or in use
            if time.time() - folder.stat().st_mtime < MADE_SECONDS:
                continue
            opened = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
            try:
                fcntl.flock(opened, fcntl.LOCK_EX | fcntl.LOCK_NB)
                yield folder
            finally:
                os.close(opened)


def _remove(folder: Path, owner: int) -> None:
    if os.getpid() == owner:  # workers inherit what is to be done at the end
        shutil.rmtree(folder, ignore_errors=True)
