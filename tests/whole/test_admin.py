"""The operator's place of a running service: by command through its socket, and by its listener."""

from __future__ import annotations

import json
import os
import re
import shlex
import signal
import stat
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx
import pytest

from service.operation.app import compose
from service.system.settings import Settings
from tests.accounts.kit import person
from tests.running import Server, children, free_port, is_background_worker, serving, until
from tests.whole.command import kronika

PAGE = Path(__file__).parents[2] / "docs" / "how-to" / "operate.md"
GAME = {"ruleset": "age-of-war", "seats": 2, "visibility": "private"}


def admin(folder: Path, *args: str) -> str:
    done = kronika(folder, "admin", *args)
    assert done.returncode == 0, done.stderr
    return done.stdout


def read(folder: Path, what: str, *args: str) -> Any:
    return json.loads(admin(folder, what, "--json", *args))


def answers(folder: Path) -> bool:
    return kronika(folder, "admin", "status").returncode == 0


def private_game(server: Server) -> str:
    """A game of a person with a bot, which has begun."""
    with httpx.Client(base_url=server.url, timeout=60) as client:
        made = client.post("/v1/games", json=GAME).raise_for_status().json()
        seats, organiser = (
            f"/v1/games/{made['id']}/seats",
            {"Authorization": f"Bearer {made['organiser_token']}"},
        )
        code = client.post(f"/v1/games/{made['id']}/invitations", json={}, headers=organiser).json()["code"]
        client.post(seats, json={"name": "Żaneta", "invitation": code}).raise_for_status()
        client.post(seats, json={"name": "greedy", "bot": "greedy"}, headers=organiser).raise_for_status()
        return str(made["id"])


@pytest.mark.soak
def test_the_commands_of_the_page(
    server: Server, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All of them, in their order, about a game that has begun."""
    until(lambda: answers(folder), "the socket")
    assert stat.S_IMODE((folder / "admin.sock").stat().st_mode) == 0o600
    monkeypatch.chdir(tmp_path)
    game = private_game(server)
    with closing(compose(Settings(database=f"sqlite:///{folder}/kronika.db", data=folder))) as beside:
        for name in ("Ada", "Boss"):
            person(beside, name)
    said = {}
    for line in re.findall(r"^    kronika (.+)$", PAGE.read_text(), re.MULTILINE):
        words = shlex.split(line.partition("  #")[0].replace("GAME", game))
        done = kronika(folder, *words)
        assert done.returncode == 0, (line, done.stderr)
        said[" ".join(words[:2])] = done.stdout
    assert "disk" in said["admin status"]
    assert "127.0.0.0/24" in said["admin load"]
    assert "operator-log.json" in said["admin log"]
    assert "L0" in said["verify operator-log.json"]
    [last] = read(folder, "games", "--limit", "1")["games"]
    assert (last["id"], last["visibility"], last["status"]) == (game, "private", "abandoned")
    assert last["players"] == {"1": "Żaneta", "2": "greedy (greedy)"}


def test_the_load_of_all_workers(server: Server, folder: Path) -> None:
    until(lambda: answers(folder), "the socket")
    before = asked(folder)
    for _ in range(20):
        httpx.get(f"{server.url}/v1/rulesets", timeout=60).raise_for_status()
    until(lambda: asked(folder) >= before + 20, "requests on the way to both workers")


def asked(folder: Path) -> int:
    return sum(one["hour"]["requests"] for one in read(folder, "load")["addresses"])


def sentence(folder: Path, *args: str, **env: str) -> str:
    done = kronika(folder, "admin", *args, **env)
    assert done.returncode == 1
    [line] = done.stderr.splitlines()
    return line


@pytest.mark.soak
def test_what_cannot_be_done_is_said_in_a_sentence(server: Server, folder: Path, tmp_path: Path) -> None:
    until(lambda: answers(folder), "the socket")
    assert "no such game" in sentence(folder, "close", "0" * 32, "--reason", "So.")
    assert "not blocked" in sentence(folder, "unblock", "203.0.113.9", "--reason", "So.")
    assert "nothing was done" in sentence(folder, "abandon", "0" * 32, "--reason", "So.")
    assert "limit" in sentence(folder, "games", "--limit", "0")
    (tmp_path / "there").touch()
    assert "File exists" in sentence(folder, "log", "--export", str(tmp_path / "there"))


def test_without_a_service_or_with_too_long_a_path(tmp_path: Path) -> None:
    assert "no service answers" in sentence(tmp_path, "status")
    long = tmp_path / ("x" * 100)
    assert "107 bytes" in sentence(tmp_path, "status", KRONIKA_DATA=str(long))


def keeper(server: Server) -> int:
    """The background worker."""
    assert server.process is not None

    def found() -> int | None:
        for pid in children(server.process.pid):  # type: ignore[union-attr]
            if is_background_worker(pid):
                return pid
        return None

    return until(found, "the background worker", OSError)  # type: ignore[return-value]


@pytest.mark.soak
def test_it_is_back_after_its_process_was_killed_and_its_acts_stay(tmp_path: Path) -> None:
    port = free_port()
    with serving(tmp_path, KRONIKA_ADMIN=f"127.0.0.1:{port}") as server:
        until(lambda: answers(tmp_path), "the socket")
        assert httpx.post(f"{server.url}/v1/games", json=GAME, timeout=60).status_code == 201
        admin(tmp_path, "pause", "--reason", "We upgrade at noon.")
        os.kill(keeper(server), signal.SIGKILL)
        until(lambda: answers(tmp_path), "the socket again")
        assert read(tmp_path, "status")["pause"]["reason"] == "We upgrade at noon."
        until(lambda: httpx.post(f"{server.url}/v1/games", json=GAME, timeout=60).status_code == 503)
        token = (tmp_path / "admin.token").read_text().strip()
        until(lambda: metrics(port, token), "the listener again", httpx.TransportError)
        assert httpx.get(f"http://127.0.0.1:{port}/metrics", timeout=60).status_code == 401
        assert "kronika_private_requests_total" not in httpx.get(f"{server.url}/metrics", timeout=60).text
        said = (tmp_path / "server.log").read_text()
        assert token not in said


@pytest.mark.soak
def test_while_the_database_is_away_the_socket_says_so(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        until(lambda: answers(tmp_path), "the socket")
        database = tmp_path / "kronika.db"
        database.rename(tmp_path / "away")
        os.kill(keeper(server), signal.SIGKILL)
        until(lambda: "There is no database" in sentence(tmp_path, "status"), "the reason")
        assert stat.S_IMODE((tmp_path / "admin.sock").stat().st_mode) == 0o600
        (tmp_path / "away").rename(database)
        until(lambda: answers(tmp_path), "the state again")


def metrics(port: int, token: str) -> bool:
    headers = {"Authorization": f"Bearer {token}"}
    found = httpx.get(f"http://127.0.0.1:{port}/metrics", headers=headers, timeout=60)
    text = found.raise_for_status().text
    return (
        "kronika_disk_free_bytes" in text and 'kronika_private_requests_total{operation="create_game"' in text
    )


@pytest.mark.soak
def test_of_two_masters_the_newer_one_takes_the_place_when_the_older_one_ends(tmp_path: Path) -> None:
    """As during an upgrade."""
    admin_port = {"KRONIKA_ADMIN": f"127.0.0.1:{free_port()}"}
    with serving(tmp_path, **admin_port) as older:
        until(lambda: answers(tmp_path), "the socket")
        first = (tmp_path / "admin.sock").stat().st_ino
        with serving(tmp_path, **admin_port) as newer:
            keeper(newer)
            assert answers(tmp_path)
            assert (tmp_path / "admin.sock").stat().st_ino == first
            os.kill(older.process.pid, signal.SIGTERM)  # type: ignore[union-attr]
            older.process.wait(60)  # type: ignore[union-attr]
            until(lambda: answers(tmp_path), "the newer one")
            address = f"http://{admin_port['KRONIKA_ADMIN']}/metrics"
            until(lambda: httpx.get(address).status_code == 401, "its listener", httpx.TransportError)
            assert [file.name for file in tmp_path.glob("*.new")] == []
    assert "admin-not-served" not in (tmp_path / "server.log").read_text()
