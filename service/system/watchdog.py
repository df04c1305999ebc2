"""Ends calls of packages' code that do not return, so that they hold neither other games nor, for long, a thread.

Python code is ended by an exception in its thread. Code that takes no exception (a call into C, or one that catches everything)
ends with its process, which is started again like one that was killed.
"""

from __future__ import annotations

import ctypes
import faulthandler
from collections import defaultdict
from collections.abc import Callable
from threading import Lock, Semaphore, Thread, get_ident
from time import monotonic, sleep
from typing import Any

from domain.packages import guarding
from domain.packages.guarding import Halted

CALL_SECONDS = 5.0
"""What a call may take: a thousand times as long as one of a slow game on a slow machine."""
END_SECONDS = 10.0
"""After so long without a sign of the watch, or since a call was to end and did not, the process ends."""
REST_SECONDS = 60.0
"""How long a ruleset is not called after a call that took too long, so that its clients cannot keep a service busy."""
AT_ONCE = 4
"""Calls of a ruleset in a process: each takes a share of the time of all threads."""
LOOK_SECONDS = 0.25
STDERR = 2
_TOO_LONG = f"a call took more than {CALL_SECONDS:.0f} seconds"
_STOPPED = f"{_TOO_LONG}, and was stopped"
_RESTS = f"{_TOO_LONG} a moment ago, so there are none for {REST_SECONDS:.0f} seconds"
_raise_in = ctypes.pythonapi.PyThreadState_SetAsyncExc
_raise_in.argtypes = (ctypes.c_ulong, ctypes.py_object)
_NOTHING = ctypes.py_object()


class _Overrun(BaseException):
    """Raised in the thread of a call, by another one. `except Exception` does not catch it."""


class _Call:
    """A call that is under way: its ruleset, when it began (`monotonic`), and whether it was to end."""

    def __init__(self, ruleset: str) -> None:
        self.ruleset, self.since, self.stopped = ruleset, monotonic(), False


class Watchdog:
    """Watches the calls of one process, in a thread that runs while there are any."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._calls = dict[int, _Call]()
        """By thread; calls within a call are a part of it."""
        self._watching = False
        self._rests_until = dict[str, float]()
        self._room = defaultdict[str, Semaphore](lambda: Semaphore(AT_ONCE))

    def call(self, ruleset: str, work: Callable[[], Any]) -> Any:
        """Do the work of a ruleset's code in this thread; `Halted` if it takes too long, or another call just did."""
        if get_ident() in self._calls:
            return work()
        with self._room[ruleset]:
            if monotonic() < self._rests_until.get(ruleset, 0.0):
                raise Halted(_RESTS)
            try:
                return self._watched(ruleset, work)
            except _Overrun as overrun:
                self._calls.pop(get_ident(), None)  # it may have come just before the end
                raise Halted(_STOPPED) from overrun

    def _watched(self, ruleset: str, work: Callable[[], Any]) -> Any:
        self._begin(call := _Call(ruleset))
        try:
            return work()
        finally:
            self._end(call)

    def _begin(self, call: _Call) -> None:
        with self._lock:
            self._calls[get_ident()] = call
            if not self._watching:
                self._watching = True
                _put_off_end()
                Thread(target=self._watch, name="watchdog", daemon=True).start()

    def _end(self, call: _Call) -> None:
        """From here on no exception arrives: the one that was sent, if any, has arrived, or is withdrawn."""
        with self._lock:
            del self._calls[get_ident()]
        if call.stopped:
            _raise_in(get_ident(), _NOTHING)

    def _watch(self) -> None:
        while self._look():
            sleep(LOOK_SECONDS)

    def _look(self) -> bool:
        """Stop what takes too long; whether there is anything to watch."""
        with self._lock:
            if not self._calls:
                self._watching = False
                faulthandler.cancel_dump_traceback_later()
                return False
            if not any(call.stopped for call in self._calls.values()):
                _put_off_end()
            for thread, call in self._calls.items():
                if not call.stopped and monotonic() - call.since > CALL_SECONDS:
                    self._stop(thread, call)
            return True

    def _stop(self, thread: int, call: _Call) -> None:
        self._rests_until[call.ruleset] = monotonic() + REST_SECONDS
        call.stopped = True
        _raise_in(thread, _Overrun)


def _put_off_end() -> None:
    """The end of this process, by a thread that needs no lock of Python, after it has written what all threads do."""
    faulthandler.dump_traceback_later(END_SECONDS, exit=True, file=STDERR)


def watch_packages() -> None:
    """From now on calls of packages' code in this process are watched."""
    guarding.call_by(Watchdog().call)
