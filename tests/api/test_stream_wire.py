"""Connections of viewers, written to without waiting: who goes, who has read the end, who takes little."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import suppress
from fcntl import F_DUPFD, fcntl
from types import SimpleNamespace
from typing import Any

import pytest

from api.http import connection_quota
from api.streaming import wire
from api.streaming.asked import Asked, Kind
from api.streaming.frames import LAST_CHUNK

SECONDS = 240


def pair(held: wire.Wire, **how: Any) -> tuple[int, socket.socket, socket.socket]:
    """A new viewer's descriptor, the worker's socket of the same connection, and the client's."""
    client, workers = socket.socketpair()
    fd = fcntl(workers, F_DUPFD, 500)  # a number that nothing else has: the next viewer gets it again
    held.add(fd, Asked(Kind("game", **how), 0, "a"))
    return fd, workers, client


def heard(held: wire.Wire, seconds: float) -> int:
    """How much the wire heard of its connections."""
    happened = held.poll.poll(seconds)
    for fd, what in happened:
        held.happened(fd, what)
    return len(happened)


@pytest.fixture
def bare() -> Iterator[wire.Wire]:
    held = wire.Wire(10, lambda viewer: None, lambda viewer: None)
    yield held
    for viewer in list(held.viewers.values()):
        held.forget(viewer)
    held.poll.close()


def test_who_goes_takes_no_other_with_him_though_the_worker_has_the_connection_still(bare: wire.Wire) -> None:
    first, workers, client = pair(bare)
    with workers:
        client.close()
        assert heard(bare, SECONDS) == 1
        assert heard(bare, 0) == 0
        second, theirs, newcomer = pair(bare)
        assert second == first  # the same number
        with theirs, newcomer:
            assert heard(bare, 0) == 0
            assert second in bare.viewers


def test_who_has_read_the_end_is_closed_and_nobody_else(
    bare: wire.Wire, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(wire, "LINGER", 0.0)
    first, workers, client = pair(bare)
    bare.finish(bare.viewers[first])
    workers.close()
    client.close()
    heard(bare, SECONDS)
    monkeypatch.setattr(wire, "LINGER", 60.0)
    second, theirs, newcomer = pair(bare)
    with theirs, newcomer:
        assert second == first
        bare.finish(bare.viewers[second])
        bare.sweep()
        assert not bare.quiet
        newcomer.close()
        heard(bare, SECONDS)
        assert bare.quiet


@pytest.mark.parametrize("chunked", [True, False])
def test_who_reads_slowly_gets_all_before_the_end(bare: wire.Wire, chunked: bool) -> None:
    fd, workers, client = pair(bare, chunked=chunked)
    viewer = bare.viewers[fd]
    with workers, client:
        bare.send(viewer, b"a" * 200_000)
        bare.send(viewer, b"b" * 200_000)
        assert viewer.waiting
        bare.finish(viewer)
        bare.finish(viewer)
        bare.send(viewer, b"too late")
        got = b""
        while more := client.recv(5000):
            got += more
            heard(bare, 0)
        assert got == b"a" * 200_000 + b"b" * 200_000 + (LAST_CHUNK if chunked else b"")
        assert fd not in bare.viewers


def test_who_takes_something_now_and_then_stays_and_who_takes_nothing_goes(
    bare: wire.Wire, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However long he needs for all of it."""
    clock = SimpleNamespace(now=0.0)
    monkeypatch.setattr(wire, "monotonic", lambda: clock.now)
    fd, workers, client = pair(bare)
    with workers, client:
        bare.send(bare.viewers[fd], b"a" * 2_000_000)
        for _ in range(4):
            clock.now += 0.9 * wire.SECONDS_TO_TAKE
            bare.sweep()
            assert client.recv(2**20)
            assert heard(bare, 0) == 1
        assert bare.viewers[fd].waiting
        clock.now += 1.1 * wire.SECONDS_TO_TAKE
        bare.sweep()
        assert fd not in bare.viewers


def test_who_may_not_see_any_more_is_given_nothing_that_waits(bare: wire.Wire) -> None:
    fd, workers, client = pair(bare)
    with workers, client:
        bare.send(bare.viewers[fd], b"a" * 400_000)
        waiting = len(bare.viewers[fd].waiting)
        bare.cut(bare.viewers[fd])
        workers.close()
        assert waiting
        got = 0
        while more := client.recv(65536):
            got += len(more)
        assert got == 400_000 - waiting


def test_when_too_much_waits_for_all_together_who_holds_most_goes(
    bare: wire.Wire, monkeypatch: pytest.MonkeyPatch
) -> None:
    there = [pair(bare) for _ in range(3)]
    for (fd, _, _), size in zip(there, (400_000, 450_000, 1), strict=True):
        bare.send(bare.viewers[fd], b"a" * size)
    waiting = [bare.viewers[fd].held for fd, _, _ in there]
    bare.make_room()
    assert len(bare.viewers) == 3
    monkeypatch.setattr(connection_quota, "MAX_BYTES", sum(waiting) - 1)
    bare.make_room()
    bare.make_room()
    assert [fd in bare.viewers for fd, _, _ in there] == [False, True, True]  # the oldest who holds something
    bare.forget(bare.viewers[there[1][0]])
    monkeypatch.setattr(connection_quota, "MAX_BYTES", 0)
    bare.make_room()  # nothing waits any more
    assert list(bare.viewers) == [there[2][0]]
    for _, workers, client in there:
        workers.close()
        client.close()


def test_little_is_taken_of_what_a_client_sends_after_its_request(bare: wire.Wire) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server, socket.socket() as client:
        client.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)
        client.connect(server.getsockname())
        workers, _ = server.accept()
        with workers:
            bare.add(fcntl(workers, F_DUPFD, 500), Asked(Kind("game"), 0, "a"))
            client.settimeout(0.3)
            sent = 0
            with suppress(TimeoutError):
                while sent < 10**7:
                    sent += client.send(b"x" * 4096)
            assert sent < 10**5


def test_a_viewer_for_whom_too_much_waits_is_dropped(bare: wire.Wire) -> None:
    fd, workers, client = pair(bare)
    with workers, client:
        viewer, sent = bare.viewers[fd], 0
        while fd in bare.viewers and sent < 10 * wire.MOST_WAITING:
            bare.send(viewer, b"a" * wire.CHUNK)
            sent += wire.CHUNK
            assert viewer.held <= wire.MOST_WAITING + wire.CHUNK
        assert fd not in bare.viewers
