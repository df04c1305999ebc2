"""The service's time when the machine's clock is wrong, or is set while the service runs."""

from __future__ import annotations

import os
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx
import orjson
import pytest

from tests.running import Server, free_port, serving, start, stop, until
from tests.whole.test_staying_up import GAME, kill_all_workers, status

DAY = 86_400
SHIFTED = """
import time
real = time.time_ns
def time_ns():
    with open({file!r}) as shift:
        return real() + int(shift.read()) * 10**9
time.time_ns = time_ns
"""


class MachineClock:
    """Of the processes that are started with `env`: wrong by so many seconds."""

    def __init__(self, folder: Path) -> None:
        self._file = folder / "shift"
        (folder / "sitecustomize.py").write_text(SHIFTED.format(file=str(self._file)))
        self.env = {"PYTHONPATH": os.pathsep.join([str(folder), "."])}
        self.set(0)

    def set(self, seconds: int) -> None:
        new = self._file.with_suffix(".new")
        new.write_text(str(seconds))
        new.replace(self._file)


@pytest.fixture
def clock(tmp_path: Path) -> MachineClock:
    return MachineClock(tmp_path)


def begun_at(server: Server) -> float:
    """The time of a new game's first event, by the service. One of its workers may be ready later than the one that said so."""
    games = f"{server.url}/v1/games"
    made = until(
        lambda: httpx.post(games, json=GAME, timeout=60).raise_for_status(), "a game", httpx.HTTPStatusError
    )
    game = made.json()["id"]
    kept = f"{server.url}/v1/games/{game}/ledger/entries"
    entries = until(
        lambda: httpx.get(kept, timeout=60).raise_for_status(), "its entries", httpx.HTTPStatusError
    )
    return float(orjson.loads(entries.content.splitlines()[0])["at"]) / 1000


@pytest.mark.soak
def test_a_clock_that_jumps_forward_takes_no_game_with_it(tmp_path: Path, clock: MachineClock) -> None:
    """Neither the workers' time nor that of those who are born later."""
    with serving(tmp_path, **clock.env) as server:
        clock.set(3650 * DAY)
        assert abs(begun_at(server) - time.time()) < DAY
        kill_all_workers(server)
        until(lambda: status(server) == 200)
        assert abs(begun_at(server) - time.time()) < DAY


@pytest.mark.soak
@pytest.mark.parametrize(("wrong", "side"), [(-DAY, "behind"), (400 * DAY, "ahead of")])
def test_a_clock_that_is_wrong_at_the_start(
    tmp_path: Path, clock: MachineClock, wrong: int, side: str
) -> None:
    with serving(tmp_path, **clock.env) as server:
        begun_at(server)
    clock.set(wrong)
    port = free_port()
    with ThreadPoolExecutor() as beside:
        starting = beside.submit(start, tmp_path, port, **clock.env)
        until(lambda: status(Server(port)) == 503)
        ready = f"{Server(port).url}/health/ready"  # which says at first that it has just begun
        until(lambda: f"is far {side} the newest event" in httpx.get(ready, timeout=60).text)
        assert status(Server(port), "/health/live") == 200
        clock.set(0)  # and nobody has to start it again
        server = starting.result()
    assert abs(begun_at(server) - time.time()) < DAY
    stop(server)
    clock.set(wrong)
    with serving(tmp_path, KRONIKA_CLOCK="trust", **clock.env) as trusting:
        assert begun_at(trusting)
