"""SQLite files that are opened only where they are.

By itself SQLite makes an empty file where one is missing, and deletes the `-wal` beside an empty one: when the file comes back,
the entries that were in its `-wal` are gone.
"""

from __future__ import annotations

import os
from urllib.parse import quote

Path = str | os.PathLike[str]


def address(path: Path) -> str:
    """For `sqlite3.connect(..., uri=True)`, which raises an error then if there is no such file."""
    return f"file:{quote(os.fsencode(path))}?mode=rw"


def identity(path: Path) -> tuple[int, int]:
    """Another one for a file that took the place of this one."""
    found = os.stat(path)
    return found.st_dev, found.st_ino


def was_replaced(path: Path, known: tuple[int, int]) -> bool:
    """Whether another file took the place of the one with this identity; not while there is none."""
    try:
        return identity(path) != known
    except OSError:
        return False


def why_missing(path: Path) -> str | None:
    """A sentence that says what to do, or None: then SQLite may open the file."""
    name = os.fspath(path)
    has_wal = is_wal_left(
        name
    )  # before the size: another process that is creating the database writes the file first
    size = _size(name)
    if has_wal and not size:
        return (
            f"There is no database {name}, but {name}-wal is there, which has its last entries: put the database back "
            "beside it, or correct its address."
        )
    if size is None:
        return f"There is no database {name}: put it back, with {name}-wal if there is one, or correct its address."
    return None


def is_wal_left(path: Path) -> bool:
    """Whether there are entries beside the file."""
    return bool(_size(f"{os.fspath(path)}-wal"))


def is_empty(path: Path) -> bool:
    """Whether there is nothing, or an empty file."""
    return not _size(os.fspath(path))


def _size(name: str) -> int | None:
    try:
        return os.stat(name).st_size
    except OSError:
        return None
