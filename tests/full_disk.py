"""A disk that is full for `heads.db` alone, without a file system of its own: for the database there is room."""

from __future__ import annotations

import os
import resource
from collections.abc import Iterator
from contextlib import contextmanager

from service.log.head_journal import FILE, SignedHead
from service.operation.app import Kronika

ROOM = 2**20
"""Bytes that every other file of the service may still grow."""
FILLER = "filler"


@contextmanager
def no_room_for_heads(kronika: Kronika) -> Iterator[None]:
    """Its `-wal` is made the longest file of the process, and no file may become longer."""
    folder, journal = kronika.settings.data, kronika.head_journal
    last = journal.last(FILLER)
    longest = max(file.stat().st_size for file in folder.iterdir() if not file.name.startswith(FILE))
    for pragma in ("wal_autocheckpoint = 0", "wal_checkpoint(TRUNCATE)"):
        journal._writer.execute(f"PRAGMA {pragma}").fetchall()
    filling = os.urandom(longest + ROOM)  # SQLite writes no page whose content stays as it is
    journal.record(FILLER, SignedHead(1 if last is None else last.size + 1, filling))
    _, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, ((folder / f"{FILE}-wal").stat().st_size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (hard, hard))
        journal._writer.execute("PRAGMA wal_autocheckpoint = 1000").fetchall()
