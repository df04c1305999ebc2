"""Fences: what a standby must have before it may answer for the primary.

A fence is a `SELECT` of one truth value. Only code within `only_reading` sets any, and only what the primary has just answered
may become one; all other reads go to the primary.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from .types import Statement

_fences: ContextVar[dict[str, Statement] | None] = ContextVar("fences", default=None)


@contextmanager
def only_reading() -> Iterator[None]:
    """What is read within serves no write, so standbys may answer it where there is a fence."""
    before = _fences.set({})
    try:
        yield
    finally:
        _fences.reset(before)


def is_reading() -> bool:
    return _fences.get() is not None


def set_fence(name: str, fence: Statement) -> None:
    """From now on standbys with this may answer reads of `name`, such as a game. Outside `only_reading` it has no effect."""
    if (fences := _fences.get()) is not None:
        fences[name] = fence


def fence_of(name: str) -> Statement | None:
    """What a standby needs for reads of `name`; None: the primary answers them."""
    return (_fences.get() or {}).get(name)
