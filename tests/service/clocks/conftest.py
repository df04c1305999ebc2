"""A service whose time a test sets."""

from __future__ import annotations

from typing import Any

import orjson
import pytest

from service.log.shared_time import SharedTime
from service.system.clock import now
from tests.service.conftest import House

BLITZ = {"bank": 60, "increment": 2, "grace": 0}


class Time:
    """The one time of all services of a test, in milliseconds since the epoch."""

    def __init__(self) -> None:
        self.now = now()

    def passes(self, milliseconds: int) -> None:
        self.now += milliseconds


@pytest.fixture
def time(monkeypatch: pytest.MonkeyPatch) -> Time:
    time = Time()
    monkeypatch.setattr(SharedTime, "now", lambda _: time.now)
    return time


def entries(house: House, game: str) -> list[dict[str, Any]]:
    return [orjson.loads(entry) for entry in house.kronika.store.entries(game)]


def of_type(house: House, game: str, kind: str) -> list[dict[str, Any]]:
    """The data of all entries of a type."""
    return [entry["d"] for entry in entries(house, game) if entry["t"] == kind]


def deadline(house: House, game: str) -> int:
    """Of the clock that runs out first."""
    found = house.repository.get(game).table.clock.deadline
    assert found is not None
    return found
