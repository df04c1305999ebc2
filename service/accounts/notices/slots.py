"""Slots by key: at most so many users of one key at a time, the others wait in line."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager


class Slots:
    """For one event loop. Keys that nobody uses take no memory."""

    def __init__(self, each: int) -> None:
        self._each = each
        self._users: dict[str, int] = {}
        self._slots: dict[str, asyncio.Semaphore] = {}

    @asynccontextmanager
    async def hold(self, key: str) -> AsyncIterator[None]:
        slots = self._slots.setdefault(key, asyncio.Semaphore(self._each))
        self._users[key] = self._users.get(key, 0) + 1
        try:
            async with slots:
                yield
        finally:
            self._users[key] -= 1
            if not self._users[key]:
                del self._users[key], self._slots[key]
