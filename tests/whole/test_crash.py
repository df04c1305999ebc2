"""kill -9 in the middle of a load: nothing acknowledged is lost, nothing is done twice."""

from __future__ import annotations

import os
import random
import signal
from pathlib import Path

import pytest

from tests.load import MORE, check, go_on, playing
from tests.running import Server, children, serving


def workers(server: Server) -> list[int]:
    """The processes below the server's own that answer requests."""
    assert server.process is not None
    return children(server.process.pid)


@pytest.mark.parametrize("kills", [2, pytest.param(6, marks=pytest.mark.soak)])
def test_kill_9_of_workers_under_load(tmp_path: Path, kills: int) -> None:
    with serving(tmp_path) as server:
        with playing(server) as crew:
            for _ in range(kills):
                go_on(crew)
                os.kill(random.choice(workers(server)), signal.SIGKILL)
            go_on(crew)
        check(server, crew, kills * MORE)
