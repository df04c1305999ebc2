"""Files that only the service's own user can read."""

from __future__ import annotations

import os

OWNER_ONLY = 0o600


def open_private(path: str | os.PathLike[str], flags: int = os.O_RDWR) -> int:
    """A descriptor of the file, created if it is missing; child processes do not inherit it."""
    return os.open(path, flags | os.O_CREAT | os.O_CLOEXEC, OWNER_ONLY)
