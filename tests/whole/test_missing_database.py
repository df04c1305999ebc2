"""A database that is not where it was: nobody makes another one in its place, and it is whole when it is back."""

from __future__ import annotations

import os
import shutil
import signal
import sqlite3
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest

from cli import main
from tests.load import Actor, acknowledged, check, go_on, playing
from tests.running import Server, descendants, environment, free_port, serving, start, stop, until
from tests.whole.command import kronika
from tests.whole.test_staying_up import begin, serving_workers, status

ASKING = (
    "fsck",
    "reconcile",
    "replay x",
    "token x",
    "export x",
    "hide --list",
    "delete x",
    "disputes",
    "analyse --game x",
    "regress",
    "rebuild statistics",
    "backup {folder}/backup",
)
"""Commands that need a database."""


@pytest.mark.parametrize("command", ASKING)
def test_no_command_but_serve_and_restore_makes_a_database(
    tmp_path: Path, command: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name, value in environment(tmp_path, 1, KRONIKA_PASSPHRASE="p").items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(signal, "signal", lambda *_: None)
    assert main(command.format(folder=tmp_path).split()) == 1
    assert "There is no database" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_the_process_beside_the_workers_makes_no_database(tmp_path: Path) -> None:
    done = kronika(tmp_path, "keep", "--unsupervised")
    assert done.returncode == 1
    assert "There is no database" in done.stderr
    assert list(tmp_path.iterdir()) == []


def kill_everything(server: Server) -> None:
    assert server.process is not None
    for pid in [server.process.pid, *descendants(server.process.pid)]:
        os.kill(pid, signal.SIGKILL)
    server.process.wait()


@pytest.mark.soak
def test_a_start_without_the_database_after_a_power_cut(tmp_path: Path) -> None:
    """The newest entries are in the `-wal`, which belongs to the file that is missing."""
    database, away = tmp_path / "kronika.db", tmp_path / "away.db"
    server = start(tmp_path, free_port())
    with playing(server) as crew, ThreadPoolExecutor(1) as pool:
        go_on(crew, 60)
        kill_everything(server)
        database.rename(away)
        before = (tmp_path / "kronika.db-wal").read_bytes()
        starting = pool.submit(start, tmp_path, server.port)
        try:
            until(lambda: status(server, "/health/live") == 200)
            until(lambda: "kronika.db-wal is there" in (tmp_path / "server.log").read_text())
            assert begin(server) == 503
            assert not database.exists()
            assert (tmp_path / "kronika.db-wal").read_bytes() == before
        finally:
            away.rename(database)
        server = starting.result()
        go_on(crew)
    check(server, crew, 60)
    stop(server)


def move_back(away: Path, database: Path) -> None:
    away.rename(database)


def copy_back(away: Path, database: Path) -> None:
    """Another file with the same content takes its place, as when it comes from another disk, and alone gets what is new."""
    shutil.copy(away, away.with_suffix(".copy"))
    away.with_suffix(".copy").rename(database)
    with closing(sqlite3.connect(database)) as other:
        other.execute("PRAGMA wal_checkpoint(TRUNCATE)")


@pytest.mark.parametrize(
    ("name", "put_back"),
    [
        pytest.param("kronika.db", move_back, marks=pytest.mark.soak),
        pytest.param("kronika.db", copy_back, marks=pytest.mark.soak),
        *(pytest.param("heads.db", how, marks=pytest.mark.soak) for how in (move_back, copy_back)),
    ],
)
def test_a_running_service_loses_its_file(
    tmp_path: Path, name: str, put_back: Callable[[Path, Path], None]
) -> None:
    """Workers that are there and workers that are born meanwhile refuse, and go on when it is back."""
    file, away = tmp_path / name, tmp_path / f"away-{name}"
    with serving(tmp_path) as server:
        with playing(server) as crew:
            go_on(crew, 40)
            file.rename(away)
            until(lambda: is_refused(server))
            os.kill(serving_workers(server)[0], signal.SIGKILL)
            until(lambda: status(server) == 503 and is_refused(server))
            assert not file.exists()
            stored = acknowledged(crew)
            put_back(away, file)
            until(lambda: status(server) == 200)
            go_on(crew, 40)
        check(server, crew, stored)
        refusals = {saw for saw in sights(crew) if saw[0] == "5"}
        assert refusals <= {"503 unavailable"}
    done = Path(tmp_path / "server.log").read_text()
    assert "Traceback" not in done


def is_refused(server: Server) -> bool:
    return begin(server) == 503


def sights(crew: list[Actor]) -> list[str]:
    return [sight.saw for actor in crew for sight in actor.client.sights]
