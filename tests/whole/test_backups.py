"""Back-ups of a running service, services that begin from them, and what becomes of games that a back-up is too old for."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any
from uuid import uuid4

import httpx
import psycopg
import pytest

from service.identity.tokens import grant
from service.operation.app import compose
from tests.running import Server, serving
from tests.service.conftest import House, house_with, settings_in
from tests.store.conftest import daily_sqlite_url as url
from tests.store.conftest import postgres_url, server, sqlite_url
from tests.whole.command import kronika

__all__ = ["postgres_url", "server", "sqlite_url", "url"]

SECRET = {"KRONIKA_PASSPHRASE": "correct horse"}
NAMES = ("Ada Lovelace", "Bo Diddley")  # so long that no cipher spells one by chance
MOVES = ({"type": "roll"}, {"type": "set-aside"})


class Game:
    """A game of Age of War, played by throwing dice and setting them aside, which is always legal in turn."""

    def __init__(self, running: Server) -> None:
        games = f"{running.url}/v1/games"
        made = httpx.post(games, json={"ruleset": "age-of-war", "seats": 2}, timeout=60).json()
        self.id, self.tokens, self.moved = made["id"], {}, 0
        for name in NAMES:
            seated = httpx.post(f"{games}/{self.id}/seats", json={"name": name}, timeout=60).json()
            self.tokens[seated["seat"]] = seated["token"]

    def read(self, running: Server, path: str = "") -> httpx.Response:
        return httpx.get(f"{running.url}/v1/games/{self.id}{path}", timeout=60)

    def act(self, running: Server, key: str | None = None, in_turn: bool = True) -> httpx.Response:
        to_act = self.read(running).json()["to_act"]
        seat = next(seat for seat in self.tokens if (seat in to_act) is in_turn)
        headers = {"Authorization": f"Bearer {self.tokens[seat]}", "Idempotency-Key": key or uuid4().hex}
        address = f"{running.url}/v1/games/{self.id}/actions"
        answer = httpx.post(address, json=MOVES[self.moved % 2], headers=headers, timeout=60)
        self.moved += answer.status_code == 201
        return answer

    def play(self, running: Server, moves: int) -> None:
        for _ in range(moves):
            assert self.act(running).status_code == 201


def made(folder: Path, target: Path, **env: str) -> subprocess.CompletedProcess[str]:
    done = kronika(folder, "backup", str(target), **SECRET, **env)
    assert done.returncode == 0, done.stderr + done.stdout
    return done


def refused(done: subprocess.CompletedProcess[str]) -> str:
    assert done.returncode == 1
    assert len(done.stderr.splitlines()) == 1, done.stderr
    return done.stderr


@pytest.mark.soak
def test_a_service_begins_again_elsewhere(tmp_path: Path, url: str) -> None:
    """From a back-up that was made while it was played."""
    one, other, copy = tmp_path / "one", tmp_path / "other", tmp_path / "copy"
    one.mkdir()
    database = {"KRONIKA_DATABASE": url}
    with serving(one, **database) as running, ThreadPoolExecutor(1) as pool:
        game, busy = Game(running), Game(running)
        game.play(running, 5)
        playing = pool.submit(busy.play, running, 12)
        made(one, copy, **database)
        playing.result()
        before = game.read(running).json()
    assert copy.stat().st_mode & 0o077 == 0
    assert not [name for name in os.listdir(tmp_path) if "kronika-backup" in name]
    for secret in (
        NAMES[0].encode(),
        b"game-created",
        (one / "signing.key").read_bytes(),
        (one / "secret.key").read_bytes(),
    ):
        assert secret not in copy.read_bytes()
    elsewhere = {"KRONIKA_DATABASE": _empty(url, other)}
    other.mkdir()
    stopped = [other / name for name in ("fsck.json", "rebuild-lobby.jsonl")]
    for left in stopped:
        left.write_text("of what was here before")
    done = kronika(other, "restore", str(copy), **SECRET, **elsewhere)
    assert done.returncode == 0, done.stderr + done.stdout
    assert not any(left.exists() for left in stopped)
    assert "log of logs" in done.stdout
    shutil.copytree(one / "log", other / "log")
    with serving(other, **elsewhere) as running:
        assert game.read(running).json() == before
        game.play(running, 4)
        assert Game(running).act(running).status_code == 201
    assert "0 damaged" in kronika(other, "fsck", **elsewhere).stdout
    assert "empty place only" in refused(kronika(other, "restore", str(copy), **SECRET, **elsewhere))


def _empty(url: str, folder: Path) -> str:
    """Another database on the same engine, with nothing in it."""
    if url.startswith("sqlite"):
        return f"sqlite:///{folder / 'kronika.db'}"
    name = f"k{uuid4().hex}"
    with psycopg.connect(url, autocommit=True) as admin:
        old = admin.info.dbname
        admin.execute(f"CREATE DATABASE {name}")
    return url.replace(old, name)


@pytest.fixture(scope="module")
def backed_up(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a service that is not running, and its back-up `copy`."""
    folder = tmp_path_factory.mktemp("backed-up")
    with house_with(settings_in(folder)) as house:
        game, tokens = house.seated()
        house.act(game, house.turn(game, tokens), MOVES[0])
    made(folder, folder / "copy")
    return folder


def test_its_games_are_there_where_it_is_restored(backed_up: Path, tmp_path: Path) -> None:
    """And can be played on. Its log of logs comes from elsewhere."""
    done = kronika(tmp_path, "restore", str(backed_up / "copy"), **SECRET)
    assert done.returncode == 0, done.stderr + done.stdout
    assert "log of logs" in done.stdout
    assert (tmp_path / "signing.key").read_bytes() == (backed_up / "signing.key").read_bytes()
    shutil.copytree(backed_up / "log", tmp_path / "log", dirs_exist_ok=True)
    with ExitStack() as stack:
        old, new = (
            House(stack.enter_context(closing(compose(settings_in(folder)))))
            for folder in (backed_up, tmp_path)
        )
        [game] = [row[0] for row in old.kronika.store.query("SELECT game FROM lobby")]
        before = old.document(game)
        assert new.document(game) == before
        seat = grant("a seat's token", game, f"seat:{before['to_act'][0]}")
        new.kronika.store.append("", [], [seat])
        assert new.act(game, "a seat's token", MOVES[1])["version"] > before["version"]
    assert "0 damaged" in kronika(tmp_path, "fsck").stdout


@pytest.mark.soak
def test_without_a_passphrase_there_is_no_back_up(backed_up: Path, tmp_path: Path) -> None:
    for command in ("backup", "restore"):
        assert "KRONIKA_PASSPHRASE" in refused(kronika(backed_up, command, str(tmp_path / "new")))
    assert not (tmp_path / "new").exists()


def test_a_back_up_is_a_new_file(backed_up: Path) -> None:
    before = (backed_up / "copy").read_bytes()
    assert "exists already" in refused(kronika(backed_up, "backup", str(backed_up / "copy"), **SECRET))
    assert (backed_up / "copy").read_bytes() == before


def test_a_back_up_that_is_not_what_was_written(backed_up: Path, tmp_path: Path) -> None:
    whole = (backed_up / "copy").read_bytes()
    bad = {
        "flipped": whole[:-40] + bytes([whole[-40] ^ 1]) + whole[-39:],
        "cut": whole[:-1],
        "longer": whole + whole[-30:],
        "shorter": whole[: len(whole) // 2],
        "nothing": b"",
        "other": b"PK" + whole,
    }
    for name, content in bad.items():
        if name == "longer":
            continue  # what stands behind the end is never read
        (tmp_path / name).write_bytes(content)
        place = tmp_path / f"{name}-place"
        refused(kronika(place, "restore", str(tmp_path / name), **SECRET))
        assert not place.exists() or os.listdir(place) == []
    wrong = kronika(tmp_path / "place", "restore", str(backed_up / "copy"), KRONIKA_PASSPHRASE="wrong horse")
    assert "passphrase" in refused(wrong)


def test_nothing_is_written_over_what_is_there(backed_up: Path, tmp_path: Path) -> None:
    (tmp_path / "signing.key").write_bytes(b"k" * 32)
    assert "empty place only" in refused(kronika(tmp_path, "restore", str(backed_up / "copy"), **SECRET))
    assert os.listdir(tmp_path) == ["signing.key"]


@pytest.mark.soak
def test_a_copy_that_is_older_than_what_was_signed(tmp_path: Path) -> None:
    """Nothing is signed in the place of what was; it goes on when the missing entries are back."""
    data, copy = tmp_path / "data", tmp_path / "copy"
    data.mkdir()
    with serving(data) as running:
        played, quiet = Game(running), Game(running)
        played.play(running, 3)
        quiet.play(running, 3)
        made(data, copy)
        assert played.act(running, "after-the-copy").status_code == 201
        played.play(running, 2)
        signed = played.read(running).json()["version"]
        promised = played.read(running, "/checkpoint").text
        after = Game(running)
    newest = tmp_path / "newest"
    newest.mkdir()
    for file in data.iterdir():
        if file.name.startswith(("kronika.db", "signing", "secret")):
            shutil.move(file, newest / file.name)
    assert kronika(data, "restore", str(copy), **SECRET).returncode == 0
    _is_closed(data, played, quiet, after, signed)
    for file in (*data.glob("kronika.db*"), *data.glob("*.key")):
        file.unlink()
    for file in newest.iterdir():
        shutil.copy(file, data / file.name)
    with serving(data) as running:
        assert played.read(running, "/checkpoint").text == promised
        played.moved = 6
        assert played.act(running).status_code == 201
        assert after.act(running).status_code == 201
    assert _incomplete(data) == {quiet.id}, "it went on in the copy, which is gone now"


def _incomplete(data: Path) -> set[str]:
    told: dict[str, Any] = json.loads(kronika(data, "reconcile", "--json").stdout)
    return {one["game"] for one in told["incomplete"]}


def _is_closed(data: Path, played: Game, quiet: Game, after: Game, signed: int) -> None:
    played.moved = 3
    with serving(data) as running:
        old = played.read(running).json()
        assert old["version"] < signed
        for key in ("after-the-copy", None):
            answer = played.act(running, key)
            problem = answer.json()
            assert (answer.status_code, problem["type"]) == (409, "/problems/log-incomplete")
            assert (problem["version"], problem["signed"]) == (old["version"], signed)
        seat = {"Authorization": f"Bearer {played.tokens[1]}"}
        asked = httpx.post(
            f"{running.url}/v1/games/{played.id}/undo-requests", json={}, headers=seat, timeout=60
        )
        assert asked.status_code == 409
        out_of_turn = played.act(running, in_turn=False).json()
        assert out_of_turn["type"] == "/problems/log-incomplete", "its turn came in what is not here"
        assert played.read(running).json() == old
        for path in ("/events", "/replay", "/audit", "/checkpoint", "/states/2"):
            assert played.read(running, path).status_code == 200, path
        assert played.read(running, "/checkpoint").text.splitlines()[1] == str(old["version"])
        ahead = httpx.get(
            f"{running.url}/v1/games/{played.id}/stream", headers={"Last-Event-ID": str(signed)}, timeout=30
        )
        assert (ahead.status_code, ahead.json()["type"]) == (409, "/problems/beyond-the-log")
        assert ahead.json()["version"] == old["version"]
        missing = after.read(running)
        assert (missing.status_code, missing.json()["type"]) == (410, "/problems/log-missing")
        assert quiet.act(running).status_code == 201
        told: dict[str, Any] = json.loads(kronika(data, "reconcile", "--json").stdout)
        assert {one["game"]: (one["here"], one["signed"]) for one in told["incomplete"]}[played.id] == (
            old["version"],
            signed,
        )
        assert _incomplete(data) == {played.id, after.id}
        for_people = kronika(data, "reconcile")
        assert for_people.returncode == 1
        assert played.id in for_people.stdout
