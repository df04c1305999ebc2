"""What a process sets to learn of the reads and writes of its store."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any


class Hooks:
    """Whoever reads or writes waits for them."""

    def __init__(self) -> None:
        self.after_write: Callable[[float, float], None] = lambda waited, took: None
        """Called after every commit with the seconds spent waiting for the writer's turn, and the seconds spent writing."""
        self.on_commit: Callable[[Sequence[Any]], None] = lambda published: None
        """Called with the `publish` values of all appends that were committed together, before any of these appends returns.

        It must not raise.
        """
        self.after_read: Callable[[str], None] = lambda served: None
        """Called after each read that a standby might have answered: with "standby" or why the primary did."""
