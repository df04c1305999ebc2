"""Connections of viewers, written to without waiting, in both event loops: who leaves, who reads slowly, who reads nothing."""

from __future__ import annotations

import socket
import struct
from collections.abc import Iterator
from contextlib import suppress
from types import SimpleNamespace
from typing import Any

import pytest

from api.http import connection_quota
from api.streaming import viewers
from api.streaming.frames import LAST_CHUNK
from api.streaming.subscription import Kind, Subscription
from api.streaming.topics import Topic
from api.streaming.viewers import Viewer, Viewers
from tests.api.hall import LOOPS, Connection, Hall
from tests.running import until

RESET = struct.pack("ii", 1, 0)
"""As `SO_LINGER`: the connection ends with a reset."""


class Room(Hall):
    """Viewers of nothing in particular. `resumed` are those who have taken all that they were sent."""

    def __init__(self, loop: str) -> None:
        super().__init__(loop)
        self.resumed: list[Viewer] = []
        self.viewers = Viewers(10, 10, self.resumed.append)

    def viewer(self, address: str = "192.0.2.1", **how: Any) -> tuple[Viewer, socket.socket]:
        mine, theirs = socket.socketpair()
        return self.add(theirs, address, **how), mine

    def add(self, theirs: socket.socket, address: str = "192.0.2.1", **how: Any) -> Viewer:
        return self.follow(self.connect(theirs), address, **how)

    def follow(self, connection: Connection, address: str = "192.0.2.1", **how: Any) -> Viewer:
        def added() -> Viewer:
            audience = Topic("game", lambda topic: None).audience(Kind("game", **how))
            viewer = Viewer(
                self.viewers,
                audience,
                Subscription(audience.kind, 0, address),
                connection.worker.connection_ended,
            )
            audience.place(viewer)
            self.viewers.add(viewer, connection.hand_over(viewer), False)
            return viewer

        viewer = self.run(added)
        assert isinstance(viewer, Viewer)
        return viewer

    def send(self, viewer: Viewer, data: bytes) -> None:
        self.run(lambda: viewer.transport.write(data))

    def waiting(self, viewer: Viewer) -> int:
        return int(self.run(lambda: viewer.held))

    def sweep(self) -> None:
        self.run(self.viewers.sweep)

    def holds(self, viewer: Viewer) -> bool:
        return bool(self.run(lambda: viewer in self.viewers._all))

    def close(self) -> None:
        def all_gone() -> bool:
            for viewer in [*self.viewers._all, *self.viewers._lingering]:
                viewer.transport.abort()
            return not self.connections

        until(lambda: self.run(all_gone), "all connections to be closed")
        super().close()


@pytest.fixture(params=LOOPS)
def room(request: pytest.FixtureRequest) -> Iterator[Room]:
    room = Room(request.param)
    yield room
    room.close()


def test_a_client_that_leaves_is_forgotten_and_no_other(room: Room) -> None:
    first, leaving = room.viewer()
    second, staying = room.viewer()
    with staying:
        leaving.close()
        until(lambda: not room.holds(first), "the client that left to be forgotten")
        assert room.holds(second)
        assert room.connections == 1


def test_a_stream_that_has_ended_is_closed_by_its_client_or_in_time(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Until then the client may send, and reads all: bytes that nobody reads would reset the connection."""
    first, client = room.viewer()
    room.run(lambda: room.viewers.finish(first))
    client.sendall(b"x" * 10_000)
    room.sweep()
    assert room.connections == 1
    assert client.recv(100) == LAST_CHUNK
    assert client.recv(100) == b""
    client.close()
    until(lambda: not room.connections, "the connection to be closed")
    monkeypatch.setattr(viewers, "LINGER_SECONDS", 0.0)
    second, client = room.viewer()
    with client:
        room.run(lambda: room.viewers.finish(second))
        assert not room.holds(second)
        room.sweep()
        until(lambda: not room.connections, "the connection to be closed")


@pytest.mark.parametrize("chunked", [True, False])
def test_a_client_that_reads_slowly_gets_all_before_the_end(room: Room, chunked: bool) -> None:
    viewer, client = room.viewer(chunked=chunked)
    with client:
        room.send(viewer, b"a" * 400_000)
        assert room.waiting(viewer)
        room.run(lambda: room.viewers.finish(viewer))
        got = b""
        while more := client.recv(5000):
            got += more
        assert got == b"a" * 400_000 + (LAST_CHUNK if chunked else b"")
        until(lambda: not room.holds(viewer), "the stream to be over")
    assert room.resumed == []


def test_a_client_is_sent_more_when_it_has_taken_all(room: Room) -> None:
    """So that no more than one page waits for it."""
    viewer, client = room.viewer()
    with client:
        audience = viewer.audience
        assert audience is not None
        assert room.run(lambda: audience.at) == {(0, 0): {viewer: None}}
        room.send(viewer, b"a" * 400_000)
        assert room.run(lambda: (audience.at, audience.viewers)) == ({}, [viewer])
        assert not room.resumed
        got = 0
        while got < 400_000:
            got += len(client.recv(5000))
        until(lambda: room.resumed == [viewer], "the viewer to be sent more")
        assert room.waiting(viewer) == 0


def test_a_client_that_has_not_taken_the_response_before_is_sent_nothing_yet(room: Room) -> None:
    """Though its transport was paused already when the stream began."""
    mine, theirs = socket.socketpair()
    with mine:
        connection = room.connect(theirs)
        room.run(lambda: connection.transport.write(b"a" * 400_000))
        viewer = room.follow(connection)
        audience = viewer.audience
        assert audience is not None
        assert room.run(lambda: audience.at) == {}
        assert room.waiting(viewer)
        got = 0
        while got < 400_000:
            got += len(mine.recv(5000))
        until(lambda: room.resumed == [viewer], "the viewer to be sent more")


@pytest.mark.parametrize("chunked", [True, False])
def test_a_stream_ends_though_its_client_has_just_left(room: Room, chunked: bool) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server, socket.socket() as client:
        client.connect(server.getsockname())
        theirs, _ = server.accept()
        theirs.setblocking(False)
        viewer = room.add(theirs, chunked=chunked)
        client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, RESET)

        def leave() -> None:
            """The loop has not heard of it yet."""
            client.close()
            room.viewers.finish(viewer)

        room.run(leave)
        until(lambda: not room.connections, "the connection to be closed")


def test_a_client_that_takes_something_now_and_then_stays(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However long it needs for all of it; one that takes nothing goes."""
    clock = SimpleNamespace(now=0.0)
    monkeypatch.setattr(viewers, "monotonic", lambda: clock.now)
    viewer, client = room.viewer()
    with client:
        room.send(viewer, b"a" * 16_000_000)
        for _ in range(4):
            clock.now += 0.9 * viewers.STUCK_SECONDS
            before = room.run(viewer.transport.get_write_buffer_size)
            assert client.recv(2**20)
            until(lambda b=before: room.run(viewer.transport.get_write_buffer_size) < b, "some to be taken")  # type: ignore[misc]
            room.sweep()
        assert room.waiting(viewer)
        clock.now += 1.1 * viewers.STUCK_SECONDS
        room.sweep()
        assert not room.holds(viewer)


def test_a_client_that_has_lost_access_is_given_nothing_that_waits(room: Room) -> None:
    viewer, client = room.viewer()
    with client:
        room.send(viewer, b"a" * 400_000)
        waiting = room.waiting(viewer)
        room.run(lambda: room.viewers.cut(viewer))
        assert waiting
        got = 0
        with suppress(ConnectionResetError):
            while more := client.recv(65536):
                got += len(more)
        assert got <= 400_000 - waiting


def test_when_too_much_waits_for_all_the_client_with_most_goes(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    there = [room.viewer() for _ in range(3)]
    for (viewer, _), size in zip(there, (400_000, 450_000, 1), strict=True):
        room.send(viewer, b"a" * size)
    waiting = [room.waiting(viewer) for viewer, _ in there]
    room.run(room.viewers.make_room)
    assert [room.holds(viewer) for viewer, _ in there] == [True] * 3
    monkeypatch.setattr(connection_quota, "MAX_BYTES", sum(waiting) - 1)
    room.run(room.viewers.make_room)
    room.run(room.viewers.make_room)
    assert [room.holds(viewer) for viewer, _ in there] == [False, True, True]  # the oldest one that holds any
    there[1][1].close()
    until(lambda: not room.holds(there[1][0]), "the client that left to be forgotten")
    monkeypatch.setattr(connection_quota, "MAX_BYTES", 0)
    room.run(room.viewers.make_room)  # nothing waits any more
    assert room.holds(there[2][0])
    for _, client in there:
        client.close()


def test_little_is_taken_of_what_a_client_sends_after_its_request(room: Room) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server, socket.socket() as client:
        client.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)
        client.connect(server.getsockname())
        theirs, _ = server.accept()
        theirs.setblocking(False)
        viewer = room.add(theirs)
        client.settimeout(0.3)
        sent = 0
        with suppress(TimeoutError):
            while sent < 10**7:
                sent += client.send(b"x" * 4096)
        assert sent < 5 * 10**5
        client.close()
        room.send(viewer, b"a")  # it is noticed at the next message that the client has left
        room.send(viewer, b"a")
        until(lambda: not room.connections, "the connection to be closed")
