"""A tournament of bots over a server that is killed again and again."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.running import free_port, start, stop
from tests.whole.command import kronika

PATIENCE = 240.0
"""Seconds: a tournament's games are all fixed when it is made, which takes a slow machine a while."""


def founded(url: str, games: int) -> str:
    """A tournament of two teams of bots: its path."""
    wanted = {"ruleset": "touche", "seats": 4, "games": games}
    made = httpx.post(f"{url}/v1/tournaments", json=wanted, timeout=PATIENCE).json()
    organiser = {"Authorization": f"Bearer {made['organiser_token']}"}
    for n in range(4):
        entrant = {"name": f"B{n}", "bot": "greedy"}
        assert httpx.post(
            f"{url}{made['location']}/seats", json=entrant, headers=organiser, timeout=PATIENCE
        ).is_success
    return str(made["location"])


def settled(url: str, path: str, games: int, seconds: float = PATIENCE) -> dict[str, Any]:
    """The tournament once it is over and counted. The lobby is asked first: a read would mend what is broken."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        newest = httpx.get(f"{url}/v1/games?status=finished&limit=100", timeout=PATIENCE).json()["games"]
        found = httpx.get(url + path, timeout=PATIENCE).json() if len(newest) == games else None
        if found and found["status"] == "finished" and not found["lag"]:
            return dict(found)
        time.sleep(0.2)
    raise AssertionError("the tournament has not come to its end")


@pytest.mark.soak
@pytest.mark.parametrize("planned", [20, 60])
def test_no_game_is_lost_or_played_twice_however_often_the_server_is_killed(
    tmp_path: Path, planned: int
) -> None:
    port = free_port()
    server = start(tmp_path, port)
    path = founded(server.url, planned)
    for _ in range(3):
        time.sleep(0.5)
        assert server.process is not None
        os.killpg(server.process.pid, signal.SIGKILL)
        server.process.wait()
        server = start(tmp_path, port)
    found = settled(server.url, path, planned)
    games = [httpx.get(f"{server.url}/v1/games/{game['id']}", timeout=60).json() for game in found["games"]]
    first = games[1]["options"]["dealer"]
    assert [game["options"]["dealer"] for game in games[1:]] == [
        (first + n - 1) % 4 + 1 for n in range(planned - 1)
    ]
    for line in found["standings"]:
        assert line["points"] == sum(game["outcome"]["scores"][str(line["seats"][0])] for game in games)
    assert kronika(tmp_path, "rebuild", "standings").returncode == 0
    assert httpx.get(server.url + path, timeout=60).json() == found
    token = kronika(tmp_path, "token", found["id"]).stdout.strip()
    for url in (path, f"/v1/games/{games[-1]['id']}"):
        told = httpx.get(server.url + url, headers={"Authorization": f"Bearer {token}"}, timeout=60).json()
        assert told["viewer"] == "auditor"
    stop(server)
