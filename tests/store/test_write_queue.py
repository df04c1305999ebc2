"""Writers stand in line in the order in which they came, and nobody waits for ever."""

from __future__ import annotations

import fcntl
import threading
from collections.abc import Callable
from functools import partial
from pathlib import Path
from time import monotonic
from types import SimpleNamespace

import pytest

from service.store import StoreUnusable, Trouble, open_store, write_queue
from service.store.fibers import Fibers
from service.store.write_queue import TakeGroup, WriteQueue

PATIENCE = 30.0
Work = Callable[[], object]


def serve(until: float, take: TakeGroup[Work]) -> None:
    for writer in take():
        writer.job()


class Held:
    """A turn that others have until they give it away."""

    def __init__(self) -> None:
        self.come, self.free = threading.Event(), threading.Event()
        self.groups: list[int] = []

    def __call__(self, until: float, take: TakeGroup[Work]) -> None:
        self.come.set()
        assert self.free.wait(PATIENCE)
        taken = take()
        self.groups.append(len(taken))
        for writer in taken:
            writer.job()


def nothing() -> None:
    pass


def crowd(
    writers: WriteQueue[Work], held: Held, count: int, done: list[int], refused: list[tuple[int, float]]
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
    assert held.come.wait(PATIENCE), "from here on the line looks at the time when it is told to"
    return threads


def join(threads: list[threading.Thread]) -> None:
    for thread in threads:
        thread.join(PATIENCE)
    assert not any(thread.is_alive() for thread in threads)


def set_clock(monkeypatch: pytest.MonkeyPatch) -> SimpleNamespace:
    """What a line takes for the time, which passes when a test says so."""
    clock = SimpleNamespace(now=0.0)
    monkeypatch.setattr(write_queue, "monotonic", lambda: clock.now)
    return clock


def test_who_came_first_is_served_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(write_queue, "QUEUE_SECONDS", PATIENCE)
    held, done, refused = Held(), list[int](), list[tuple[int, float]]()
    writers = WriteQueue("It", held)
    threads = crowd(writers, held, write_queue.STALLED_MOST, done, refused)
    held.free.set()
    join(threads)
    assert (done, refused) == (list(range(write_queue.STALLED_MOST)), [])
    writers.close()


def test_who_waits_together_is_served_together_up_to_a_number(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(write_queue, "QUEUE_SECONDS", PATIENCE)
    monkeypatch.setattr(write_queue, "STALL_SECONDS", PATIENCE)
    monkeypatch.setattr(write_queue, "GROUP_MOST", 3)
    held, done, refused = Held(), list[int](), list[tuple[int, float]]()
    writers = WriteQueue("It", held)
    threads = crowd(writers, held, 7, done, refused)
    held.free.set()
    join(threads)
    assert (done, held.groups) == (list(range(7)), [3, 3, 1])
    writers.close()


def test_nobody_waits_for_company() -> None:
    held = Held()
    held.free.set()
    writers = WriteQueue("It", held)
    for _ in range(3):
        writers.submit(nothing)
    assert held.groups == [1, 1, 1]
    writers.close()


def test_in_a_line_that_does_not_move_only_a_few_stay(monkeypatch: pytest.MonkeyPatch) -> None:
    """So a database that hangs does not take all threads; who stays is refused in the end, and never served then."""
    monkeypatch.setattr(write_queue, "STALL_SECONDS", 0.2)
    clock = set_clock(monkeypatch)
    held, done, refused = Held(), list[int](), list[tuple[int, float]]()
    writers = WriteQueue("It", held)
    threads = crowd(writers, held, write_queue.STALLED_MOST + 5, done, refused)
    clock.now += write_queue.QUEUE_SECONDS / 2
    join(threads[write_queue.STALLED_MOST :])
    assert {n for n, _ in refused} == set(range(write_queue.STALLED_MOST, write_queue.STALLED_MOST + 5))
    clock.now += write_queue.QUEUE_SECONDS / 2
    join(threads)
    assert len(refused) == write_queue.STALLED_MOST + 5
    held.free.set()
    monkeypatch.setattr(write_queue, "QUEUE_SECONDS", PATIENCE)
    writers.submit(lambda: done.append(-1))
    assert done == [-1]
    writers.close()


def test_nobody_joins_a_line_that_does_not_move(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(write_queue, "STALL_SECONDS", 0.1)
    monkeypatch.setattr(write_queue, "QUEUE_SECONDS", PATIENCE)
    held, done, refused = Held(), list[int](), list[tuple[int, float]]()
    writers = WriteQueue("It", held)
    threads = crowd(writers, held, write_queue.STALLED_MOST + 1, done, refused)
    threads[-1].join(PATIENCE)
    assert [n for n, _ in refused] == [write_queue.STALLED_MOST]
    with monkeypatch.context() as patched:
        patched.setattr(writers, "_wait_seconds", lambda writer: pytest.fail("it waited"))
        with pytest.raises(StoreUnusable):
            writers.submit(nothing)
    held.free.set()
    join(threads)
    assert done == list(range(write_queue.STALLED_MOST))
    writers.close()


def test_who_comes_in_one_long_turn_of_a_thread_stands_in_a_line_that_moves(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Who serves hears of him at the end of the turn only."""
    woken, done, clock = threading.Event(), list[int](), set_clock(monkeypatch)
    fibers, writers = Fibers(woken.set), WriteQueue("It", serve)
    writers.submit(nothing)
    for n in range(write_queue.STALLED_MOST + 5):
        fibers.start(partial(writers.submit, partial(done.append, n)))
        clock.now += 2 * write_queue.STALL_SECONDS
    fibers.end_turn()
    while fibers.waiting:
        assert woken.wait(PATIENCE)
        woken.clear()
        fibers.resume()
    assert done == list(range(write_queue.STALLED_MOST + 5))
    writers.close()


def test_who_is_being_served_is_waited_for_but_not_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    """How long that is gets short only when it is being served, so that a slow thread is not taken for a slow turn."""

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


def test_what_goes_wrong_is_the_writers_own(monkeypatch: pytest.MonkeyPatch) -> None:
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


def test_what_is_wrong_for_all_is_told_to_each_by_an_error_of_his_own(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """One that several threads raise at once would gather the ways of all of them."""
    monkeypatch.setattr(write_queue, "QUEUE_SECONDS", PATIENCE)
    held, refused, why = Held(), list[StoreUnusable](), OSError("No space left.")

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
    held.free.set()
    for thread in threads:
        thread.join(PATIENCE)
    assert held.groups == [4]
    assert len({id(error) for error in refused}) == 4
    assert {(str(error), error.trouble) for error in refused} == {("The disk is full.", Trouble.DISK_FULL)}
    assert all(error.__cause__ is why for error in refused)
    writers.close()


def test_who_closes_does_not_wait_for_a_turn_that_others_hold(tmp_path: Path) -> None:
    """A process that stopped in its turn keeps no other one from ending."""
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


def test_whoever_is_served_is_not_refused_between_leaving_the_line_and_being_served(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """However long the thread that serves is kept from going on there, by other threads."""
    monkeypatch.setattr(write_queue, "STALL_SECONDS", 0.1)
    turn, slow, done, refused = Held(), threading.Event(), list[int](), list[BaseException]()
    clock = SimpleNamespace(now=0.0)

    def kept_waiting() -> float:
        if threading.current_thread() is writers._thread and turn.free.is_set() and not slow.is_set():
            slow.set()
            clock.now += 2 * write_queue.QUEUE_SECONDS
            threading.Event().wait(5 * write_queue.STALL_SECONDS)  # in which all look up who wait
        return clock.now

    def write(n: int) -> None:
        try:
            writers.submit(lambda: done.append(n))
        except BaseException as error:
            refused.append(error)

    writers: WriteQueue[Work] = WriteQueue("It", turn)
    monkeypatch.setattr(write_queue, "monotonic", kept_waiting)
    threads = [threading.Thread(target=write, args=(n,)) for n in range(3)]
    for thread in threads:
        thread.start()
    while len(writers._queue) < 3:
        pass
    assert turn.come.wait(PATIENCE)
    turn.free.set()
    for thread in threads:
        thread.join(PATIENCE)
    assert (sorted(done), refused) == ([0, 1, 2], [])
