"""Clocks of a running service whose processes are killed, and whose database is away."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.postgresql import Database, postgresql
from tests.running import free_port, start, stop, until

CLOCK = {"bank": 0, "grace": 5, "start_within": 30}
"""A seat has 30 s for its first decision."""
GAMES = 12
APART = 0.5
"""Seconds between two games, and so between two deadlines."""


class Hall:
    """A service and games on it whose clocks run out one after another."""

    def __init__(self, folder: Path, **settings: str) -> None:
        self._folder, self._settings, self._port = folder, settings, free_port()
        self.server = start(folder, self._port, **settings)
        self.games: list[str] = []

    def begin(self) -> None:
        for _ in range(GAMES):
            self.games.append(self._game())
            time.sleep(APART)

    def _game(self) -> str:
        made = self._post("/v1/games", {"ruleset": "touche", "seats": 2, "clock": CLOCK})
        for name in ("Ada", "Bo"):
            self._post(f"/v1/games/{made['id']}/seats", {"name": name})
        return str(made["id"])

    def _post(self, path: str, body: Any) -> dict[str, Any]:
        return dict(httpx.post(self.server.url + path, json=body, timeout=60).raise_for_status().json())

    def entries(self, game: str) -> list[dict[str, Any]]:
        found = httpx.get(f"{self.server.url}/v1/games/{game}/audit", timeout=60).raise_for_status().json()
        return [entry.get("entry", entry) for entry in found["entries"]]

    def deadlines(self) -> dict[str, int]:
        """Of the first clock of each game, in milliseconds since the epoch."""
        return {game: _deadline(self.entries(game)) for game in self.games}

    def flags(self, game: str) -> list[dict[str, Any]]:
        return [entry for entry in self.entries(game) if entry["t"] == "time-ran-out"]

    def holds(self, game: str) -> list[dict[str, Any]]:
        return [entry for entry in self.entries(game) if entry["t"] == "time-held"]

    def kill(self) -> None:
        """Every process at once."""
        assert self.server.process is not None
        os.killpg(self.server.process.pid, signal.SIGKILL)
        self.server.process.wait()

    def restart(self) -> None:
        self.server = start(self._folder, self._port, **self._settings)


def _deadline(entries: list[dict[str, Any]]) -> int:
    """Of the clock that runs at the end of a log."""
    rows = {row["seat"]: row for entry in entries if entry["t"] == "clock-set" for row in entry["d"]["seats"]}
    return min(row["since"] + row["grace"] + row["left"] for row in rows.values() if "since" in row)


def wait_until(deadline: int) -> None:
    """Sleep until a time in milliseconds since the epoch."""
    time.sleep(max(0.0, deadline / 1000 - time.time()))


@pytest.fixture(params=["sqlite", "postgresql"])
def hall(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Hall]:
    if request.param == "sqlite":
        hall = Hall(tmp_path)
        yield hall
        stop(hall.server)
        return
    with postgresql() as server:
        hall = Hall(tmp_path, KRONIKA_DATABASE=Database(server).url)
        yield hall
        stop(hall.server)


def test_flags_are_exact_although_every_process_is_killed_around_them(hall: Hall) -> None:
    """Where the service was away for long, the games that were not flagged before hold the time instead."""
    hall.begin()
    deadlines = hall.deadlines()
    wait_until(sorted(deadlines.values())[GAMES // 2])
    hall.kill()
    hall.restart()
    wait_until(max(deadlines.values()))
    until(lambda: all(hall.flags(game) or hall.holds(game) for game in hall.games), "flags and holds")
    for game, deadline in deadlines.items():
        flags, holds = hall.flags(game), hall.holds(game)
        if holds:
            assert holds[0]["d"]["from"] < deadline, "a deadline before the outage falls as it stood"
            assert not flags or flags[0]["d"]["deadline"] > holds[0]["d"]["to"]
        else:
            [flag] = flags
            assert flag["d"]["deadline"] == deadline
            assert flag["at"] >= deadline


def test_nobody_loses_by_time_while_no_process_runs(hall: Hall) -> None:
    hall.begin()
    deadlines = hall.deadlines()
    hall.kill()
    wait_until(max(deadlines.values()) + 12_000)
    hall.restart()
    until(lambda: all(hall.holds(game) for game in hall.games), "the holds")
    for game, deadline in deadlines.items():
        [hold] = hall.holds(game)
        assert hold["d"]["from"] < deadline < hold["d"]["to"]
        assert hall.flags(game) == []
        assert _deadline(hall.entries(game)) == hold["d"]["to"] + deadline - hold["d"]["from"]


def test_nobody_loses_by_time_while_the_database_is_away(tmp_path: Path) -> None:
    with postgresql() as server:
        database = Database(server)
        hall = Hall(tmp_path, KRONIKA_DATABASE=database.url)
        hall.begin()
        deadlines = hall.deadlines()
        wait_until(min(deadlines.values()) - 7_000)
        with database.standing_still():
            time.sleep(20)
        until(lambda: all(hall.holds(game) for game in hall.games), "the holds", httpx.HTTPError)
        for game in hall.games:
            assert hall.flags(game) == []
            assert {hold["d"]["outage"] for hold in hall.holds(game)} == {1}
        stop(hall.server)


def test_flags_are_recorded_within_two_seconds(tmp_path: Path) -> None:
    hall = Hall(tmp_path)
    hall.begin()
    deadlines = hall.deadlines()
    until(lambda: all(hall.flags(game) for game in hall.games), "the flags")
    late = [hall.flags(game)[0]["at"] - deadline for game, deadline in deadlines.items()]
    assert max(late) < 2_000
    assert not any(hall.holds(game) for game in hall.games)
    stop(hall.server)
