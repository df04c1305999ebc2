"""A name and a game go from a running service, with people looking on, by a command in a process of its own."""

from __future__ import annotations

import json
import threading
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.running import serving
from tests.whole.command import kronika

READ = ("/v1/games", "{game}", "{game}/states/3", "{game}/replay", "{game}/replay?lang=pl", "{game}/export")


class Looking(threading.Thread):
    """Somebody who follows the lobby, and keeps what he is told."""

    def __init__(self, url: str) -> None:
        super().__init__(daemon=True)
        self._url = url
        self.told: list[tuple[str, Any]] = []
        self.open, self.news = threading.Event(), threading.Event()

    def run(self) -> None:
        with httpx.stream("GET", f"{self._url}/v1/stream", timeout=120) as lines:
            kind = ""
            for line in lines.iter_lines():
                self.open.set()
                if line.startswith("event: "):
                    kind = line.removeprefix("event: ")
                if line.startswith("data: "):
                    self.told.append((kind, json.loads(line.removeprefix("data: "))))
                    self.news.set()

    def next(self) -> tuple[str, Any]:
        assert self.news.wait(90)
        self.news.clear()
        return self.told[-1]


@pytest.mark.soak
def test_everybody_who_looks_on_loses_sight_of_it_at_once(tmp_path: Path) -> None:
    with serving(tmp_path) as server, httpx.Client(base_url=server.url, timeout=60) as client:
        made = client.post("/v1/games", json={"ruleset": "age-of-war", "seats": 2}).json()
        game = f"/v1/games/{made['id']}"
        taken = [client.post(f"{game}/seats", json={"name": name}).json() for name in ("Rude Name", "Bo")]
        read = [path.format(game=game) for path in READ]
        held = [client.get(path) for path in read for _ in range(4)]  # every worker has it in memory
        assert all("Rude Name" in answer.text for answer in held)
        looking = Looking(server.url)
        looking.start()
        assert looking.open.wait(60)

        done = kronika(tmp_path, "hide", made["id"], "--seat", "1")
        assert done.returncode == 0, done.stderr
        for answer in held:
            tag = {"If-None-Match": answer.headers.get("ETag", '"none"')}
            again = client.get(answer.request.url, headers=tag)
            assert again.status_code == 200
            assert "Rude Name" not in again.text
            assert "#1" in again.text
        kind, summary = looking.next()
        assert (kind, summary["players"]) == ("game", ["#1", "Bo"])

        assert kronika(tmp_path, "hide", made["id"]).returncode == 0
        assert {client.get(path).status_code for path in read[1:]} == {404}
        assert client.get("/v1/games").json()["games"] == []
        assert looking.next() == ("gone", {"id": made["id"]})
        opened = {"Authorization": f"Bearer {taken[0]['token']}"}
        assert client.get(game, headers=opened).json()["seats"][0]["name"] == "#1"
        assert kronika(tmp_path, "delete", made["id"], "--yes").returncode == 0
        assert client.get(game, headers=opened).status_code == 404
        assert "0 damaged" in kronika(tmp_path, "fsck").stdout
        assert kronika(tmp_path, "reconcile").returncode == 0
