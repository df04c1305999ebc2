"""Fibers: one thread goes on with others while one waits."""

from __future__ import annotations

import threading

import pytest

from service.store.fibers import Fibers, Pending, new_pending

LONG = 60.0


class Thread:
    """What a thread with fibers does between them: it goes on when it is woken."""

    def __init__(self) -> None:
        self.woken = 0
        self.fibers = Fibers(self._wake)

    def _wake(self) -> None:
        self.woken += 1


def waiting(thread: Thread, told: list[str], name: str, seconds: float = LONG) -> Pending:
    """What a fiber of this name waits for, which says what it has come to."""
    made: list[Pending] = []

    def work() -> None:
        made.append(new_pending())
        told.append(f"{name} begins")
        told.append(f"{name} goes on" if made[0].wait(seconds) else f"{name} gives up")

    thread.fibers.start(work)
    return made[0]


def test_others_go_on_while_one_waits() -> None:
    thread, told = Thread(), list[str]()
    first, second = waiting(thread, told, "a"), waiting(thread, told, "b")
    assert told == ["a begins", "b begins"]
    second.set()
    assert told == ["a begins", "b begins"]
    thread.fibers.resume()
    first.set()
    thread.fibers.resume()
    assert told[2:] == ["b goes on", "a goes on"]
    assert not thread.fibers.waiting


def test_it_may_come_in_another_thread_and_wakes_once_for_all() -> None:
    thread, told = Thread(), list[str]()
    ones = [waiting(thread, told, name) for name in "abc"]
    other = threading.Thread(target=lambda: [one.set() for one in ones])
    other.start()
    other.join(LONG)
    assert (told, thread.woken) == (["a begins", "b begins", "c begins"], 1)
    thread.fibers.resume()
    assert told[3:] == ["a goes on", "b goes on", "c goes on"]
    waiting(thread, told, "d").set()
    assert thread.woken == 2


def test_nobody_waits_longer_than_he_said() -> None:
    thread, told = Thread(), list[str]()
    late = waiting(thread, told, "a", seconds=0.0)
    waiting(thread, told, "b")
    thread.fibers.resume_expired()
    assert told[2:] == ["a gives up"]
    late.set()
    thread.fibers.resume()
    assert told[2:] == ["a gives up"]


def test_what_is_here_is_not_waited_for() -> None:
    told = list[bool]()

    def work() -> None:
        here = new_pending()
        here.set()
        told.append(here.wait(LONG))

    Thread().fibers.start(work)
    assert told == [True]


@pytest.mark.parametrize("count", (1, 3))
def test_who_begin_to_wait_in_one_turn_say_so_once(count: int) -> None:
    thread, told = Thread(), list[str]()

    def tell() -> None:
        told.append("somebody waits")

    def work() -> None:
        new_pending().before_wait(tell)

    for _ in range(count):
        thread.fibers.start(work)
    assert told == []
    thread.fibers.end_turn()
    thread.fibers.end_turn()
    assert told == ["somebody waits"]


def test_what_a_fiber_raises_is_raised_where_it_began() -> None:
    def work() -> None:
        raise LookupError("here")

    with pytest.raises(LookupError, match="here"):
        Thread().fibers.start(work)


def test_a_thread_waits_by_itself() -> None:
    told, here = list[str](), new_pending()
    here.before_wait(lambda: told.append("somebody waits"))
    assert told == ["somebody waits"]
    assert not here.wait(0.01)
    assert not here.is_set
    other = threading.Thread(target=here.set)
    other.start()
    assert here.wait(LONG)
    assert here.is_set
    other.join(LONG)
