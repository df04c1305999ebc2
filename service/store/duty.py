"""One process at a time keeps a database, on whichever machine: the next one begins when the last one is gone."""

from __future__ import annotations

import fcntl
import os
from typing import Protocol

from service.store.private_files import open_own

from .rows import StoreUnusable


class Duty(Protocol):
    """Held from when it is made; whoever holds it looks now and then whether he still does."""

    def check(self) -> None:
        """Raise `StoreUnusable` when the duty is lost: from then on another process may have it."""

    def close(self) -> None:
        """Let the next one begin."""


class FileDuty:
    """A lock on a file beside an SQLite database, which ends with its process."""

    def __init__(self, path: str) -> None:
        try:
            self._file = open_own(f"{path}-keeper")
            fcntl.flock(self._file, fcntl.LOCK_EX)
        except OSError as error:
            raise StoreUnusable(f"The store cannot be kept: {path}-keeper: {error.strerror}.") from error

    def check(self) -> None:
        """It cannot be lost."""

    def close(self) -> None:
        os.close(self._file)
