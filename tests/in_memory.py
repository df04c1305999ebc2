"""Where tests write: into memory where there is enough of it, for a service waits for its disk at every commit.

Nothing that is tested can tell the difference: a process that is killed leaves what it has written in either. What needs
a disk (one that fails, one that is full) brings its own, and `make soak` writes to the machine's.
"""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path

MEMORY = Path("/dev/shm")
BYTECODE = Path(__file__).parents[1] / ".pytest_cache" / "bytecode"
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
    """Where Python is told to write no bytecode, tests and their processes write it all the same, into pytest's cache.

    Without it each test process compiles all tests, and each process of a service all that it imports, for many seconds.
    """
    if os.environ.pop("PYTHONDONTWRITEBYTECODE", None):
        os.environ["PYTHONPYCACHEPREFIX"] = sys.pycache_prefix = str(BYTECODE)
        sys.dont_write_bytecode = False
