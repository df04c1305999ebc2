"""Ways to streaming processes that are not there, begin, are busy or die: one thread waits for all who wait for one."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
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


@pytest.fixture
def ways(listener: socket.socket) -> Iterator[Handing]:
    made = Handing([listener.getsockname()])
    yield made
    made.close()


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """What the ways take for the time now."""
    now = [0.0]
    monkeypatch.setattr(handing, "monotonic", lambda: now[0])
    return now


@pytest.fixture
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine that is slow today is not taken for a process that hangs."""
    monkeypatch.setattr(handing, "SECONDS", 2 * SECONDS)


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


def take_all(link: socket.socket) -> None:
    link.setblocking(False)
    with suppress(BlockingIOError):
        while link.recv(1):
            pass


def waiting(ways: Handing, many: int = 1) -> list[threading.Event]:
    """So many who have found no way and are told when there may be one."""
    signals = [threading.Event() for _ in range(many)]
    assert [ways.link() for _ in signals] == [None] * many
    for signal in signals:
        ways.watch(signal)
    return signals


def told(signals: list[threading.Event]) -> bool:
    return all(signal.wait(SECONDS) for signal in signals)


@pytest.mark.usefixtures("patient")
def test_all_are_told_when_a_process_that_begins_is_there_by_one_thread(
    listener: socket.socket, ways: Handing
) -> None:
    before = threading.enumerate()  # those of earlier tests may end at any time
    signals = waiting(ways, 8)
    assert len([one for one in threading.enumerate() if one.name == "way" and one not in before]) == 1
    with accepted(listener):
        assert told(signals)
        assert ways.link() is not None


@pytest.mark.usefixtures("patient")
def test_all_are_told_when_a_busy_process_takes_somebody_or_the_next_one_is_there(
    listener: socket.socket, ways: Handing
) -> None:
    ways.begin(0)
    with accepted(listener) as busy:
        link = filled(ways)
        signals = waiting(ways, 8)
        assert not any(signal.is_set() for signal in signals)
        take_all(busy)
        assert told(signals)
        assert ways.link() is link
        filled(ways)
        signals = waiting(ways, 8)
    with accepted(listener):
        assert told(signals)
        assert ways.link() not in (None, link)


def filled(ways: Handing) -> Link:
    link = ways.link()
    assert link is not None
    fill(link)
    return link


@pytest.mark.usefixtures("patient")
def test_a_few_of_those_who_wait_are_called_at_once_and_all_in_their_turn(
    listener: socket.socket, ways: Handing, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever is called is asked again from the beginning, and there may be no room any more."""
    called, go_on = threading.Event(), threading.Semaphore(0)
    counts = [0]

    def pause(_: float) -> None:
        counts.append(sum(signal.is_set() for signal in signals))
        if counts[-1] > counts[-2]:
            called.set()
            assert go_on.acquire(timeout=SECONDS)

    monkeypatch.setattr(handing, "CALLED", 2)
    signals = waiting(ways, 5)
    monkeypatch.setattr(handing, "sleep", pause)
    with accepted(listener):
        for told_by_now in (2, 4, 5):
            assert called.wait(SECONDS)
            assert [signal.is_set() for signal in signals] == [n < told_by_now for n in range(5)]
            called.clear()
            go_on.release()


def test_nobody_hopes_for_a_process_that_has_taken_nobody_for_too_long(
    listener: socket.socket, clock: list[float], ways: Handing
) -> None:
    def in_vain() -> None:
        signals = waiting(ways)
        assert not ways.hopeless
        clock[0] += 1.5
        assert told(signals)
        assert ways.link() is None
        assert ways.hopeless

    in_vain()
    with accepted(listener) as taking:
        link = filled(ways)
        in_vain()
        take_all(taking)
        assert ways.link() is link
    assert ways.link() is None  # it has died
    with accepted(listener):
        assert ways.link() not in (None, link)


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
    listener: socket.socket, clock: list[float], ways: Handing
) -> None:
    """However many lie there; who takes none for more than `SECONDS` does, and gets more again when he has taken one."""
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


def test_who_begins_waits_for_a_process_that_begins(listener: socket.socket, ways: Handing) -> None:
    with ThreadPoolExecutor(1) as threads:
        begun = threads.submit(ways.begin, SECONDS)
        with accepted(listener):
            begun.result()
            assert ways.link() is not None
    ways.begin(0.1)
    assert ways.link() is None
