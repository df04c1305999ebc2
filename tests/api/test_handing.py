"""Ways to streaming processes that are not there, begin, are busy or die: at most one thread of a worker waits for one."""

from __future__ import annotations

import socket
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path

import pytest

from api.streaming import handing
from api.streaming.asked import Asked, Kind
from api.streaming.handing import Handed, Handing, Link, Lost, handed_over

SECONDS = 60.0
ASKED = Asked(Kind("game"), 0, "a")


@pytest.fixture
def listener(tmp_path: Path) -> Iterator[socket.socket]:
    """What the master has, whether a streaming process is there or not."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as made:
        made.bind(str(tmp_path / "s"))
        made.listen()
        made.settimeout(SECONDS)
        yield made


def accepted(listener: socket.socket) -> socket.socket:
    link, _ = listener.accept()
    link.send(b"+")
    return link


def fill(link: Link) -> None:
    mine, theirs = socket.socketpair()
    with mine, theirs, suppress(Lost):
        while True:
            with pytest.raises(Handed):
                list(handed_over(link, ASKED, theirs))


def test_one_thread_waits_for_a_process_that_begins_and_others_are_told_at_once(
    listener: socket.socket, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(handing, "SECONDS", SECONDS)
    ways = Handing([listener.getsockname()])
    with ThreadPoolExecutor(8) as threads:
        asked = [threads.submit(ways.link) for _ in range(8)]
        while sum(one.done() for one in asked) < 7:
            pass
        assert [one.result() for one in asked if one.done()] == [None] * 7
        with accepted(listener):
            links = [one.result() for one in asked]
            assert links.count(None) == 7
            assert ways.link() in links
    ways.close()


def test_nobody_waits_any_more_where_somebody_has_in_vain(
    listener: socket.socket, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(handing, "SECONDS", 0.01)
    ways = Handing([listener.getsockname()])
    assert ways.link() is None
    monkeypatch.setattr(handing, "_is", _waits_for_nobody(handing._is))
    assert ways.link() is None
    with accepted(listener):
        link = ways.link()
        assert link is not None
        monkeypatch.setattr(handing, "SECONDS", 0.0)
        fill(link)
        assert [ways.link() for _ in range(2)] == [None, None]
    assert ways.link() is None  # it has died
    with accepted(listener):
        assert ways.link() not in (None, link)
    ways.close()


def _waits_for_nobody(real: Callable[..., bool]) -> Callable[..., bool]:
    def asked(link: socket.socket, what: int, seconds: float = 0) -> bool:
        assert seconds == 0
        return real(link, what, seconds)

    return asked


def test_who_is_busy_is_passed_over(tmp_path: Path, listener: socket.socket) -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as other:
        other.bind(str(tmp_path / "other"))
        other.listen()
        other.settimeout(SECONDS)
        ways = Handing([listener.getsockname(), other.getsockname()])
        ways.begin(0)
        with accepted(other):
            found = [ways.link() for _ in range(4)]
            assert None not in found
            assert len(set(found)) == 1
        ways.close()


def test_who_takes_one_now_and_then_does_not_stand_still(
    listener: socket.socket, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However many lie there; who takes none for more than `SECONDS` does, and gets more again when he has taken one."""
    clock = [0.0]
    monkeypatch.setattr(handing, "monotonic", lambda: clock[0])
    ways = Handing([listener.getsockname()])
    ways.begin(0)
    mine, theirs = socket.socketpair()

    def hand(looked: float, sent: float = 0) -> None:
        clock[0] += looked
        link = ways.link()
        assert link is not None
        clock[0] += sent
        with pytest.raises(Handed):
            list(handed_over(link, ASKED, theirs))

    with mine, theirs, accepted(listener) as taking:
        hand(10, 10)
        for _ in range(5):
            hand(0.5)
            taking.recv(1)
        assert ways.link() is not None
        clock[0] += 1.5
        assert ways.link() is None
        taking.recv(1)
        hand(0)
    ways.close()


def test_who_begins_waits_for_a_process_that_begins(listener: socket.socket) -> None:
    ways = Handing([listener.getsockname()])
    with ThreadPoolExecutor(1) as threads:
        begun = threads.submit(ways.begin, SECONDS)
        with accepted(listener):
            begun.result()
            assert ways.link() is not None
    ways.begin(0.1)
    assert ways.link() is None
    ways.close()
