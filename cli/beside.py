"""A process beside the workers: a fork of the master, with which it shares the memory of all that the master has imported."""

from __future__ import annotations

import atexit
import math
import os
import signal
import sys
import time
import traceback
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import NoReturn

from cli.backoff import Backoff

END_SECONDS = 10.0
"""The maximum time to end in when it is stopped."""
POLL_SECONDS = 0.05


class Beside:
    """A child process that does `work`, which returns its exit code, under a name of at most 15 characters."""

    LONGEST_GAP = 30.0
    """Seconds between two starts of a process that ends at once, for example because the data folder is gone."""

    def __init__(self, name: str, work: Callable[[], int]) -> None:
        self._name, self._work = name, work
        self._pid: int | None = None
        self._ended = False
        self._backoff = Backoff(self.LONGEST_GAP)

    def run(self) -> None:
        """Start it unless it is running, or was started too often recently."""
        if not self._ended and not self._is_at_work() and not self._backoff.left():
            self._backoff.started()  # also if there is no memory for it
            self._pid = fork(self._name, self._work)

    def _is_at_work(self) -> bool:
        if self._pid is not None and has_ended(self._pid):
            self._pid = None  # which may soon be another process's
        return self._pid is not None

    def end(self) -> None:
        """Stop it for good. Wait until it has ended; kill it after the timeout."""
        self._ended = True
        for sig, seconds in ((signal.SIGTERM, END_SECONDS), (signal.SIGKILL, math.inf)):
            if self._is_at_work():
                assert self._pid is not None
                os.kill(self._pid, sig)
                self._wait(seconds)

    def _wait(self, seconds: float) -> None:
        until = time.monotonic() + seconds
        while self._is_at_work() and time.monotonic() < until:
            time.sleep(POLL_SECONDS)


def has_ended(pid: int) -> bool:
    """Whether a child has. gunicorn's master waits for all its children, so it may be gone already."""
    try:
        return os.waitpid(pid, os.WNOHANG) != (0, 0)
    except ChildProcessError:
        return True


def fork(name: str, work: Callable[[], int]) -> int:
    """The id of a new child process. No signal reaches it before it has forgotten the handlers of its parent."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, signal.valid_signals())
    try:
        child = os.fork()
        if child == 0:
            _run(name, work, before)
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
    return child


def _run(name: str, work: Callable[[], int], mask: set[int]) -> None:
    """In the child, which ends here: the callers' work is the parent's."""
    code: object = 1
    atexit._clear()  # what was registered so far is for the end of the parent
    try:
        os.setsid()  # Ctrl-C is for the parent alone
        with suppress(OSError):
            Path("/proc/self/comm").write_text(name)
        for sig in signal.valid_signals():
            if callable(signal.getsignal(sig)):
                signal.signal(sig, signal.SIG_DFL)
        signal.pthread_sigmask(signal.SIG_SETMASK, mask)
        code = work()
    except SystemExit as end:
        code = end.code
    except BaseException:
        traceback.print_exc()
    finally:
        _end(code if isinstance(code, int) else 1)


def _end(code: int) -> NoReturn:
    """Write what is still to be written, and exit. The interpreter's own end could wait in vain for an output that a thread
    held when it was stopped; here all threads run until the last moment.
    """
    try:
        atexit._run_exitfuncs()
        sys.stdout.flush()
        sys.stderr.flush()
    finally:
        os._exit(code)
