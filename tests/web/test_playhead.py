"""How a replay plays and stops, without a browser: `playhead.mjs` says what."""

from __future__ import annotations

import subprocess
from pathlib import Path

from tests.node_packages import NODE


def test_a_replay_plays_by_itself_and_a_stop_stops_it() -> None:
    tests = Path(__file__).with_name("playhead.mjs")
    done = subprocess.run([NODE, tests], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stdout
