"""A machine is lost with its disk: a service begins again from its continuous back-up, with all that is older than 5 seconds."""

from __future__ import annotations

import os
import shutil
import signal
import time
from pathlib import Path

import pytest

from tests.running import free_port, start, until
from tests.store.conftest import postgres_url, server, sqlite_url, url
from tests.whole.command import kronika
from tests.whole.test_backups import SECRET, Game, _empty, refused

__all__ = ["postgres_url", "server", "sqlite_url", "url"]
LOSS = 5.0
"""Seconds."""


@pytest.mark.soak
def test_a_machine_is_lost_while_games_are_played(tmp_path: Path, url: str) -> None:
    one, other, backup = tmp_path / "one", tmp_path / "other", tmp_path / "backup"
    one.mkdir()
    more = {"KRONIKA_DATABASE": url.replace(str(tmp_path / "kronika.db"), str(one / "kronika.db"))}
    more["KRONIKA_BACKUP"] = str(backup)
    running = start(one, free_port(), **more, **SECRET)
    acknowledged: list[tuple[float, Game, int]] = []
    games = [Game(running) for _ in range(3)]
    until(lambda: list(backup.glob("generations/*/*")), "the first segment")
    began = time.monotonic()
    while time.monotonic() - began < 15:
        for game in games:
            assert game.act(running).status_code == 201
            acknowledged.append((time.monotonic(), game, game.read(running).json()["version"]))
    assert running.process is not None
    lost = time.monotonic()
    os.killpg(running.process.pid, signal.SIGKILL)
    running.process.wait()
    shutil.rmtree(one)
    elsewhere = {"KRONIKA_DATABASE": _empty(url, other)}
    other.mkdir()
    done = kronika(other, "restore", str(backup), "--continue-log", **SECRET, **elsewhere)
    assert done.returncode == 0, done.stderr + done.stdout
    assert "0 damaged" in kronika(other, "fsck", **elsewhere).stdout
    running = start(other, free_port(), **elsewhere)
    try:
        for game in games:
            here = game.read(running).json()["version"]
            there = [version for at, played, version in acknowledged if played is game and at < lost - LOSS]
            assert here >= max(there)
        assert Game(running).act(running).status_code == 201
    finally:
        assert running.process is not None
        os.killpg(running.process.pid, signal.SIGKILL)
        running.process.wait()


@pytest.mark.soak
def test_the_first_start_with_a_back_up_needs_a_passphrase(tmp_path: Path) -> None:
    refusal = refused(kronika(tmp_path, "serve", KRONIKA_BACKUP=str(tmp_path / "backup")))
    assert "KRONIKA_PASSPHRASE" in refusal
