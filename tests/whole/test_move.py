"""`kronika move`: a service continues on another database, of either engine, with all that was acknowledged."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from pathlib import Path
from threading import Event
from typing import Any

import httpx
import psycopg
import pytest

from service.log.followed_tables import FOLLOWED
from service.store import EVENTS, STORES_OWN
from tests.running import Server, serving
from tests.store.conftest import postgres_url, server, sqlite_url
from tests.whole.command import kronika
from tests.whole.test_backups import Game, refused

__all__ = ["postgres_url", "server", "sqlite_url"]

ACTED, PATIENCE = 201, 120


def rows(url: str) -> dict[str, set[tuple[Any, ...]]]:
    """Every row of every table that is copied."""
    found = {}
    for table, (key, *_) in {**FOLLOWED, **STORES_OWN}.items():
        if url.startswith("sqlite"):
            with closing(sqlite3.connect(url.removeprefix("sqlite:///"))) as database:
                named = "rowid, *" if key == ("rowid",) else "*"
                found[table] = set(database.execute(f"SELECT {named} FROM {table}"))
        else:
            with psycopg.connect(url) as server:
                name = "notification_tracking" if table == "tracking" else table
                listed = server.execute(f"SELECT * FROM {name}").fetchall()
                found[table] = {tuple(listed_row) for listed_row in listed}
    positioned = {(row[-1], *row[:-1]) if isinstance(row[0], str) else row for row in found[EVENTS]}
    return {**found, EVENTS: positioned}


def moved(folder: Path, *args: str, **env: str) -> str:
    done = kronika(folder, "move", *args, **env)
    assert done.returncode == 0, done.stderr + done.stdout
    return done.stdout


class Players:
    """Who plays on until told to stop; `acknowledged`: the version of each action that was answered with 201."""

    def __init__(self, running: Server, games: int) -> None:
        self.games = [Game(running) for _ in range(games)]
        self._running, self._enough = running, Event()
        self.acknowledged: dict[str, int] = {}
        self.begun = Event()

    @contextmanager
    def playing(self) -> Iterator[None]:
        try:
            assert self.begun.wait(PATIENCE)
            yield
        finally:
            self._enough.set()

    def play(self) -> int:
        """Until the first action that is refused because the database was moved."""
        while not self._enough.is_set():
            for game in self.games:
                answer = game.act(self._running)
                if answer.status_code != ACTED:
                    return answer.status_code
                self.acknowledged[game.id] = answer.json()["version"]
            self.begun.set()
        return 0


@pytest.mark.soak
@pytest.mark.parametrize("back", [False, True], ids=["to-postgresql", "to-sqlite"])
def test_a_service_goes_on_playing_on_the_other_engine(
    tmp_path: Path, sqlite_url: str, postgres_url: str, back: bool
) -> None:
    source, target = (postgres_url, sqlite_url) if back else (sqlite_url, postgres_url)
    with serving(tmp_path, KRONIKA_DATABASE=source) as running, ThreadPoolExecutor(1) as pool:
        players = Players(running, 3)
        playing = pool.submit(players.play)
        with players.playing():
            assert "--follow" in refused(kronika(tmp_path, "move", source, target))
            assert "same head" in moved(tmp_path, source, target, "--follow")
            assert playing.result() == 503
        assert httpx.get(f"{running.url}/health/ready", timeout=60).status_code == 503
        before = [game.read(running).json() for game in players.games]
    assert {it["id"]: it["version"] for it in before} == players.acknowledged
    assert rows(source) == rows(target)
    assert "was moved to" in refused(kronika(tmp_path, "fsck", KRONIKA_DATABASE=source))
    with serving(tmp_path, KRONIKA_DATABASE=target) as running:
        for game, was in zip(players.games, before, strict=True):
            assert game.read(running).json() == was
            game.play(running, 2)
        assert Game(running).act(running).status_code == ACTED
    assert "0 damaged" in kronika(tmp_path, "fsck", KRONIKA_DATABASE=target).stdout
    assert kronika(tmp_path, "reconcile", KRONIKA_DATABASE=target).returncode == 0
