"""The metrics of all workers: memory-mapped files whose space is allocated before anything is written to them.

prometheus_client maps a file of each process into memory. A process that writes to a mapped page without backing space is
killed (SIGBUS). The files are therefore stored apart from the data and allocated before they are mapped. A worker that dies
leaves its files to the next one, which continues counting in them: however many workers die, there are never more files
than workers at one time. What is true only while a worker lives (`present_file`) goes with it.
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
"""prometheus_client's file types: one file for each type and process."""
PRESENT = ".present"
FILE_BYTES = 2**20
"""The size of a file. prometheus_client starts with it, and all our labels need a fraction of it."""
MIN_AGE_SECONDS = 60.0
"""A younger folder may be under construction."""


class _Own:
    slot = 0
    """Names the files of this process; 0 those of the master, which counts nothing."""


class SharedMetrics:
    """A folder of metrics that lasts as long as this process. Its methods are hooks of gunicorn's master."""

    def __init__(self) -> None:
        """Before any metric is created. Without space every worker counts for itself."""
        self.folder = _create_folder()
        self._slots: dict[int, int] = {}
        atexit.register(_remove, self.folder, os.getpid())
        with suppress(OSError):
            _share(self.folder)

    def assign_slot(self, server: Any, worker: Any) -> None:
        """In the master, before a worker is forked."""
        self._slots[worker.age] = next(n for n in count(1) if n not in self._slots.values())

    def join(self, worker: Any) -> None:
        """In the worker, before it counts anything. Without space for files it counts in the master's, as others may."""
        slot = self._slots[worker.age]
        try:
            _allocate(self.folder, slot)
            _Own.slot = slot
        except OSError as error:
            worker.log.warning("This worker's metrics may be wrong: %s", error)
        if shared_folder() is None:
            worker.log.warning("The workers cannot share their metrics: there was no space for them.")

    def release_slot(self, server: Any, worker: Any) -> None:
        """In the master: a dead worker's counters stay; its gauges do not."""
        free(self.folder, self._slots.pop(worker.age, None))
        present_file(self.folder, worker.pid).unlink(missing_ok=True)


def _share(folder: Path) -> None:
    """Have this process and its forks store their metrics in files; `OSError` without space."""
    _allocate(folder, _Own.slot)
    os.environ[FOLDER] = str(folder)
    from prometheus_client import values  # only now, because it looks at the environment

    values.ValueClass = values.MultiProcessValue(lambda: _Own.slot)  # type: ignore[no-untyped-call]


def shared_folder() -> Path | None:
    """The folder in which this process shares its metrics; None if it does not."""
    folder = os.environ.get(FOLDER)
    return Path(folder) if folder else None


def present_file(folder: Path, pid: int) -> Path:
    """Where a process may write what is true while it lives."""
    return folder / f"{pid}{PRESENT}"


def free(folder: Path, slot: int | None) -> None:
    """Remove the gauges of a process that has ended."""
    (folder / f"gauge_livesum_{slot}.db").unlink(missing_ok=True)


def _allocate(folder: Path, slot: int) -> None:
    for kind in KINDS:
        with (folder / f"{kind}_{slot}.db").open("ab") as opened:
            os.posix_fallocate(opened.fileno(), 0, FILE_BYTES)


def _create_folder() -> Path:
    """A new folder, in memory if possible. Folders of killed processes are removed."""
    parent = MEMORY if os.access(MEMORY, os.W_OK | os.X_OK) else Path(tempfile.gettempdir())
    for old in _abandoned(parent):
        shutil.rmtree(old, ignore_errors=True)
    folder = Path(tempfile.mkdtemp(prefix=PREFIX, dir=parent))
    fcntl.flock(
        os.open(folder, os.O_RDONLY), fcntl.LOCK_EX
    )  # held until the last process that inherits it ends
    return folder


def _abandoned(parent: Path) -> Iterator[Path]:
    for folder in parent.glob(f"{PREFIX}*"):
        with suppress(OSError):  # another user's, or in use
            if time.time() - folder.stat().st_mtime < MIN_AGE_SECONDS:
                continue
            lock = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                yield folder
            finally:
                os.close(lock)


def _remove(folder: Path, owner: int) -> None:
    if os.getpid() == owner:  # workers inherit the exit handler
        shutil.rmtree(folder, ignore_errors=True)
