"""Processes beside the workers: when the service stops, and when they end again and again."""

from __future__ import annotations

import signal
import subprocess
import threading
from contextlib import suppress
from functools import partial
from itertools import pairwise
from types import SimpleNamespace

import pytest

from cli import backoff, keep, serve


def test_a_process_that_is_stuck_keeps_the_service_from_ending_for_a_while_only(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(serve, "END_SECONDS", 0.1)
    deaf = partial(signal.signal, signal.SIGTERM, signal.SIG_IGN)
    with subprocess.Popen(["sleep", "600"], preexec_fn=deaf) as stuck:
        monkeypatch.setattr(subprocess, "Popen", lambda *_, **__: stuck)
        one = serve.Beside("keep")
        one.run()
        one.end()
        assert stuck.poll() == -signal.SIGKILL


class Starts:
    """Stands in for the processes that are started: each has run for `lives` seconds when it ends. Time is the clock's."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.at: list[float] = []
        self.now = 0.0
        self.lives = 0.0
        monkeypatch.setattr(backoff, "time", SimpleNamespace(monotonic=lambda: self.now))
        monkeypatch.setattr(subprocess, "Popen", self._started)

    def _started(self, *_: object, **__: object) -> SimpleNamespace:
        ends = self.now + self.lives
        self.at.append(self.now)
        return SimpleNamespace(poll=lambda: 1 if self.now >= ends else None, wait=lambda: None)

    def gaps(self) -> list[float]:
        return [later - earlier for earlier, later in pairwise(self.at)]

    def look(self, one: serve.Beside, seconds: int) -> None:
        """As the master does, once a second."""
        for _ in range(seconds):
            one.run()
            self.now += 1


@pytest.fixture
def starts(monkeypatch: pytest.MonkeyPatch) -> Starts:
    return Starts(monkeypatch)


def test_a_process_that_cannot_be_started_is_tried_less_and_less_often(
    starts: Starts, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As when an upgrade has removed the folder of its release."""
    one = serve.Beside("keep")

    def missing(*_: object, **__: object) -> None:
        starts.at.append(starts.now)
        raise FileNotFoundError

    monkeypatch.setattr(subprocess, "Popen", missing)
    for _ in range(20):
        with suppress(FileNotFoundError):
            one.run()
        starts.now += 1
    assert starts.gaps() == [1, 2, 4, 8]


def test_a_process_that_ends_at_once_is_started_less_and_less_often(starts: Starts) -> None:
    """As the keeper of a service whose data folder is gone."""
    starts.look(serve.Beside("keep"), 200)
    assert starts.gaps()[:7] == [1, 2, 4, 8, 16, 30, 30]
    assert set(starts.gaps()[7:]) <= {30}


def test_a_process_that_has_run_for_long_is_started_again_at_once(starts: Starts) -> None:
    one = serve.Beside("keep")
    starts.look(one, 100)
    starts.lives = 1000
    starts.look(one, 30)
    starts.lives = 0
    starts.look(one, 1000)
    assert starts.gaps()[-4:] == [1000, 1, 2, 4]


def test_a_keeper_by_itself_is_paced_too(starts: Starts, monkeypatch: pytest.MonkeyPatch) -> None:
    class Stopping(threading.Event):
        def wait(self, timeout: float | None = None) -> bool:
            starts.now += timeout or 0
            if len(starts.at) == 8:
                self.set()
            return self.is_set()

    monkeypatch.setattr(keep.threading, "Event", Stopping)
    monkeypatch.setattr(signal, "signal", lambda *_: None)
    keep._supervise()
    assert starts.gaps() == [1, 2, 4, 8, 16, 30, 30]
