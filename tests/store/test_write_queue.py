"""The write queue serves writers in order, and no writer waits for ever."""

from __future__ import annotations

import asyncio
import fcntl
import threading
from collections.abc import Callable
from functools import partial
from pathlib import Path
from time import monotonic
from types import SimpleNamespace

import pytest

from service.store import StoreUnusable, Trouble, open_store, write_queue
from service.store.waiting import run_in_loop
from service.store.write_queue import TakeGroup, WriteQueue

PATIENCE = 30.0
Work = Callable[[], object]


def serve(until: float, take: TakeGroup[Work]) -> None:
    for write in take():
        write.job()


class HeldLock:
    """Serves the queue only after another process, so to speak, has released its lock."""

    def __init__(self) -> None:
        self.reached, self.released = threading.Event(), threading.Event()
        self.groups: list[int] = []

    def __call__(self, until: float, take: TakeGroup[Work]) -> None:
        self.reached.set()
        assert self.released.wait(PATIENCE)
        group = take()
        self.groups.append(len(group))
        for write in group:
            write.job()


def nothing() -> None:
    pass


def fill(
    writers: WriteQueue[Work], held: HeldLock, count: int, done: list[int], refused: list[tuple[int, float]]
) -> list[threading.Thread]:
    def write(n: int) -> None:
        came = monotonic()
        try:
            writers.submit(lambda: done.append(n))
        except StoreUnusable as error:
            refused.append((n if error.trouble is Trouble.LOCKED else -1, monotonic() - came))

    threads = [threading.Thread(target=write, args=(n,)) for n in range(count)]
    for n, thread in enumerate(threads, 1):
        thread.start()
        while thread.is_alive() and len(writers._queue) < n and not refused:
            pass
    assert held.reached.wait(PATIENCE), "from here on only the test moves the clock"
    return threads


def join(threads: list[threading.Thread]) -> None:
    for thread in threads:
        thread.join(PATIENCE)
    assert not any(thread.is_alive() for thread in threads)


def set_clock(monkeypatch: pytest.MonkeyPatch) -> SimpleNamespace:
    """The queue's clock, moved only by the test."""
    clock = SimpleNamespace(now=0.0)
    monkeypatch.setattr(write_queue, "monotonic", lambda: clock.now)
    return clock


def test_writes_are_served_in_order(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(write_queue, "QUEUE_SECONDS", PATIENCE)
    held, done, refused = HeldLock(), list[int](), list[tuple[int, float]]()
    writers = WriteQueue("It", held)
    threads = fill(writers, held, write_queue.STALLED_MOST, done, refused)
    held.released.set()
    join(threads)
    assert (done, refused) == (list(range(write_queue.STALLED_MOST)), [])
    writers.close()


def test_queued_writes_are_served_in_groups_of_limited_size(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(write_queue, "QUEUE_SECONDS", PATIENCE)
    monkeypatch.setattr(write_queue, "STALL_SECONDS", PATIENCE)
    monkeypatch.setattr(write_queue, "GROUP_MOST", 3)
    held, done, refused = HeldLock(), list[int](), list[tuple[int, float]]()
    writers = WriteQueue("It", held)
    threads = fill(writers, held, 7, done, refused)
    held.released.set()
    join(threads)
    assert (done, held.groups) == (list(range(7)), [3, 3, 1])
    writers.close()


def test_a_write_does_not_wait_for_a_group() -> None:
    held = HeldLock()
    held.released.set()
    writers = WriteQueue("It", held)
    for _ in range(3):
        writers.submit(nothing)
    assert held.groups == [1, 1, 1]
    writers.close()


def test_only_a_few_writes_stay_in_a_stalled_queue(monkeypatch: pytest.MonkeyPatch) -> None:
    """So a hanging database blocks few threads. The writes that stay are refused in the end, and never served then."""
    monkeypatch.setattr(write_queue, "STALL_SECONDS", 0.2)
    clock = set_clock(monkeypatch)
    held, done, refused = HeldLock(), list[int](), list[tuple[int, float]]()
    writers = WriteQueue("It", held)
    threads = fill(writers, held, write_queue.STALLED_MOST + 5, done, refused)
    clock.now += write_queue.QUEUE_SECONDS / 2
    join(threads[write_queue.STALLED_MOST :])
    assert {n for n, _ in refused} == set(range(write_queue.STALLED_MOST, write_queue.STALLED_MOST + 5))
    clock.now += write_queue.QUEUE_SECONDS / 2
    join(threads)
    assert len(refused) == write_queue.STALLED_MOST + 5
    held.released.set()
    monkeypatch.setattr(write_queue, "QUEUE_SECONDS", PATIENCE)
    writers.submit(lambda: done.append(-1))
    assert done == [-1]
    writers.close()


def test_a_full_stalled_queue_refuses_new_writes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(write_queue, "STALL_SECONDS", 0.1)
    monkeypatch.setattr(write_queue, "QUEUE_SECONDS", PATIENCE)
    held, done, refused = HeldLock(), list[int](), list[tuple[int, float]]()
    writers = WriteQueue("It", held)
    threads = fill(writers, held, write_queue.STALLED_MOST + 1, done, refused)
    threads[-1].join(PATIENCE)
    assert [n for n, _ in refused] == [write_queue.STALLED_MOST]
    with monkeypatch.context() as patched:
        patched.setattr(writers, "_wait_seconds", lambda writer: pytest.fail("it waited"))
        with pytest.raises(StoreUnusable):
            writers.submit(nothing)
    held.released.set()
    join(threads)
    assert done == list(range(write_queue.STALLED_MOST))
    writers.close()


def test_writes_queued_in_one_long_turn_of_a_loop_find_no_stalled_queue_and_form_one_group(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The serving thread is woken only at the end of the turn."""
    held, done, clock = HeldLock(), list[int](), set_clock(monkeypatch)
    held.released.set()
    writers, count = WriteQueue("It", held), write_queue.STALLED_MOST + 5
    writers.submit(nothing)

    def submit(n: int) -> None:
        clock.now += write_queue.QUEUE_SECONDS / count / 2
        writers.submit(partial(done.append, n))

    async def turn() -> None:
        await asyncio.gather(*[run_in_loop(partial(submit, n)) for n in range(count)])

    asyncio.run(turn())
    assert (done, held.groups) == (list(range(count)), [1, count])
    writers.close()


def test_a_write_in_progress_is_awaited_but_not_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    """The limits shrink only while the write is in progress, so that a slow thread does not count as a slow write."""

    def patient(turn: float, done: float) -> None:
        monkeypatch.setattr(write_queue, "QUEUE_SECONDS", turn)
        monkeypatch.setattr(write_queue, "WRITE_SECONDS", done)

    def longer_than_a_turn() -> None:
        patient(0.1, PATIENCE)
        over.wait(0.3)

    def endless() -> None:
        patient(PATIENCE, 0.1)
        over.wait(PATIENCE)

    writers, over = WriteQueue("It", serve), threading.Event()
    patient(PATIENCE, PATIENCE)
    writers.submit(longer_than_a_turn)
    patient(PATIENCE, PATIENCE)
    with pytest.raises(StoreUnusable):
        writers.submit(endless)
    over.set()
    writers.close()


def test_an_error_is_raised_to_its_own_writer(monkeypatch: pytest.MonkeyPatch) -> None:
    turns = iter([False, True, True])

    def turn(until: float, take: TakeGroup[Work]) -> None:
        if not next(turns):
            raise StoreUnusable("There is no file.")
        serve(until, take)

    writers = WriteQueue("It", turn)
    with pytest.raises(StoreUnusable, match=r"no file"):
        writers.submit(nothing)
    with pytest.raises(ZeroDivisionError):
        writers.submit(lambda: print(1 // 0))
    writers.submit(nothing)
    writers.close()
    with pytest.raises(StoreUnusable, match="closed"):
        writers.submit(nothing)


def test_each_writer_raises_its_own_copy_of_a_shared_error(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """One exception raised by several threads would collect the tracebacks of all of them."""
    monkeypatch.setattr(write_queue, "QUEUE_SECONDS", PATIENCE)
    held, refused, why = HeldLock(), list[StoreUnusable](), OSError("No space left.")

    def full(until: float, take: TakeGroup[Work]) -> None:
        held(until, take)
        raise StoreUnusable("The disk is full.", Trouble.DISK_FULL) from why

    def write() -> None:
        try:
            writers.submit(nothing)
        except StoreUnusable as error:
            refused.append(error)

    writers: WriteQueue[Work] = WriteQueue("It", full)
    threads = [threading.Thread(target=write) for _ in range(4)]
    for thread in threads:
        thread.start()
    while len(writers._queue) < 4:
        pass
    held.released.set()
    for thread in threads:
        thread.join(PATIENCE)
    assert held.groups == [4]
    assert len({id(error) for error in refused}) == 4
    assert {(str(error), error.trouble) for error in refused} == {("The disk is full.", Trouble.DISK_FULL)}
    assert all(error.__cause__ is why for error in refused)
    writers.close()


@pytest.mark.soak
def test_closing_does_not_wait_for_a_lock_that_another_process_holds(tmp_path: Path) -> None:
    """A process that hangs while it holds the lock does not keep others from ending."""
    store = open_store(f"sqlite:///{tmp_path / 'kronika.db'}", bytes(32), create=True)
    store.migrate()
    with (tmp_path / "kronika.db-turn").open() as turn:
        fcntl.flock(turn, fcntl.LOCK_EX)
        with pytest.raises(StoreUnusable):
            store.append("", [], [])
        closing = threading.Thread(target=store.close, daemon=True)
        closing.start()
        closing.join(PATIENCE)
        assert not closing.is_alive()


def test_a_write_is_not_refused_between_leaving_the_queue_and_being_served(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """However long other threads delay the serving thread at that point."""
    monkeypatch.setattr(write_queue, "STALL_SECONDS", 0.1)
    turn, slow, done, refused = HeldLock(), threading.Event(), list[int](), list[BaseException]()
    clock = SimpleNamespace(now=0.0)

    def delayed() -> float:
        if threading.current_thread() is writers._thread and turn.released.is_set() and not slow.is_set():
            slow.set()
            clock.now += 2 * write_queue.QUEUE_SECONDS
            threading.Event().wait(5 * write_queue.STALL_SECONDS)  # meanwhile all callers check their limits
        return clock.now

    def write(n: int) -> None:
        try:
            writers.submit(lambda: done.append(n))
        except BaseException as error:
            refused.append(error)

    writers: WriteQueue[Work] = WriteQueue("It", turn)
    monkeypatch.setattr(write_queue, "monotonic", delayed)
    threads = [threading.Thread(target=write, args=(n,)) for n in range(3)]
    for thread in threads:
        thread.start()
    while len(writers._queue) < 3:
        pass
    assert turn.reached.wait(PATIENCE)
    turn.released.set()
    for thread in threads:
        thread.join(PATIENCE)
    assert (sorted(done), refused) == ([0, 1, 2], [])
