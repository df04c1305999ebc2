"""Processes beside the workers, when the service stops."""

from __future__ import annotations

import signal
import subprocess
from functools import partial

import pytest

from cli import serve


def test_a_process_that_is_stuck_keeps_the_service_from_ending_for_a_while_only(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(serve, "END_SECONDS", 0.1)
    deaf = partial(signal.signal, signal.SIGTERM, signal.SIG_IGN)
    with subprocess.Popen(["sleep", "600"], preexec_fn=deaf) as stuck:
        monkeypatch.setattr(subprocess, "Popen", lambda *_, **__: stuck)
        one = serve.Beside("stream")
        one.run()
        one.end()
        one.wait()
        assert stuck.poll() == -signal.SIGKILL
