"""The programs in the clients' own READMEs run as they are, apart from the address of a game and a token."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import httpx
import pytest

from tests.checkout import ROOT
from tests.clients.typescript_client import from_sources
from tests.node_packages import NODE
from tests.running import Server, until

SHORT = {"ruleset": "touche", "seats": 2, "options": {"need": {"square": 1}}}


def program(client: str, game: str) -> str:
    """The one program of a client's README, for a game of its own."""
    page = (ROOT / "clients" / client / "README.md").read_text()
    [found] = re.findall(rf"```{client}\n(.*?)```", page, re.DOTALL)
    return re.sub(r'"https://[^"]+"', f'"{game}"', str(found))


@pytest.mark.soak
def test_they_play_a_game_with_each_other_to_its_end(server: Server, tmp_path: Path) -> None:
    """Who has a token plays in Python; the other one sits down in TypeScript, with which the game begins."""
    with httpx.Client(base_url=f"{server.url}/v1", timeout=60) as client:
        id = client.post("/games", json=SHORT).raise_for_status().json()["id"]
        token = client.post(f"/games/{id}/seats", json={"name": "Ala"}).raise_for_status().json()["token"]
        game = f"{server.url}/games/{id}"
        (tmp_path / "program.py").write_text(f"token = {token!r}\n{program('python', game)}")
        (from_sources(tmp_path) / "program.ts").write_text(program("typescript", game))
        assert ends(tmp_path, [sys.executable, "program.py"], [NODE, "program.ts"]) == [0, 0]
        assert client.get(f"/games/{id}").json()["status"] == "finished"


def ends(folder: Path, *commands: Sequence[str | Path]) -> list[int | None]:
    """How programs end that need each other: when one fails the others have no reason to end."""
    running = [subprocess.Popen(command, cwd=folder) for command in commands]
    try:
        until(lambda: any(it.poll() for it in running) or all(it.poll() == 0 for it in running))
        return [it.poll() for it in running]
    finally:
        for it in running:
            it.kill()
            it.wait()
