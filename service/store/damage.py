"""What is damaged is not written to any more, by any process, until it was restored and looked at again."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

from .rows import StoreUnusable, Trouble


class Damage:
    """Known to this process, and by a file to all others and to later ones. `name` is the database's, for messages."""

    def __init__(self, name: str, mark: Path | None = None) -> None:
        self._name, self._mark = name, mark
        self._found = False

    def note(self, error: BaseException) -> None:
        """Somebody met this; it is remembered if it tells of damage."""
        if isinstance(error, StoreUnusable) and error.trouble is Trouble.DAMAGED and not self._found:
            self._found = True
            if self._mark is None:
                return
            with suppress(OSError):  # a full disk, or one that is read-only: then this process alone knows
                self._mark.write_text(f"{error}\n")

    @property
    def known(self) -> bool:
        return self._found or (self._mark is not None and os.path.exists(self._mark))

    def check(self) -> None:
        """Raise `StoreUnusable` if there is any."""
        if self.known:
            raise StoreUnusable(
                f"{self._name} is damaged and is not written to any more; restore it from a backup.",
                Trouble.DAMAGED,
            )

    def forget(self) -> None:
        """All pages are sound again."""
        self._found = False
        if self._mark is not None:
            self._mark.unlink(missing_ok=True)
