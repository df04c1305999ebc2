"""Nobody waits for a server that is away: one thread tries until it is back."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress

import pytest

from service.store import StoreUnusable, circuit_breaker
from service.store.circuit_breaker import CircuitBreaker
from service.store.probe import Probe
from service.store.write_queue import WriteQueue

PATIENCE = 30.0


class Server:
    """Away until `back` is set; whoever tries `slow` waits that long for nothing."""

    def __init__(self) -> None:
        self.back = threading.Event()
        self.attempts = self.reconnected = 0
        self.trying = threading.Event()
        self.silent = False

    def attempt(self) -> None:
        self.attempts += 1
        self.trying.set()
        if self.silent:
            self.back.wait(PATIENCE)
        if not self.back.is_set():
            raise StoreUnusable("It is away.")

    def reconnect(self, place: int) -> None:
        self.reconnected += 1


def is_refused(act: Callable[[], None]) -> bool:
    try:
        act()
    except StoreUnusable:
        return True
    return False


def until_reached(server: CircuitBreaker) -> None:
    deadline = time.monotonic() + PATIENCE
    while is_refused(server.check):
        assert time.monotonic() < deadline


@pytest.mark.parametrize("silent", [False, True])
def test_all_are_refused_while_one_tries(silent: bool) -> None:
    """Also when a try itself is held up, because nothing comes back from where the server was."""
    server = Server()
    server.silent = silent
    breaker = CircuitBreaker([server.attempt], server.reconnect)
    breaker.check()
    assert is_refused(breaker.connection_lost)
    assert all(is_refused(breaker.check) for _ in range(1000))
    assert all(is_refused(breaker.connection_lost) for _ in range(1000))
    assert server.attempts == 1 or not silent
    assert server.reconnected == 0
    server.back.set()
    until_reached(breaker)
    assert server.reconnected == 1
    breaker.close()


def test_a_connection_that_broke_alone_is_no_absence() -> None:
    server = Server()
    server.back.set()
    breaker = CircuitBreaker([server.attempt], server.reconnect)
    breaker.connection_lost()
    breaker.check()
    assert (server.attempts, server.reconnected) == (1, 1)
    breaker.close()


def test_whichever_place_lets_one_in_first_is_gone_on_with() -> None:
    """Also while another one is gone without a word, so that each try there takes its time."""
    silent, refusing, back = Server(), Server(), Server()
    silent.silent = True
    found: list[int] = []
    breaker = CircuitBreaker([silent.attempt, refusing.attempt, back.attempt], found.append)
    with suppress(StoreUnusable):
        breaker.connection_lost()
    assert silent.trying.wait(PATIENCE)
    assert refusing.trying.wait(PATIENCE)
    assert is_refused(breaker.check)
    back.back.set()
    until_reached(breaker)
    assert found == [2]
    silent.back.set()
    refusing.back.set()
    breaker.check()
    assert found == [2]
    breaker.close()


def test_a_doubt_that_was_wrong_changes_nothing() -> None:
    """Something takes long, but the server is there: nobody else is refused, and connections stay."""
    server = Server()
    server.back.set()
    breaker = CircuitBreaker([server.attempt], server.reconnect)
    breaker.connection_stalled()
    breaker.check()
    assert (server.attempts, server.reconnected) == (1, 0)
    breaker.close()


def test_others_go_on_while_one_doubts() -> None:
    server = Server()
    server.silent = True
    breaker = CircuitBreaker([server.attempt], server.reconnect)
    doubting = threading.Thread(target=is_refused, args=(breaker.connection_stalled,))
    doubting.start()
    assert server.trying.wait(PATIENCE)
    breaker.check()
    server.back.set()
    doubting.join()
    assert server.reconnected == 0
    breaker.close()


@pytest.mark.parametrize("silent", [False, True])
def test_a_doubt_that_is_right_breaks_with_the_server(silent: bool) -> None:
    server = Server()
    server.silent = silent
    breaker = CircuitBreaker([server.attempt], server.reconnect)
    assert is_refused(breaker.connection_stalled)
    assert is_refused(breaker.check)
    server.back.set()
    until_reached(breaker)
    assert server.reconnected == 1
    breaker.close()


def test_why_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(circuit_breaker, "RETRY_SECONDS", PATIENCE)
    server = Server()
    breaker = CircuitBreaker([server.attempt], server.reconnect)
    with pytest.raises(StoreUnusable, match="It is away"):
        breaker.connection_lost()
    breaker.close()


def test_a_try_that_fails_in_an_unforeseen_way_is_not_the_last_one() -> None:
    """Such as one for which there was no descriptor; or there was none for the connections that follow it."""
    failing = iter([OSError("no descriptors"), None, None])
    renewing = iter([RuntimeError("no threads"), None])

    def fail(errors: Iterator[Exception | None]) -> None:
        if (error := next(errors)) is not None:
            raise error

    breaker = CircuitBreaker([lambda: fail(failing)], lambda place: fail(renewing))
    with suppress(StoreUnusable):
        breaker.connection_lost()
    until_reached(breaker)
    assert [*failing, *renewing] == []


def test_who_gets_no_thread_now_gets_one_later(monkeypatch: pytest.MonkeyPatch) -> None:
    server = Server()
    breaker, queue, probe = (
        CircuitBreaker([server.attempt], server.reconnect),
        WriteQueue[None]("It", lambda until, take: take() and None),
        Probe("accepted a write", lambda: None),
    )
    with monkeypatch.context() as crowded:
        crowded.setattr(threading.Thread, "start", no_more_threads)
        for wanting in (breaker.connection_lost, probe.check, lambda: queue.submit(None)):
            with pytest.raises(StoreUnusable, match="no thread"):
                wanting()
    server.back.set()
    breaker.connection_lost()
    probe.check()
    queue.submit(None)
    queue.close()


def no_more_threads(thread: threading.Thread) -> None:
    raise RuntimeError("can't start new thread")
