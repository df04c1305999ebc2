"""Files that nobody but the service's own user reads."""

from __future__ import annotations

import os

OWNERS_ONLY = 0o600


def open_own(path: str | os.PathLike[str], flags: int = os.O_RDWR) -> int:
    """A descriptor of the file, which is made if it is not there; child processes do not get it."""
    return os.open(path, flags | os.O_CREAT | os.O_CLOEXEC, OWNERS_ONLY)
