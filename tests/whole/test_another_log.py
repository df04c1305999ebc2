"""The log of logs of a running service: its background worker sequences it, and an operator starts another after a loss."""

from __future__ import annotations

import shutil
import time
from pathlib import Path

import httpx
import pytest

from domain.ledger import note
from domain.ledger.tiles import from_bundle
from tests.running import Server, serving
from tests.whole.command import kronika

PATIENCE = 60
"""Seconds for the background worker, on a busy machine."""


def created(running: Server) -> httpx.Response:
    return httpx.post(f"{running.url}/v1/games", json={"ruleset": "age-of-war", "seats": 2}, timeout=60)


def size_of(running: Server, path: str) -> int:
    """The size of a log's head when it has a leaf."""
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        head = note.parse_checkpoint(
            note.split(httpx.get(f"{running.url}{path}/checkpoint", timeout=60).text)[0]
        )
        if head.size:
            return head.size
        time.sleep(0.05)
    raise AssertionError("the background worker sequences nothing")


@pytest.mark.soak
def test_an_operator_starts_another_log_after_the_files_of_the_first_were_lost(tmp_path: Path) -> None:
    with serving(tmp_path) as running:
        assert created(running).status_code == 201
        assert size_of(running, "/v1/log") == 1
        [leaf] = from_bundle(httpx.get(f"{running.url}/v1/log/tile/entries/000.p/1", timeout=60).content)
        assert b'"k":"game"' in leaf
        sound = kronika(tmp_path, "log", "start", "second")
        assert sound.returncode == 1
        assert "kronika/log is in order" in sound.stderr

        shutil.rmtree(tmp_path / "log")
        refused = created(running)
        assert refused.status_code == 503
        assert "kronika log start NAME" in refused.json()["detail"]
        for name in ("tile", "Second", "a/b", ""):
            assert "cannot be the name of a log" in kronika(tmp_path, "log", "start", name).stderr
        done = kronika(tmp_path, "log", "start", "second")
        assert (done.returncode, done.stdout.splitlines()[-1]) == (0, "started: kronika/log/second")
        assert created(running).status_code == 201
        assert size_of(running, "/v1/log/second") == 1
