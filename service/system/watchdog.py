"""Ends calls of packages' code that do not return, so that they hold neither other games nor, for long, a thread.

Python code is ended by an exception in its thread, sent while the package's own code runs there: in any other, such as that of a
log, it could leave a lock held. Code that takes no exception (a call into C, or one that catches everything) ends with its
process, which is started again like one that was killed.
"""

from __future__ import annotations

import ctypes
import faulthandler
import sys
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Lock, Semaphore, Thread, get_ident
from time import monotonic, sleep
from typing import Any

from domain.packages import guarding
from domain.packages.guarding import Halted

CALL_SECONDS = 5.0
"""What a call may take: a thousand times as long as one of a slow game on a slow machine."""
END_SECONDS = 10.0
"""After so long without a sign of the watch, or since a call was to end and did not, the process ends."""
REST_SECONDS = 45.0
"""How long a ruleset is not called after a call that took too long, so that its clients cannot keep a service busy.
Shorter than bots try a game again, or a bot that was refused meanwhile would never move."""
AT_ONCE = 4
"""Calls of a ruleset in a process: each takes a share of the time of all threads."""
SLOW_SECONDS = 1.0
"""After so long nobody waits any more for a call to make room."""
LOOK_SECONDS = 0.25
SOON_SECONDS = 0.01
"""Between two looks for a moment to send the exception."""
STDERR = 2
_TOO_LONG = f"a call took more than {CALL_SECONDS:.0f} seconds"
_STOPPED = f"{_TOO_LONG}, and was stopped"
_RESTS = f"{_TOO_LONG} a moment ago, so there are none for {REST_SECONDS:.0f} seconds"
_NO_ROOM = f"{AT_ONCE} calls are under way, each for more than {SLOW_SECONDS:.0f} second"
_raise_in = ctypes.pythonapi.PyThreadState_SetAsyncExc
_raise_in.argtypes = (ctypes.c_ulong, ctypes.py_object)
_NOTHING = ctypes.py_object()


class _Overrun(BaseException):
    """Raised in the thread of a call, by another one. `except Exception` does not catch it."""


class _Call:
    """A call that is under way: its ruleset, the top-level module of its code, and when it began (`monotonic`).

    `overdue`: it is to end. `stopped`: the exception was sent to it.
    """

    def __init__(self, ruleset: str, module: str) -> None:
        self.ruleset, self.module, self.since = ruleset, module, monotonic()
        self.overdue = self.stopped = False


class Watchdog:
    """Watches the calls of one process, in a thread that runs while there are any."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._calls = dict[int, _Call]()
        """By thread; calls within a call are a part of it."""
        self._watching = False
        self._rests_until = dict[str, float]()
        self._room = defaultdict[str, Semaphore](lambda: Semaphore(AT_ONCE))

    def call(self, ruleset: str, module: str, work: Callable[[], Any]) -> Any:
        """Do the work of a ruleset's code, in `module`, in this thread.

        `Halted` if it takes too long, another call just did, or those under way leave no room.
        """
        if get_ident() in self._calls:
            return work()
        with self._place(ruleset):
            if monotonic() < self._rests_until.get(ruleset, 0.0):
                raise Halted(_RESTS)
            try:
                return self._watched(_Call(ruleset, module), work)
            except _Overrun as overrun:
                with self._lock:  # it may have come just before the end
                    self._calls.pop(get_ident(), None)
                raise Halted(_STOPPED) from overrun

    @contextmanager
    def _place(self, ruleset: str) -> Iterator[None]:
        room = self._room[ruleset]
        while not room.acquire(timeout=LOOK_SECONDS):
            if self._is_held_up(ruleset):
                raise Halted(_NO_ROOM)
        try:
            yield
        finally:
            room.release()

    def _is_held_up(self, ruleset: str) -> bool:
        """Whether all calls that there is room for are slow: to wait for them would hold one thread after the other."""
        began = monotonic() - SLOW_SECONDS
        with self._lock:
            slow = [call for call in self._calls.values() if call.ruleset == ruleset and call.since < began]
        return len(slow) >= AT_ONCE

    def _watched(self, call: _Call, work: Callable[[], Any]) -> Any:
        self._begin(call)
        try:
            return work()
        finally:
            self._end(call)

    def _begin(self, call: _Call) -> None:
        with self._lock:
            if not self._watching:
                Thread(target=self._watch, name="watchdog", daemon=True).start()  # it waits for the lock
                self._watching = True
                _put_off_end()
            self._calls[get_ident()] = call

    def _end(self, call: _Call) -> None:
        """From here on no exception arrives: the one that was sent, if any, has arrived, or is withdrawn."""
        with self._lock:
            del self._calls[get_ident()]
        if call.stopped:
            _raise_in(get_ident(), _NOTHING)

    def _watch(self) -> None:
        while pause := self._look():
            sleep(pause)

    def _look(self) -> float:
        """Stop what takes too long. The seconds until the next look, 0 if there is nothing to watch."""
        with self._lock:
            if not self._calls:
                self._watching = False
                faulthandler.cancel_dump_traceback_later()
                return 0.0
            if not any(call.overdue for call in self._calls.values()):
                _put_off_end()
            for thread, call in self._calls.items():
                if not call.stopped and monotonic() - call.since > CALL_SECONDS:
                    self._stop(thread, call)
            waits = any(call.overdue and not call.stopped for call in self._calls.values())
            return SOON_SECONDS if waits else LOOK_SECONDS

    def _stop(self, thread: int, call: _Call) -> None:
        """The thread does not run between a look at its frame and the exception, so it arrives in the package's code."""
        self._rests_until[call.ruleset] = monotonic() + REST_SECONDS
        call.overdue = True
        if _module_at(thread) == call.module:
            call.stopped = True
            _raise_in(thread, _Overrun)


def _module_at(thread: int) -> str:
    """The top-level module of the code that a thread runs."""
    name: str = sys._current_frames()[thread].f_globals.get("__name__", "")
    return name.partition(".")[0]


def _put_off_end() -> None:
    """The end of this process, by a thread that needs no lock of Python, after it has written what all threads do."""
    faulthandler.dump_traceback_later(END_SECONDS, exit=True, file=STDERR)


def watch_packages() -> None:
    """From now on calls of packages' code in this process are watched."""
    guarding.call_by(Watchdog().call)
