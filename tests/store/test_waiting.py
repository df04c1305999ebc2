"""Synchronous code waits: in a thread by itself, in an event loop while the loop goes on."""

from __future__ import annotations

import asyncio
import threading
import weakref
from asyncio import Future
from collections.abc import Callable, Coroutine
from contextvars import ContextVar
from functools import partial
from typing import Any

import pytest

from service.store.waiting import Pending, in_thread, new_pending, run_in_loop

LONG = 60.0
NAME = ContextVar("name", default="nobody")
HELD = ContextVar[object]("held", default=None)


def in_loop(test: Callable[[], Coroutine[Any, Any, None]]) -> Callable[[], None]:
    def run() -> None:
        asyncio.run(asyncio.wait_for(test(), LONG))

    run.__name__, run.__doc__ = test.__name__, test.__doc__
    return run


class Code:
    """What runs in the loop and waits, and notes what it comes to."""

    def __init__(self, noted: list[str], name: str, seconds: float = LONG) -> None:
        self._noted, self._name, self._seconds = noted, name, seconds
        self.pending: Pending
        self.done: Future[str] = run_in_loop(self._run)

    def _run(self) -> str:
        self.pending = new_pending()
        self._noted.append(f"{self._name} begins")
        here = self.pending.wait(self._seconds)
        self._noted.append(f"{self._name} goes on" if here else f"{self._name} gives up")
        return self._name


@in_loop
async def test_others_go_on_while_one_waits() -> None:
    noted = list[str]()
    first, second = Code(noted, "a"), Code(noted, "b")
    assert noted == ["a begins", "b begins"]
    second.pending.set()
    assert await second.done == "b"
    first.pending.set()
    assert await first.done == "a"
    assert noted[2:] == ["b goes on", "a goes on"]


@in_loop
async def test_any_thread_ends_the_wait() -> None:
    noted = list[str]()
    codes = [Code(noted, name) for name in "abc"]
    threading.Thread(target=lambda: [code.pending.set() for code in codes]).start()
    assert await asyncio.gather(*[code.done for code in codes]) == ["a", "b", "c"]
    assert noted[3:] == ["a goes on", "b goes on", "c goes on"]


@in_loop
async def test_code_waits_no_longer_than_it_said() -> None:
    noted = list[str]()
    late = Code(noted, "a", seconds=0.0)
    await late.done
    late.pending.set()
    await asyncio.sleep(0)
    assert noted == ["a begins", "a gives up"]


@in_loop
async def test_what_comes_too_late_ends_no_other_wait() -> None:
    pendings = list[Pending]()

    def work() -> list[bool]:
        waited = list[bool]()
        for seconds in (0.0, LONG):
            pendings.append(new_pending())
            waited.append(pendings[-1].wait(seconds))
        return waited

    done = run_in_loop(work)
    while len(pendings) < 2:
        await asyncio.sleep(0)
    pendings[0].set()
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    assert not done.done()
    pendings[1].set()
    assert await done == [False, True]


@in_loop
async def test_code_goes_on_though_nobody_awaits_its_result() -> None:
    noted = list[str]()
    asyncio.get_running_loop().set_exception_handler(lambda loop, context: noted.append(str(context)))
    left, failing = Code(noted, "a"), run_in_loop(_wait_and_fail)
    for done in (left.done, failing):
        done.cancel()
    left.pending.set()
    while len(noted) < 2:
        await asyncio.sleep(0)
    await asyncio.sleep(0)
    assert noted == ["a begins", "a goes on"]


def _wait_and_fail() -> None:
    new_pending().wait(0.0)
    raise LookupError("nobody hears of it")


@in_loop
async def test_what_has_happened_is_not_waited_for() -> None:
    def work() -> bool:
        here = new_pending()
        here.set()
        return here.wait(LONG)

    done = run_in_loop(work)
    assert done.done()
    assert done.result()


@in_loop
async def test_before_the_wait_all_others_of_the_turn_begin() -> None:
    noted = list[str]()

    def work() -> None:
        noted.append("begun")
        pending = new_pending()
        pending.before_wait(lambda: noted.append("called") or pending.set())
        pending.wait(LONG)

    await asyncio.gather(*[run_in_loop(work) for _ in range(2)])
    assert noted == ["begun", "begun", "called", "called"]


@in_loop
async def test_what_code_raises_is_raised_to_those_who_await_it() -> None:
    def work() -> None:
        raise LookupError("here")

    with pytest.raises(LookupError, match="here"):
        await run_in_loop(work)


@in_loop
async def test_work_finds_nothing_of_the_work_before_it() -> None:
    held = Future[None]()
    ended = weakref.ref(held)

    def work(name: str, held: object) -> str:
        found = NAME.get()
        NAME.set(name)
        HELD.set(held)
        new_pending().wait(0.0)
        return found

    ran = [run_in_loop(partial(work, "a", held)) for _ in range(100)]  # more than are used again
    assert {*await asyncio.gather(*ran)} == {"nobody"}
    assert [await run_in_loop(partial(work, name, held)) for name in "bc"] == ["nobody"] * 2
    del held
    assert ended() is None


@in_loop
async def test_long_work_is_left_to_a_thread() -> None:
    """With its context and its errors, while the loop goes on."""
    released, threads = threading.Event(), list[threading.Thread]()

    def long(name: str) -> str:
        threads.append(threading.current_thread())
        assert released.wait(LONG)
        if NAME.get() != name:
            raise LookupError(name)
        return name

    def work(name: str) -> str:
        NAME.set("a")
        return in_thread(lambda: long(name))

    done, failed = run_in_loop(lambda: work("a")), run_in_loop(lambda: work("b"))
    await asyncio.sleep(0)
    released.set()
    assert await done == "a"
    with pytest.raises(LookupError):
        await failed
    assert threading.current_thread() not in threads
    assert NAME.get() == "nobody"


def test_a_thread_does_long_work_itself() -> None:
    assert in_thread(threading.current_thread) is threading.current_thread()


def test_a_thread_waits_by_itself() -> None:
    called, here = list[str](), new_pending()
    here.before_wait(lambda: called.append("before"))
    assert called == ["before"]
    assert not here.wait(0.01)
    assert not here.is_set
    other = threading.Thread(target=here.set)
    other.start()
    assert here.wait(LONG)
    assert here.is_set
    other.join(LONG)


def test_a_loop_that_is_closed_is_not_told() -> None:
    """The writing thread goes on with the others of its group."""
    noted = list[str]()

    async def begin() -> Pending:
        return Code(noted, "a").pending

    asyncio.run(begin()).set()
    assert noted == ["a begins"]
