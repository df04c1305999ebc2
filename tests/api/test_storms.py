"""More viewers at once than a streaming process takes at that moment: they wait, hold no thread, and are let in."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest

from tests.api.test_many_streams import Stream, Table, followed, streamer
from tests.running import PATIENCE, serving

STREAMS = 300
"""The socket of a streaming process holds fewer."""
WITH_PATIENCE = f"""
import sys
from api.streaming import handing
from cli import main
handing.SECONDS = handing.PATIENCE = {PATIENCE}
sys.exit(main(["serve"]))
"""
"""The service, but that a machine that is slow today is not taken for a process that hangs."""


@pytest.mark.parametrize("blow", [signal.SIGCONT, signal.SIGKILL])
def test_nobody_is_refused_whom_a_process_takes_in_time(tmp_path: Path, blow: signal.Signals) -> None:
    """It stands still while they come. Then it goes on, or is killed and the next one takes them."""
    settings = {"KRONIKA_THREADS": "2", "KRONIKA_WORKERS": "1"}
    with serving(tmp_path, command=("-c", WITH_PATIENCE), **settings) as server:
        game = Table(server)
        path = f"{game.url}/stream?after={game.document()['version']}"
        Stream(server, path).close()
        held = streamer(server)
        os.kill(held, signal.SIGSTOP)
        come = [Stream(server, path, waits=True) for _ in range(STREAMS)]
        game.goes_on(3)
        told = b"id: %d\n" % game.roll()
        os.kill(held, blow)
        assert {stream.answered() for stream in come} == {200}
        lost = [stream for stream in come if not stream.hears(told)]
        assert (0 < len(lost) < STREAMS) if blow == signal.SIGKILL else not lost
        for _ in lost[:4]:
            followed(server, path, told)
        assert "Traceback" not in (tmp_path / "server.log").read_text()
