"""kill -9 in the middle of a load: nothing acknowledged is lost, nothing is done twice."""

from __future__ import annotations

import http.client
import json
import os
import random
import signal
import threading
import time
import urllib.error
import urllib.request
import uuid
from pathlib import Path
from typing import Any

from tests.running import Server, serving
from verifier import PASSED, verify

GAMES = 4
PATIENCE = 240
KILLS = 6


def ask(server: Server, path: str, body: Any = None, token: str | None = None, key: str | None = None) -> Any:
    """A request that is repeated with its key until it is answered: what a careful client does."""
    headers = {"Content-Type": "application/json"}
    headers |= {"Authorization": f"Bearer {token}"} if token else {}
    headers |= {"Idempotency-Key": key} if key else {}
    data = None if body is None else json.dumps(body).encode()
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        request = urllib.request.Request(server.url + path, data, headers)
        try:
            with urllib.request.urlopen(request, timeout=60) as response:
                return json.load(response)
        except urllib.error.HTTPError as error:
            if error.code < 500:
                raise
        except (OSError, http.client.HTTPException):
            pass
        time.sleep(0.05)
    raise AssertionError(f"{path} was never answered")


def play(server: Server, stop: threading.Event, acknowledged: list[tuple[str, int, str]]) -> None:
    """Throws and sets aside until told to stop; notes game, version and type of each acknowledged event."""
    game = ask(server, "/v1/games", {"ruleset": "age-of-war", "seats": 2}, key=f"g{uuid.uuid4()}")["id"]
    tokens = [
        ask(server, f"/v1/games/{game}/seats", {"name": "P"}, key=f"s{n}-{game}")["token"] for n in range(2)
    ]
    seat, n = ask(server, f"/v1/games/{game}")["to_act"][0], 0
    while not stop.is_set():
        action = {"type": "roll" if n % 2 == 0 else "set-aside"}
        answer = ask(server, f"/v1/games/{game}/actions", action, tokens[seat - 1], f"a{n}")
        acknowledged.extend((game, e["version"], e["type"]) for e in answer["events"])
        seat, n = answer["to_act"][0], n + 1


def workers(server: Server) -> list[int]:
    """The processes below the server's own that answer requests."""
    assert server.process is not None
    pid = server.process.pid
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def test_kill_9_of_workers_under_load(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        stop, acknowledged = threading.Event(), []
        players = [threading.Thread(target=play, args=(server, stop, acknowledged)) for _ in range(GAMES)]
        for player in players:
            player.start()
        for _ in range(KILLS):
            time.sleep(0.8)
            os.kill(random.choice(workers(server)), signal.SIGKILL)
        time.sleep(0.8)
        stop.set()
        for player in players:
            player.join()
        check(server, acknowledged)


def check(server: Server, acknowledged: list[tuple[str, int, str]]) -> None:
    assert len(acknowledged) > 100
    assert len(set(acknowledged)) == len(acknowledged)
    for game in {game for game, _, _ in acknowledged}:
        file = ask(server, f"/v1/games/{game}/audit")
        assert verify(file)["L0"].status == PASSED
        kinds = [json.loads(entry)["t"] for entry in file["entries"]]
        mine = [(version, kind) for of, version, kind in acknowledged if of == game]
        assert [kinds[version - 1] for version, _ in mine] == [kind for _, kind in mine]
        after_start = kinds[mine[0][0] - 1 :]
        assert len(after_start) == len(mine), "an action was done twice or was never acknowledged"
