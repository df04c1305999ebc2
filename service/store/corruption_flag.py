"""A corrupt database is read-only for every process until it has been restored and checked."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

from .types import StoreUnusable, Trouble


class CorruptionFlag:
    """Set in this process, and by a marker file in all others and later ones. `name` is the database's name, for messages."""

    def __init__(self, name: str, marker: Path | None = None) -> None:
        self._name, self._marker = name, marker
        self._found = False

    def note(self, error: BaseException) -> None:
        """Set the flag if this error reports corruption."""
        if isinstance(error, StoreUnusable) and error.trouble is Trouble.DAMAGED and not self._found:
            self._found = True
            if self._marker is None:
                return
            with suppress(OSError):  # on a full or read-only disk only this process knows
                self._marker.write_text(f"{error}\n")

    @property
    def is_set(self) -> bool:
        return self._found or (self._marker is not None and os.path.exists(self._marker))

    def check(self) -> None:
        """Raise `StoreUnusable` if the flag is set."""
        if self.is_set:
            raise StoreUnusable(
                f"{self._name} is damaged and is no longer written to; restore it from a backup.",
                Trouble.DAMAGED,
            )

    def clear(self) -> None:
        """Clear the flag after a check of all pages found none corrupt."""
        self._found = False
        if self._marker is not None:
            self._marker.unlink(missing_ok=True)
