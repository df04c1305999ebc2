"""Why a level is not passed."""

from __future__ import annotations


class Failed(Exception):
    """Something does not hold; `entry` is the first bad entry, None when it is not about one entry."""

    def __init__(self, why: str, entry: int | None = None) -> None:
        super().__init__(why)
        self.why, self.entry = why, entry


class NotAvailable(Exception):
    """A level cannot be decided; the argument says what is missing and what would make it so."""
