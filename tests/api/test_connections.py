"""What becomes of connections whose clients are slow, silent, greedy or gone."""

from __future__ import annotations

import asyncio
import gc
import socket
import struct
import time
import weakref
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from importlib.util import find_spec
from threading import Event
from types import SimpleNamespace
from typing import Any

import pytest
from gunicorn.asgi.parser import PythonProtocol
from gunicorn.asgi.protocol import ASGIProtocol

from api.server import connections, protocol
from api.server.connections import Stage
from tests.api.door import App, Door, answer, door, heard, whole
from tests.running import until

GET = b"GET / HTTP/1.1\r\nHost: x\r\n"
POST = b"POST / HTTP/1.1\r\nHost: x\r\n"
LONG = bytes(2**24)
"""More than lies in the buffers of a connection."""
LAST = b"Connection: close\r\n\r\n"
BOTH = pytest.mark.parametrize("plain", [False, True])
"""With and without uvloop and the parser in C."""


async def echo(scope: Any, receive: Any, send: Any) -> None:
    body = await whole(receive)
    if body is not None:
        await answer(send, scope["path"].encode() + body)


async def long(scope: Any, receive: Any, send: Any) -> None:
    await whole(receive)
    await answer(send, LONG)


def after(said: list[str]) -> App:
    async def noted(scope: Any, receive: Any, send: Any) -> None:
        said.append(scope["path"])
        await whole(receive)
        said.append((await receive())["type"])

    return noted


@pytest.fixture
def echoing() -> Iterator[Door]:
    with door(echo) as opened:
        yield opened


@pytest.fixture
def seconds(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Change how long a connection may take."""

    def set_to(**changed: float) -> None:
        told = {stage: changed.get(stage.name.lower(), 600.0) for stage in Stage}
        monkeypatch.setattr(connections, "SECONDS", told)
        monkeypatch.setattr(connections, "WRITE_SECONDS", changed.get("write", 600.0))

    return set_to


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> SimpleNamespace:
    """What connections take for the time, which passes when a test says so."""
    clock = SimpleNamespace(now=0.0)
    monkeypatch.setattr(connections, "monotonic", lambda: clock.now)
    return clock


def test_a_client_gets_all_that_it_takes_in_time() -> None:
    with door(long) as opened, opened.connected(GET + LAST) as sock:
        assert heard(sock).endswith(LONG)


def test_a_client_that_takes_a_little_now_and_then_keeps_its_connection(
    seconds: Callable[..., None], clock: SimpleNamespace
) -> None:
    seconds(write=0.5)
    with door(long) as opened, opened.connected(GET + LAST) as sock:
        got = bytearray()

        def is_noticed() -> bool:
            """That it has taken some of what waits, once that is enough for the server to send more."""
            more = sock.recv(2**18)
            assert more, "it has lost its connection"
            got.extend(more)
            return [by for _, by in opened.connections._unread.values()] == [clock.now + 0.5]

        for _ in range(5):
            until(is_noticed)
            clock.now += 0.4
        assert len(got) + len(heard(sock)) > len(LONG)


def test_a_client_that_takes_nothing_loses_its_connection(seconds: Callable[..., None]) -> None:
    seconds(write=0.3)
    with door(long) as opened, opened.connected(GET + LAST) as sock:
        until(lambda: opened.worker.nr_conns == 1)
        until(lambda: opened.worker.nr_conns == 0)
        assert len(heard(sock)) < len(LONG)


@BOTH
@pytest.mark.parametrize(
    ("limited", "said", "told"),
    [
        ("idle", b"", b""),
        ("head", GET, b"HTTP/1.1 408"),
        ("body", POST + b"Content-Length: 5\r\n\r\nab", b"HTTP/1.1 408"),
        ("body", POST + b"Transfer-Encoding: chunked\r\n\r\n5\r\nab", b"HTTP/1.1 408"),
    ],
)
def test_a_client_that_is_too_slow(
    seconds: Callable[..., None], plain: bool, limited: str, said: bytes, told: bytes
) -> None:
    seconds(**{limited: 0.2})
    with door(echo, plain) as opened:
        with opened.connected(said) as sock:
            assert heard(sock)[:12] == told
        with opened.connected(GET + b"\r\n") as sock:  # and so on a connection that has had an answer
            assert sock.recv(12) == b"HTTP/1.1 200"
            while sock.recv(65536)[-1:] != b"/":
                pass
            sock.sendall(said)
            assert heard(sock)[:12] == told


def test_a_dripping_head_is_too_slow_in_all(seconds: Callable[..., None]) -> None:
    seconds(head=0.4)
    with door(echo) as opened, opened.connected(GET + b"X: ") as sock:
        sock.settimeout(0.1)
        with pytest.raises((BrokenPipeError, ConnectionResetError, StopIteration)):  # noqa: PT012
            while True:
                sock.sendall(b"y")
                try:
                    if sock.recv(12) == b"HTTP/1.1 408":
                        raise StopIteration
                except TimeoutError:
                    continue


def test_silence_in_a_body_is_the_client_s_fault_also_where_gunicorn_notices_it_first() -> None:
    with door(echo) as opened:
        opened.worker.cfg.set("timeout", 1)
        with opened.connected(POST + b"Content-Length: 5\r\n\r\nab") as sock:
            assert heard(sock).startswith(b"HTTP/1.1 408")


@BOTH
@pytest.mark.parametrize("framing", [b"Content-Length: 3000000", b"Transfer-Encoding: chunked"])
def test_a_request_has_a_limit_of_bytes(monkeypatch: pytest.MonkeyPatch, plain: bool, framing: bytes) -> None:
    monkeypatch.setattr(protocol, "MOST_BYTES", 1_000_000)
    with door(echo, plain) as opened, opened.connected(POST + framing + b"\r\n\r\n") as sock:
        sock.sendall(b"1e8480\r\n" + bytes(2_000_000))  # all of it is sent before the answer is read
        assert heard(sock).startswith(b"HTTP/1.1 413")


def test_a_length_beyond_all_bounds_is_not_waited_for() -> None:
    with (
        door(echo, plain=True) as opened,
        opened.connected(POST + b"Content-Length: 1" + b"0" * 30 + b"\r\n\r\n") as sock,
    ):
        assert heard(sock).startswith(b"HTTP/1.1 413")


@BOTH
def test_a_last_answer_arrives_though_the_client_goes_on_sending(plain: bool) -> None:
    """A connection that is closed while bytes arrive is reset, and what the client has not read yet is lost."""
    with door(long, plain) as opened, opened.connected(GET + LAST) as sock:
        assert sock.recv(12) == b"HTTP/1.1 200"
        sock.sendall(bytes(300_000))
        assert heard(sock).partition(b"\r\n\r\n")[2] == LONG


def test_a_connection_lingers_for_so_long_and_no_longer(
    seconds: Callable[..., None], clock: SimpleNamespace
) -> None:
    seconds(last=0.3)
    with door(echo) as opened, opened.connected(GET + LAST) as sock:
        assert heard(sock).endswith(b"/")
        clock.now += 0.2
        time.sleep(0.1)  # for a sweep
        assert opened.worker.nr_conns == 1
        clock.now += 0.2
        until(lambda: opened.worker.nr_conns == 0)


def test_a_connection_lingers_also_when_those_that_wait_for_a_request_are_overdue(
    seconds: Callable[..., None],
) -> None:
    seconds()
    with door(echo) as opened, opened.connected() as idle, opened.connected(GET + LAST) as sock:
        assert heard(sock).endswith(b"/")
        opened.connections.overdue_from = 0.0
        assert heard(idle) == b""
        idle.close()
        until(lambda: opened.worker.nr_conns <= 1)
        time.sleep(0.1)
        assert opened.worker.nr_conns == 1


def test_of_too_many_that_linger_the_oldest_is_closed(seconds: Callable[..., None]) -> None:
    seconds()
    with door(echo, most_each=2) as opened, ExitStack() as stack:
        for _ in range(5):
            assert heard(stack.enter_context(opened.connected(GET + LAST))).endswith(b"/")
        until(lambda: opened.worker.nr_conns == 2)


@BOTH
def test_a_client_that_has_ended_its_side_is_answered(seconds: Callable[..., None], plain: bool) -> None:
    """All that it has asked, and then its connection is closed, without waiting for more."""
    seconds()
    said = POST + b"Content-Length: 4\r\n\r\nbody" + GET + b"\r\n"
    with door(echo, plain) as opened:
        for rest in (b"", GET, POST + b"Content-Length: 4\r\n\r\nbo"):
            for pause in (0, 0.05):
                with opened.connected(said + rest) as sock:
                    time.sleep(pause)
                    sock.shutdown(socket.SHUT_WR)
                    got = heard(sock)
                assert got.count(b"HTTP/1.1 200") == 2
                assert b"/body" in got
        until(lambda: opened.worker.nr_conns == 0)


def test_an_application_that_waits_hears_that_its_client_is_gone() -> None:
    said: list[str] = []
    with door(after(said)) as opened:
        with opened.connected(GET + b"\r\n"):
            until(lambda: said == ["/"])
        until(lambda: said == ["/", "http.disconnect"])
        until(lambda: opened.worker.nr_conns == 0)


def test_a_request_of_nobody_is_not_answered() -> None:
    """Reset before it is accepted, a connection has no address, and still the bytes that were sent."""
    said: list[str] = []
    with door(after(said)) as opened:
        going = Event()
        opened.loop.call_soon_threadsafe(going.wait)
        gone = opened.connected(b"GET /gone HTTP/1.1\r\nHost: x\r\n\r\n")
        gone.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        gone.close()
        with opened.connected(GET + b"\r\n"):
            going.set()
            until(lambda: "/" in said)
        until(lambda: opened.worker.nr_conns == 0)
    assert said == ["/", "http.disconnect"]


def test_bytes_after_what_was_refused_are_no_request(seconds: Callable[..., None]) -> None:
    seconds()
    for said in (b"nonsense\r\n\r\n", b"GET / HTTP/1.1\r\n\r\n"):
        with (
            door(echo) as opened,
            opened.connected(said + bytes(protocol.FEED_BYTES) + GET + b"\r\n") as sock,
        ):
            assert heard(sock).count(b"HTTP/1.1") == 1
            [connection] = opened.connections._waiting
            assert connection.held <= protocol.FEED_BYTES
            assert connection.stage is Stage.LAST


def test_a_client_that_leaves_in_the_midst_of_a_request_leaves_nothing(echoing: Door) -> None:
    for said in (b"", GET, POST + b"Content-Length: 5\r\n\r\nab"):
        echoing.connected(said).close()
    until(lambda: echoing.worker.nr_conns == 0)
    assert not [*echoing.connections._waiting]


MANY = 1500


@BOTH
def test_requests_that_come_at_once_are_answered_in_their_order(plain: bool) -> None:
    """Many more than are kept in memory, which are few."""
    kept: list[int] = []

    async def noted(scope: Any, receive: Any, send: Any) -> None:
        kept.append(len(scope["extensions"][protocol.CONNECTION]._callback_parser.remaining()))
        await echo(scope, receive, send)

    said = b"".join(b"GET /%d HTTP/1.1\r\nHost: x\r\nX: %s\r\n\r\n" % (n, b"y" * 5000) for n in range(MANY))
    with door(noted, plain) as opened, opened.connected() as sock, ThreadPoolExecutor(1) as pool:
        pool.submit(sock.sendall, said + GET + LAST)
        answers = heard(sock).split(b"HTTP/1.1 200 OK")[1:]
    assert [told.rpartition(b"/")[2] for told in answers] == [b"%d" % n for n in range(MANY)] + [b""]
    assert max(kept) < len(said) / 10


def test_what_came_with_the_last_request_is_not_parsed_at_once_either(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    sizes, feed = list[int](), ASGIProtocol._feed_callback_parser

    def noted(one: Any, data: bytes) -> Any:
        sizes.append(len(data))
        return feed(one, data)

    monkeypatch.setattr(ASGIProtocol, "_feed_callback_parser", noted)
    body = POST + b"Content-Length: 100000\r\n\r\n" + bytes(100_000)
    with door(echo) as opened, opened.connected(GET + b"\r\n" + body + GET + LAST) as sock:
        assert heard(sock).count(b"HTTP/1.1 200") == 3
    assert sum(sizes) > 150_000
    assert max(sizes) == protocol.FEED_BYTES


@BOTH
def test_while_a_request_is_answered_the_next_ones_stay_with_their_client(plain: bool) -> None:
    with door(after([]), plain) as opened, opened.connected(GET + b"\r\n") as sock:
        sock.settimeout(1)
        many, sent = (GET + b"\r\n") * 30_000, 0
        with pytest.raises(TimeoutError):  # noqa: PT012
            for _ in range(64):
                sock.sendall(many)
                sent += len(many)
        assert sent < 32 * len(many)


@BOTH
def test_bodies_that_come_at_once_with_the_next_request(plain: bool) -> None:
    chunked = POST + b"Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\nX: y\r\n\r\n"
    counted = POST + b"Content-Length: 300000\r\n\r\n" + b"d" * 300_000
    with door(echo, plain) as opened, opened.connected((chunked + counted) * 3 + GET + LAST) as sock:
        got = heard(sock)
    assert got.count(b"/abc") == 3
    assert got.count(b"d" * 300_000) == 3
    assert got.endswith(b"/")


def test_what_is_held_of_unfinished_requests_has_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    """The oldest of the client with the most gives way; complete requests do not count."""
    from api.http import connection_quota

    monkeypatch.setattr(connection_quota, "MAX_BYTES", 550_000)
    begun = POST + b"Content-Length: 300000\r\n\r\n" + bytes(200_000)
    with door(echo) as opened, ExitStack() as stack:
        socks = [stack.enter_context(opened.connected(begun)) for _ in range(2)]
        until(lambda: sum(one.held for one in opened.connections._waiting) > 400_000)
        third = stack.enter_context(opened.connected(begun))
        assert heard(socks[0]) == b""
        for sock in (socks[1], third):
            sock.sendall(bytes(100_000))
            assert sock.recv(12) == b"HTTP/1.1 200"


@BOTH
def test_a_websocket_or_http_2_is_never_begun(plain: bool) -> None:
    key = b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n"
    upgrades = [
        GET + b"Upgrade: websocket\r\nConnection: Upgrade\r\n" + key,
        GET + b"Upgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAAP__\r\nConnection: Upgrade, HTTP2-Settings\r\n",
    ]
    with door(echo, plain) as opened:
        for said in upgrades:
            with opened.connected(said + b"\r\n" + GET + LAST) as sock:
                assert heard(sock).count(b"HTTP/1.1 200") == 2
        with opened.connected(b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n") as sock:
            assert heard(sock).startswith(b"HTTP/1.1 400")


def test_the_parser_in_c_is_used_where_it_is_installed() -> None:
    with door(echo) as opened, opened.connected():
        until(lambda: [*opened.connections._waiting])
        [connection] = opened.connections._waiting
        in_c = not isinstance(connection._callback_parser, PythonProtocol)
    assert in_c == (find_spec("gunicorn_h1c") is not None)


def test_after_the_answer_of_a_worker_that_is_not_ready_the_connection_ends() -> None:
    with door(echo) as opened, opened.connected(GET + b"\r\n") as sock:
        opened.worker.asgi.ready = True
        assert b"Connection: close" not in sock.recv(65536)
        opened.worker.asgi.ready = False
        sock.sendall(GET + b"\r\n")
        assert b"\r\nConnection: close\r\n" in heard(sock)


class Successor(asyncio.Protocol):
    def __init__(self) -> None:
        self.got, self.lost = b"", False

    def data_received(self, data: bytes) -> None:
        self.got += data

    def connection_lost(self, exc: Exception | None) -> None:
        self.lost = True


@BOTH
def test_after_the_head_of_a_stream_another_protocol_has_the_connection(plain: bool) -> None:
    """Nothing that spoke HTTP is kept, and none of its deadlines holds."""
    successor, earlier = Successor(), list[Any]()

    async def streams(scope: Any, receive: Any, send: Any) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"9")]})
        connection = scope["extensions"][protocol.CONNECTION]
        earlier.append(weakref.ref(connection))
        connection.pause_writing()  # as if the client read slowly, which its successor watches from now on
        connection.hand_over(successor).write(b"a ")

    with door(streams, plain) as opened, opened.connected(GET + b"\r\n" + GET) as sock:
        until(lambda: earlier)
        got = b""
        while not got.endswith(b"a "):
            got += sock.recv(65536)
        assert got.startswith(b"HTTP/1.1 200")
        until(lambda: gc.collect() is not None and earlier[0]() is None, "the HTTP side is freed")
        assert not [*opened.connections._waiting]
        assert not opened.connections._unread
        sock.sendall(b"more")
        until(lambda: successor.got.endswith(b"more"))
        assert opened.worker.nr_conns == 1, "its successor says when it is lost"
        sock.close()
        until(lambda: successor.lost)


async def fails(scope: Any, receive: Any, send: Any) -> None:
    raise RuntimeError("a bug")


def test_what_the_application_does_not_answer_is_a_problem() -> None:
    with door(fails) as opened, opened.connected(GET + b"\r\n") as sock:
        told = heard(sock)
    assert told.startswith(b"HTTP/1.1 500")
    assert b"application/problem+json" in told
    assert b"a bug" not in told
