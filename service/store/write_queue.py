"""The write queue of a process (group commit): first come, first served, with time limits on every wait."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from copy import copy
from functools import partial
from time import monotonic
from typing import Generic, TypeVar

from .threads import start_thread
from .types import StoreClosed, StoreUnusable, Trouble
from .waiting import new_pending

QUEUE_SECONDS = 3.0
"""How long a write may stay in the queue."""
WRITE_SECONDS = 10.0
"""How long a write may take in all, queue included. One that takes longer may still commit after its caller was refused."""
STALL_SECONDS = 1.0
"""When no group has completed for this long, only the first few writes stay queued."""
STALLED_MOST = 8
"""How many writes stay queued while the queue is stalled."""

GROUP_MOST = 32
"""How many writes are committed together, which bounds how long the first of them waits for the others."""

OTHERS_WRITE = "{} cannot be written to now: other writers hold its lock."

Job = TypeVar("Job")


class QueuedWrite(Generic[Job]):
    """A job in the queue, and the caller that waits for it."""

    def __init__(self, job: Job) -> None:
        self.job = job
        self.queued_at = monotonic()
        self.waited = 0.0
        self.started = False
        self.finished = new_pending()
        self.error: BaseException | None = None
        self._shares_error = False

    def fail_with_others(self, error: BaseException) -> None:
        """Fail with an error that other writes fail with, too."""
        self.error, self._shares_error = error, True

    def check(self) -> None:
        """Raise what went wrong. Each caller raises its own copy of a shared error, because raising adds to its traceback."""
        if self.error is None:
            return
        if not self._shares_error:
            raise self.error
        own = copy(self.error).with_traceback(self.error.__traceback__)
        raise own from self.error.__cause__


TakeGroup = Callable[[], Sequence[QueuedWrite[Job]]]


def succeeded(writes: Iterable[QueuedWrite[Job]]) -> list[Job]:
    """The jobs of the writes without an error."""
    return [write.job for write in writes if write.error is None]


class WriteQueue(Generic[Job]):
    """One thread does the jobs of all writers of the process, in order, in groups of those that are queued at the same time.

    `serve(until, take)` waits for its lock no longer than `until` (`monotonic`), calls `take` for the writes that are still
    queued, and does their jobs; it sets a write's `error` if that write alone failed. What it raises fails the whole group, or
    only the first write in the queue if it raises before `take`. `name` is the database's, for messages. `refusal` is raised for
    a job that waits for too long, or beyond the first `stalled_most` while the queue is stalled.
    """

    def __init__(
        self,
        name: str,
        serve: Callable[[float, TakeGroup[Job]], None],
        refusal: StoreUnusable | None = None,
        stalled_most: float = STALLED_MOST,
    ) -> None:
        self._name, self._serve, self._stalled_most = name, serve, stalled_most
        self._refused = refusal or StoreUnusable(OTHERS_WRITE.format(name), Trouble.LOCKED)
        self._queue: deque[QueuedWrite[Job]] = deque()
        self._state = threading.Condition()
        self._thread: threading.Thread | None = None
        self._busy = False
        self._busy_since = monotonic()
        self._closed = False

    def submit(self, job: Job) -> float:
        """Have a job done, and wait for it; returns the seconds spent in the queue.

        Raises the job's error, or `StoreUnusable` when it stays queued for too long.
        """
        write = QueuedWrite(job)
        self._enqueue(write)
        while not write.finished.wait(self._wait_seconds(write)):
            with self._state:
                if not write.finished.is_set and self._has_timed_out(write):
                    if write in self._queue:
                        self._queue.remove(write)
                    raise self._refusal()
        write.check()
        return write.waited

    def _enqueue(self, write: QueuedWrite[Job]) -> None:
        with self._state:
            if self._closed:
                raise StoreClosed(self._name)
            if self._is_stalled() and len(self._queue) >= self._stalled_most:
                raise self._refusal()
            if self._thread is None:
                self._thread = start_thread(self._run, "store-writer")
            self._queue.append(write)
        write.finished.before_wait(self._wake)

    def _wake(self) -> None:
        with self._state:
            self._state.notify()

    def _wait_seconds(self, write: QueuedWrite[Job]) -> float:
        """Seconds until a waiting caller checks its time limits again."""
        limit = WRITE_SECONDS if write.started else QUEUE_SECONDS
        return max(0.0, min(STALL_SECONDS, write.queued_at + limit - monotonic()))

    def _has_timed_out(self, write: QueuedWrite[Job]) -> bool:
        waited = monotonic() - write.queued_at
        if write.started:
            return waited >= WRITE_SECONDS
        return waited >= QUEUE_SECONDS or (
            self._is_stalled() and self._queue.index(write) >= self._stalled_most
        )

    def _is_stalled(self) -> bool:
        return self._busy and monotonic() - self._busy_since > STALL_SECONDS

    def _refusal(self) -> StoreUnusable:
        return copy(self._refused)

    def _run(self) -> None:
        while (first := self._first()) is not None:
            group: list[QueuedWrite[Job]] = []
            try:
                self._serve(first.queued_at + QUEUE_SECONDS, partial(self._take, group))
            except BaseException as error:
                for (
                    write
                ) in group:  # also those already given an error of their own: their transaction is gone
                    write.fail_with_others(error)
                if not group:
                    self._reject([first], error)
            self._finish(group)

    def _first(self) -> QueuedWrite[Job] | None:
        """Wait for the first write in the queue, which may still time out and leave; None once the queue is closed."""
        with self._state:
            self._state.wait_for(lambda: self._queue or self._closed)
            self._busy, self._busy_since = not self._closed, monotonic()
            return self._queue[0] if self._busy else None

    def _take(self, group: list[QueuedWrite[Job]]) -> list[QueuedWrite[Job]]:
        with self._state:
            while self._queue and len(group) < GROUP_MOST:
                write = self._queue.popleft()
                write.started, write.waited = True, monotonic() - write.queued_at
                group.append(write)
        return group

    def _finish(self, group: Iterable[QueuedWrite[Job]]) -> None:
        with self._state:
            self._busy = False
        for write in group:
            write.finished.set()

    def _reject(self, writes: Iterable[QueuedWrite[Job]], error: BaseException) -> None:
        with self._state:
            for write in [one for one in writes if one in self._queue]:
                self._queue.remove(write)
                write.fail_with_others(error)
                write.finished.set()

    def close(self) -> bool:
        """Reject all queued writes and wait a moment for the group being written. Whether nothing is being written any more."""
        with self._state:
            self._closed = True
            self._reject(list(self._queue), StoreClosed(self._name))
            self._state.notify_all()
        if self._thread is not None:
            self._thread.join(STALL_SECONDS)
        return self._thread is None or not self._thread.is_alive()
