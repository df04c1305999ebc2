"""Nobody waits for a server that is away: one thread tries until it is back."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

import pytest

from service.store import StoreUnusable, reach
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

    def renew(self) -> None:
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
    link = Reach(server.attempt, server.renew)
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
    link = Reach(server.attempt, server.renew)
    link.lost()
    link.check()
    assert (server.attempts, server.renewed) == (1, 1)
    link.close()


def test_why_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reach, "PAUSES", (PATIENCE,))
    server = Server()
    link = Reach(server.attempt, server.renew)
    with pytest.raises(StoreUnusable, match="It is away"):
        link.lost()
    link.close()
