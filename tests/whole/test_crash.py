"""kill -9 in the middle of a load: nothing acknowledged is lost, nothing is done twice."""

from __future__ import annotations

import os
import random
import signal
from pathlib import Path

import pytest

from tests.load import MORE, check, go_on, playing
from tests.running import Server, serving, until
from tests.whole.test_staying_up import serving_workers, workers


def test_kill_9_of_a_worker_under_load(server: Server) -> None:
    """Of the service that all tests share, which has another one soon."""
    before = serving_workers(server)
    with playing(server) as crew:
        go_on(crew)
        os.kill(before[0], signal.SIGKILL)
        go_on(crew)
    check(server, crew, MORE)
    until(lambda: len({*serving_workers(server)} - {before[0]}) >= len(before), "another worker")


@pytest.mark.soak
@pytest.mark.parametrize("kills", [2, 6])
def test_kill_9_of_workers_under_load(tmp_path: Path, kills: int) -> None:
    with serving(tmp_path) as server:
        with playing(server) as crew:
            for _ in range(kills):
                go_on(crew)
                os.kill(random.choice(workers(server)), signal.SIGKILL)
            go_on(crew)
        check(server, crew, kills * MORE)
