"""The reasons why a level does not pass."""

from __future__ import annotations


class Failed(Exception):
    """A check failed; `entry` is the first bad entry, None if the failure is not about one entry."""

    def __init__(self, why: str, entry: int | None = None) -> None:
        super().__init__(why)
        self.why, self.entry = why, entry


class NotAvailable(Exception):
    """A level cannot be decided; the argument says what is missing and how to provide it."""
