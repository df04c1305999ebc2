"""Nobody waits for a server that is away: one thread tries until it is back."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress

import pytest

from service.store import StoreUnusable, reach
from service.store.line import Line
from service.store.pulse import Pulse
from service.store.reach import Reach

PATIENCE = 30.0


class Server:
    """Away until `back` is set; whoever tries `slow` waits that long for nothing."""

    def __init__(self) -> None:
        self.back = threading.Event()
        self.attempts = self.renewed = 0
        self.trying = threading.Event()
        self.silent = False

    def attempt(self) -> None:
        self.attempts += 1
        self.trying.set()
        if self.silent:
            self.back.wait(PATIENCE)
        if not self.back.is_set():
            raise StoreUnusable("It is away.")

    def renew(self, place: int) -> None:
        self.renewed += 1


def is_refused(act: Callable[[], None]) -> bool:
    try:
        act()
    except StoreUnusable:
        return True
    return False


def until_reached(server: Reach) -> None:
    deadline = time.monotonic() + PATIENCE
    while is_refused(server.check):
        assert time.monotonic() < deadline


@pytest.mark.parametrize("silent", [False, True])
def test_all_are_refused_while_one_tries(silent: bool) -> None:
    """Also when a try itself is held up, because nothing comes back from where the server was."""
    server = Server()
    server.silent = silent
    link = Reach([server.attempt], server.renew)
    link.check()
    assert is_refused(link.lost)
    assert all(is_refused(link.check) for _ in range(1000))
    assert all(is_refused(link.lost) for _ in range(1000))
    assert server.attempts == 1 or not silent
    assert server.renewed == 0
    server.back.set()
    until_reached(link)
    assert server.renewed == 1
    link.close()


def test_a_connection_that_broke_alone_is_no_absence() -> None:
    server = Server()
    server.back.set()
    link = Reach([server.attempt], server.renew)
    link.lost()
    link.check()
    assert (server.attempts, server.renewed) == (1, 1)
    link.close()


def test_whichever_place_lets_one_in_first_is_gone_on_with() -> None:
    """Also while another one is gone without a word, so that each try there takes its time."""
    silent, refusing, back = Server(), Server(), Server()
    silent.silent = True
    found: list[int] = []
    link = Reach([silent.attempt, refusing.attempt, back.attempt], found.append)
    with suppress(StoreUnusable):
        link.lost()
    assert silent.trying.wait(PATIENCE)
    assert refusing.trying.wait(PATIENCE)
    assert is_refused(link.check)
    back.back.set()
    until_reached(link)
    assert found == [2]
    silent.back.set()
    refusing.back.set()
    link.check()
    assert found == [2]
    link.close()


def test_a_doubt_that_was_wrong_changes_nothing() -> None:
    """Something takes long, but the server is there: nobody else is refused, and connections stay."""
    server = Server()
    server.back.set()
    link = Reach([server.attempt], server.renew)
    link.doubt()
    link.check()
    assert (server.attempts, server.renewed) == (1, 0)
    link.close()


def test_others_go_on_while_one_doubts() -> None:
    server = Server()
    server.silent = True
    link = Reach([server.attempt], server.renew)
    doubting = threading.Thread(target=is_refused, args=(link.doubt,))
    doubting.start()
    assert server.trying.wait(PATIENCE)
    link.check()
    server.back.set()
    doubting.join()
    assert server.renewed == 0
    link.close()


@pytest.mark.parametrize("silent", [False, True])
def test_a_doubt_that_is_right_breaks_with_the_server(silent: bool) -> None:
    server = Server()
    server.silent = silent
    link = Reach([server.attempt], server.renew)
    assert is_refused(link.doubt)
    assert is_refused(link.check)
    server.back.set()
    until_reached(link)
    assert server.renewed == 1
    link.close()


def test_why_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reach, "PAUSE_SECONDS", PATIENCE)
    server = Server()
    link = Reach([server.attempt], server.renew)
    with pytest.raises(StoreUnusable, match="It is away"):
        link.lost()
    link.close()


def test_a_try_that_fails_in_an_unforeseen_way_is_not_the_last_one() -> None:
    """Such as one for which there was no descriptor; or there was none for the connections that follow it."""
    failing = iter([OSError("no descriptors"), None, None])
    renewing = iter([RuntimeError("no threads"), None])

    def fail(errors: Iterator[Exception | None]) -> None:
        if (error := next(errors)) is not None:
            raise error

    link = Reach([lambda: fail(failing)], lambda place: fail(renewing))
    with suppress(StoreUnusable):
        link.lost()
    until_reached(link)
    assert [*failing, *renewing] == []


def test_who_gets_no_thread_now_gets_one_later(monkeypatch: pytest.MonkeyPatch) -> None:
    server = Server()
    link, line, pulse = (
        Reach([server.attempt], server.renew),
        Line[None]("It", lambda until, take: take() and None),
        Pulse("taken a write", lambda: None),
    )
    with monkeypatch.context() as crowded:
        crowded.setattr(threading.Thread, "start", no_more_threads)
        for wanting in (link.lost, pulse.take, lambda: line.do(None)):
            with pytest.raises(StoreUnusable, match="no thread"):
                wanting()
    server.back.set()
    link.lost()
    pulse.take()
    line.do(None)
    line.close()


def no_more_threads(thread: threading.Thread) -> None:
    raise RuntimeError("can't start new thread")
