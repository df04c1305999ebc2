"""`wsgi:application` under servers that are not ours: the first request composes the service, and all operations work."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.api.test_many_streams import Table
from tests.running import PATIENCE, Server, environment, free_port, listens, until
from tests.soaking import soaked

GUNICORN = ("-m", "gunicorn", "--worker-class", "gthread", "--threads", "4", "--bind", "127.0.0.1:{port}")
WERKZEUG = (
    "-c",
    "from werkzeug.serving import run_simple; from wsgi import application; "
    "run_simple('127.0.0.1', {port}, application, threaded=True)",
)
COMMANDS = {"gunicorn": (*GUNICORN, "wsgi:application"), "werkzeug": WERKZEUG}


class Other(NamedTuple):
    server: Server
    log: Path


@pytest.fixture(scope="module", params=soaked([*COMMANDS], rare=["werkzeug"]))
def other(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Other]:
    """A server of somebody else's, on an empty folder that no command of ours has prepared."""
    folder, port = tmp_path_factory.mktemp("other"), free_port()
    command = [sys.executable, *(part.format(port=port) for part in COMMANDS[request.param])]
    with (folder / "server.log").open("w") as log:
        process = subprocess.Popen(command, env=environment(folder, port), stdout=log, stderr=log, text=True)
    try:
        until(lambda: listens(port), "the server", OSError)
        yield Other(Server(port, process), folder / "server.log")
    finally:
        process.terminate()
        process.wait(PATIENCE)
    assert "Traceback" not in (folder / "server.log").read_text()


@pytest.fixture(scope="module")
def game(other: Other) -> Table:
    """Its first request has the service composed."""
    return Table(other.server)


def test_a_game_is_played(game: Table) -> None:
    version = game.document()["version"]
    assert game.roll() == version + 1
    assert game.api.get(f"{game.url}/audit").raise_for_status().json()["entries"]


def test_a_thread_serves_a_long_poll(game: Table) -> None:
    version = game.document()["version"]
    began = time.monotonic()
    told = game.api.get(game.url, params={"wait": 0.5, "after": version}).json()
    assert told["version"] == version
    assert time.monotonic() - began >= 0.4


def test_a_thread_sends_a_stream(game: Table) -> None:
    with game.api.stream("GET", f"{game.url}/stream", params={"after": 0}) as told:
        assert told.headers["Content-Type"].startswith("text/event-stream")
        assert "id: 1" in told.iter_lines()


def test_an_export_arrives_whole(game: Table) -> None:
    told = game.api.get("/v1/games/export")
    assert (told.status_code, told.text) == (200, ""), "no game is over"


@pytest.mark.soak
def test_a_service_that_cannot_be_composed_says_so(tmp_path: Path) -> None:
    """It is not asked for again and again: the first request waits for one attempt."""
    code = """
import sys, wsgi
from werkzeug.test import Client
client = Client(wsgi.application)
print([client.get(path).status_code for path in ("/v1/rulesets", "/health/ready", "/health/live")])
"""
    (tmp_path / "file").touch()
    env = environment(tmp_path, 1, KRONIKA_DATA=str(tmp_path / "file" / "none"), KRONIKA_LOG="error")
    done = subprocess.run(
        [sys.executable, "-c", code], env=env, capture_output=True, text=True, timeout=PATIENCE, check=True
    )
    assert done.stdout.splitlines()[-1] == "[503, 503, 200]"
