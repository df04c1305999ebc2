"""The first readers of a fresh process may be many threads at once (a segmentation fault, see service/log/warm_up.py)."""

from __future__ import annotations

import random
import subprocess
import sys
from pathlib import Path

import pytest

from domain.rulesets import registry
from tests.service.conftest import House
from tests.service.playing import fewest_seats, play

TIMES = 12
SCRIPT = Path(__file__).with_name("first_use.py")


@pytest.mark.soak
def test_many_threads_may_read_first(house: House, tmp_path: Path) -> None:
    for ruleset in registry():
        game, tokens = house.seated(seats=fewest_seats(ruleset), ruleset=ruleset)
        play(house, game, tokens, random.Random(1), actions=20)
    command = [sys.executable, "-m", "tests.service.first_use", str(tmp_path), str(TIMES)]
    done = subprocess.run(command, cwd=SCRIPT.parents[2], capture_output=True, text=True, timeout=600)
    assert done.stdout.split() == ["0"] * TIMES, done.stderr
