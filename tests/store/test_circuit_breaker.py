"""While a server is unreachable, calls fail at once and a background thread retries."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

import pytest

from service.store import StoreUnusable, circuit_breaker
from service.store.circuit_breaker import CircuitBreaker
from service.store.probe import Probe
from service.store.write_queue import WriteQueue
from tests.running import until

PATIENCE = 30.0


class Server:
    """Unreachable until `back` is set. While `silent`, an attempt blocks until then instead of failing."""

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
def test_calls_fail_at_once_while_a_thread_retries(silent: bool) -> None:
    """Even if an attempt blocks, because the server vanished without a reset."""
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


def test_one_broken_connection_does_not_open_the_breaker() -> None:
    server = Server()
    server.back.set()
    breaker = CircuitBreaker([server.attempt], server.reconnect)
    breaker.connection_lost()
    breaker.check()
    assert (server.attempts, server.reconnected) == (1, 1)
    breaker.close()


def test_the_first_host_that_answers_is_used() -> None:
    """Even while another host has vanished, so that each attempt there blocks."""
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


def test_a_stalled_connection_to_a_reachable_server_changes_nothing() -> None:
    """A query takes long, but the server is reachable: no other call fails, and connections stay open."""
    server = Server()
    server.back.set()
    breaker = CircuitBreaker([server.attempt], server.reconnect)
    breaker.connection_stalled()
    breaker.check()
    assert (server.attempts, server.reconnected) == (1, 0)
    breaker.close()


def test_other_calls_continue_while_a_stalled_connection_is_checked() -> None:
    server = Server()
    server.silent = True
    breaker = CircuitBreaker([server.attempt], server.reconnect)
    checking = threading.Thread(target=is_refused, args=(breaker.connection_stalled,))
    checking.start()
    assert server.trying.wait(PATIENCE)
    breaker.check()
    server.back.set()
    checking.join()
    assert server.reconnected == 0
    breaker.close()


@pytest.mark.parametrize("silent", [False, True])
def test_a_stalled_connection_to_a_lost_server_opens_the_breaker(silent: bool) -> None:
    server = Server()
    server.silent = silent
    breaker = CircuitBreaker([server.attempt], server.reconnect)
    assert is_refused(breaker.connection_stalled)
    assert is_refused(breaker.check)
    server.back.set()
    until_reached(breaker)
    assert server.reconnected == 1
    breaker.close()


def test_the_error_says_why(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(circuit_breaker, "RETRY_SECONDS", PATIENCE)
    server = Server()
    breaker = CircuitBreaker([server.attempt], server.reconnect)
    with pytest.raises(StoreUnusable, match="It is away"):
        breaker.connection_lost()
    breaker.close()


def test_an_unforeseen_error_does_not_end_the_retries() -> None:
    """Such as a lack of file descriptors, for the attempt or for the new connections after it."""
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


def test_a_lack_of_threads_is_temporary(monkeypatch: pytest.MonkeyPatch) -> None:
    server = Server()
    breaker, queue, probe = (
        CircuitBreaker([server.attempt], server.reconnect),
        WriteQueue[None]("It", lambda until, take: take() and None),
        Probe("accepted a write", lambda: None),
    )
    with monkeypatch.context() as crowded:
        crowded.setattr(threading.Thread, "start", no_more_threads)
        for call in (breaker.connection_lost, probe.check, lambda: queue.submit(None)):
            with pytest.raises(StoreUnusable, match="no thread"):
                call()
    server.back.set()
    breaker.connection_lost()
    probe.check()
    queue.submit(None)
    queue.close()


def no_more_threads(thread: threading.Thread) -> None:
    raise RuntimeError("can't start new thread")


def test_what_a_probe_reads_is_read_before_its_connection_is_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    """And afterwards nothing is."""
    monkeypatch.setattr("service.store.probe.WAIT_SECONDS", 0.1)
    order, closing = list[str](), threading.Event()

    def attempt() -> None:
        closing.wait(PATIENCE)
        order.append("read")

    def close() -> None:
        closing.set()
        probe.close()
        order.append("closed")

    probe = Probe("answered a read", attempt, fresh=0.0)
    with ThreadPoolExecutor(2) as pool:
        pool.submit(probe.check)
        until(lambda: probe._running, "the attempt")
        pool.submit(close).result(PATIENCE)
    assert order == ["read", "closed"]
    with pytest.raises(StoreUnusable):
        probe.check()
    assert order == ["read", "closed"]
