"""Paths for opening SQLite files without creating missing ones.

By default SQLite creates an empty file where one is missing, and deletes the `-wal` beside an empty one: if the missing file
comes back, the entries in its `-wal` are lost.
"""

from __future__ import annotations

import os
from urllib.parse import quote

Path = str | os.PathLike[str]


def address(path: Path) -> str:
    """For `sqlite3.connect(..., uri=True)`, which raises an error if the file does not exist."""
    return f"file:{quote(os.fsencode(path))}?mode=rw"


def identity(path: Path) -> tuple[int, int]:
    """Distinguishes this file from another one that replaces it at the same path."""
    found = os.stat(path)
    return found.st_dev, found.st_ino


def was_replaced(path: Path, known: tuple[int, int]) -> bool:
    """Whether another file replaced the one with this identity; False while the path does not exist."""
    try:
        return identity(path) != known
    except OSError:
        return False


def why_missing(path: Path) -> str | None:
    """A sentence that says what to do, or None if SQLite may open the file."""
    name = os.fspath(path)
    has_wal = has_wal_entries(
        name
    )  # before the size: a process that creates the database writes the file first
    size = _size(name)
    if has_wal and not size:
        return (
            f"There is no database {name}, but {name}-wal is there, which has its last entries: put the database back "
            "beside it, or correct its address."
        )
    if size is None:
        return f"There is no database {name}: put it back, with {name}-wal if there is one, or correct its address."
    return None


def has_wal_entries(path: Path) -> bool:
    """Whether the `-wal` beside the file is not empty."""
    return bool(_size(f"{os.fspath(path)}-wal"))


def is_empty(path: Path) -> bool:
    """Whether the file is missing or empty."""
    return not _size(os.fspath(path))


def _size(name: str) -> int | None:
    try:
        return os.stat(name).st_size
    except OSError:
        return None
