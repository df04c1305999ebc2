"""What the commands say when they are asked for something that cannot be: one sentence, no traceback."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest

from domain.rulesets import registry
from tests.running import Server, environment
from tests.soaking import sampled
from tests.whole.command import kronika


def sentence(done: subprocess.CompletedProcess[str]) -> str:
    """The last line of a refusal; usage may stand before it."""
    assert done.returncode in (1, 2), done.stdout
    assert "Traceback" not in done.stderr
    return done.stderr.strip().splitlines()[-1]


@pytest.mark.parametrize(
    "command", sampled([["fsck"], ["replay", "x"], ["token", "x"], ["keep", "--unsupervised"]], 4)
)
def test_a_database_that_nobody_has_prepared(tmp_path: Path, command: list[str]) -> None:
    assert "There is no database" in sentence(kronika(tmp_path, *command))
    assert "no folder" in sentence(kronika(tmp_path / "nowhere", *command))


@pytest.mark.parametrize(
    ("command", "about"),
    sampled(
        [
            ("simulate --ruleset age-of-war --games 0", "--games"),
            ("simulate --ruleset age-of-war --games few", "--games"),
            ("token x --expires nan", "--expires"),
            ("token x --expires -1", "--expires"),
            ("rebuild nonsense", "nonsense"),
            ("verify nowhere.json", "nowhere.json"),
            ("verify {empty} --older nowhere.json", "nowhere.json"),
            ("replay {empty}", "not a replay document"),
            ("replay {odd}", "not a replay document"),
            ("play --ruleset age-of-war --url nonsense", "nonsense"),
        ],
        3,
    ),
)
def test_arguments_that_make_no_sense(tmp_path: Path, command: str, about: str) -> None:
    files = {"empty": tmp_path / "empty.json", "odd": tmp_path / "odd.json"}
    files["empty"].write_text("{}")
    files["odd"].write_text('{"frames": [1], "chapters": []}')
    assert about in sentence(kronika(tmp_path, *command.format(**files).split()))


class Stranger(BaseHTTPRequestHandler):
    """Another web server altogether, which likes everything."""

    def do_GET(self) -> None:
        self.send_response(200)
        self.end_headers()
        self.wfile.write(b"<p>Welcome to my roses!")

    do_POST = do_GET

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def stranger() -> Iterator[str]:
    server = HTTPServer(("127.0.0.1", 0), Stranger)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


@pytest.mark.parametrize("command", sampled([["play", "--ruleset", "age-of-war"], ["replay", "x"]], 2))
def test_a_server_that_is_not_kronika(tmp_path: Path, stranger: str, command: list[str]) -> None:
    assert stranger in sentence(kronika(tmp_path, *command, "--url", stranger))


@pytest.mark.soak
def test_bots_of_the_server_play_while_the_client_looks_on(server: Server, folder: Path) -> None:
    asked = ["play", "--url", server.url, "--ruleset", "nagaraja", "--seats", "2", "--bots", "greedy"]
    done = kronika(folder, *asked)
    first, *told, outcome = done.stdout.splitlines()
    assert json.loads(outcome)["reason"] in registry()["nagaraja"].end_reasons
    replayed = kronika(folder, "replay", first.removeprefix("game "), "--url", server.url)
    frames = [line[8:] for line in replayed.stdout.splitlines() if line[:6].strip().isdigit()]
    assert told == frames
    command = f"{sys.executable} -m cli replay {first.removeprefix('game ')} | head -1"
    done = subprocess.run(
        ["bash", "-c", command], env=environment(folder, 1), capture_output=True, text=True, timeout=300
    )
    assert done.stderr == ""
