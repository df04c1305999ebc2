"""Processes beside the workers: when the service stops, and when they end again and again."""

from __future__ import annotations

import asyncio
import atexit
import os
import signal
import subprocess
import sys
import threading
from contextlib import suppress
from itertools import pairwise
from types import SimpleNamespace

import pytest
import structlog

from api.telemetry import logs
from cli import backoff, beside, keep


def exit_code(child: int) -> int:
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def test_a_process_that_is_stuck_keeps_the_service_from_ending_for_a_while_only(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(beside, "END_SECONDS", 0.1)
    read, write = os.pipe()

    def deaf() -> int:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        os.write(write, os.getpid().to_bytes(8, "big"))
        signal.pause()
        return 0

    one = beside.Beside("stuck", deaf)
    one.run()
    stuck = int.from_bytes(os.read(read, 8), "big")
    one.end()
    with pytest.raises(ProcessLookupError):
        os.kill(stuck, 0)


def test_a_failure_of_its_work_stays_in_the_child() -> None:
    assert exit_code(beside.fork("failing", lambda: 1 // 0)) == 1
    assert exit_code(beside.fork("leaving", lambda: sys.exit(3))) == 3


def test_the_child_has_none_of_its_parents_handlers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Those of gunicorn's master only queue what they are sent."""
    before = signal.signal(signal.SIGTERM, lambda *_: None)
    try:
        child = beside.fork("stopped", lambda: os.kill(os.getpid(), signal.SIGTERM) or 0)
    finally:
        signal.signal(signal.SIGTERM, before)
    assert exit_code(child) == -signal.SIGTERM


def test_what_a_loop_of_the_child_has_logged_is_written_before_it_ends() -> None:
    """Also in a turn of the loop that is not over."""
    read, write = os.pipe()

    def log_and_leave() -> int:
        logs.configure(os.fdopen(write, "wb"))
        logged = threading.Event()

        async def turn() -> None:
            structlog.get_logger().info("the last line")
            logged.set()
            signal.pause()

        threading.Thread(target=asyncio.run, args=(turn(),), daemon=True).start()
        logged.wait()
        return 0

    child = beside.fork("logging", log_and_leave)
    os.close(write)
    with os.fdopen(read) as written:
        assert "the last line" in written.read()
    assert exit_code(child) == 0


def test_what_the_parent_does_at_its_end_is_not_done_by_the_child() -> None:
    read, write = os.pipe()
    at_end = atexit.register(os.write, write, b"the parent ends")
    try:
        child = beside.fork("leaving", int)
    finally:
        atexit.unregister(at_end)
    os.close(write)
    with os.fdopen(read) as written:
        assert written.read() == ""
    assert exit_code(child) == 0


class Starts:
    """Stands in for the processes that are started: each has run for `lives` seconds when it ends. Time is the clock's."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.at: list[float] = []
        self.now = 0.0
        self.lives = 0.0
        monkeypatch.setattr(backoff, "time", SimpleNamespace(monotonic=lambda: self.now))
        monkeypatch.setattr(beside, "fork", lambda *_: self._started())
        monkeypatch.setattr(beside, "has_ended", lambda _: self.now >= self._ends)
        monkeypatch.setattr(subprocess, "Popen", lambda _: self._started() and SimpleNamespace(wait=bool))

    def _started(self) -> int:
        self._ends = self.now + self.lives
        self.at.append(self.now)
        return len(self.at)

    def gaps(self) -> list[float]:
        return [later - earlier for earlier, later in pairwise(self.at)]

    def look(self, one: beside.Beside, seconds: int) -> None:
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
    """As when there is no memory for it."""
    one = beside.Beside("keep", int)

    def refused(*_: object) -> None:
        starts.at.append(starts.now)
        raise BlockingIOError

    monkeypatch.setattr(beside, "fork", refused)
    for _ in range(20):
        with suppress(BlockingIOError):
            one.run()
        starts.now += 1
    assert starts.gaps() == [1, 2, 4, 8]


def test_a_process_that_ends_at_once_is_started_less_and_less_often(starts: Starts) -> None:
    """As the keeper of a service whose data folder is gone."""
    starts.look(beside.Beside("keep", int), 200)
    assert starts.gaps()[:7] == [1, 2, 4, 8, 16, 30, 30]
    assert set(starts.gaps()[7:]) <= {30}


def test_a_process_that_has_run_for_long_is_started_again_at_once(starts: Starts) -> None:
    one = beside.Beside("keep", int)
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
    keep._supervise(None)
    assert starts.gaps() == [1, 2, 4, 8, 16, 30, 30]
