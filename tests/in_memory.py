"""Where tests write: into memory where there is enough of it, for a service waits for its disk at every commit.

Nothing that is tested can tell the difference: a process that is killed leaves what it has written in either. What needs
a disk (one that fails, one that is full) brings its own, and `make soak` writes to the machine's.
"""

from __future__ import annotations

import atexit
import os
import shutil
import tempfile
from pathlib import Path

MEMORY = Path("/dev/shm")
ENOUGH = 4 << 30
"""Bytes that have to be free; the everyday suite takes a third of them."""


def write_into_memory() -> None:
    """From now on, here and in processes started from here; who has set `TMPDIR` wants it otherwise."""
    if "TMPDIR" not in os.environ and os.environ.get("KRONIKA_SOAK") != "1" and has_room():
        os.environ["TMPDIR"] = str(MEMORY)
        tempfile.tempdir = None  # what was found before


def has_room() -> bool:
    """Whether there is memory to write into, and programs may be run there."""
    if not os.access(MEMORY, os.W_OK):
        return False
    there = os.statvfs(MEMORY)
    may_run = not there.f_flag & os.ST_NOEXEC
    return may_run and there.f_bavail * there.f_frsize >= ENOUGH and _available() >= 2 * ENOUGH


def _available() -> int:
    """Bytes of the machine's memory that programs may still have."""
    lines = Path("/proc/meminfo").read_text().splitlines()
    found = dict(line.split(":") for line in lines)
    return int(found["MemAvailable"].split()[0]) << 10


def keep_bytecode() -> None:
    """Where Python is told to write no bytecode, processes started from here write it all the same, to a folder that goes again.

    A service is three new processes, each of which would compile all that it imports, for a second of processor and more.
    """
    if os.environ.pop("PYTHONDONTWRITEBYTECODE", None):
        folder = tempfile.mkdtemp(prefix="kronika-bytecode-")
        os.environ["PYTHONPYCACHEPREFIX"] = folder
        atexit.register(shutil.rmtree, folder, ignore_errors=True)
