"""What is no request, or an odd one: the same is said of it with the parser in C and with gunicorn's own."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import msgspec
import pytest

from tests.api.door import Door, answer, door, heard, whole

GET = b"GET / HTTP/1.1\r\nHost: x\r\n"
POST = b"POST / HTTP/1.1\r\nHost: x\r\n"
CHUNKED = POST + b"Transfer-Encoding: chunked\r\n\r\n"
REFUSED = {
    b"nonsense\r\n\r\n": 400,
    b"\r\n\r\n" + GET + b"\r\n": 400,
    b"GET / HTTP/1.1\n\n": 400,
    b"get / HTTP/1.1\r\nHost: x\r\n\r\n": 400,
    b"GET /\xff HTTP/1.1\r\nHost: x\r\n\r\n": 400,
    b"GET / HTTP/2.0\r\nHost: x\r\n\r\n": 400,
    b"GET / HTTP/1.2\r\nHost: x\r\n\r\n": 400,
    b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n": 400,
    b"GET / HTTP/1.1\r\n\r\n": 400,
    GET + b"Host: y\r\n\r\n": 400,
    GET + b"no colon\r\n\r\n": 400,
    GET + b"Bad Name: x\r\n\r\n": 400,
    GET + b"X : blank\r\n\r\n": 400,
    GET + b"X: folded\r\n line\r\n\r\n": 400,
    GET + b"X: a\0b\r\n\r\n": 400,
    GET + b"X: a\rb\r\n\r\n": 400,
    GET + b"Content-Length: -5\r\n\r\n": 400,
    GET + b"Content-Length: +2\r\n\r\nab": 400,
    GET + b"Content-Length: 0x2\r\n\r\nab": 400,
    GET + b"Content-Length: 5\r\nContent-Length: 6\r\n\r\n": 400,
    GET + b"Content-Length: 5\r\nContent-Length: 5\r\n\r\nabcde": 400,
    POST + b"Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n": 400,
    POST + b"Transfer-Encoding: chunked, chunked\r\n\r\n0\r\n\r\n": 400,
    POST + b"Transfer-Encoding: chunked, gzip\r\n\r\n0\r\n\r\n": 400,
    POST + b"Transfer-Encoding: sideways\r\n\r\n": 400,
    b"POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n": 400,
    CHUNKED + b"zz\r\n": 400,
    CHUNKED + b"-1\r\n": 400,
    CHUNKED + b"3\r\nabcde\r\n0\r\n\r\n": 400,
    CHUNKED + b"0\r\n" + b"X: y\r\n" * 200 + b"\r\n": 431,
    b"GET /" + b"x" * 5000 + b" HTTP/1.1\r\n\r\n": 414,
    GET + b"X: " + b"y" * 9000 + b"\r\n\r\n": 431,
    GET + b"X: y\r\n" * 200 + b"\r\n": 431,
    GET + b"X: y\r\n" * 20_000: 431,
    GET + b"Content-Length: 20000000\r\n\r\n": 413,
}
ODD = {
    b"GET / HTTP/1.0\r\n\r\n": b"/",
    b"GET / HTTP/1.1\r\nHost:\r\nConnection: close\r\n\r\n": b"/",
    b"GET http://y/z HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n": b"http://y/z",
    b"OPTIONS * HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n": b"*",
    GET + b"Expect: 200-ok\r\nConnection: close\r\n\r\n": b"/",
    CHUNKED[:-2] + b"Connection: close\r\n\r\n3;x=y\r\nabc\r\n0\r\nX: y\r\n\r\n": b"/abc",
}


async def echo(scope: Any, receive: Any, send: Any) -> None:
    body = await whole(receive)
    if body is not None:
        await answer(send, scope["path"].encode() + body)


@pytest.fixture(scope="module", params=[False, True], ids=["c", "python"])
def echoing(request: pytest.FixtureRequest) -> Iterator[Door]:
    with door(echo, plain=request.param) as opened:
        yield opened


@pytest.mark.parametrize(("said", "status"), REFUSED.items(), ids=lambda what: str(what)[:60])
def test_what_is_no_request_is_refused_with_a_problem(echoing: Door, said: bytes, status: int) -> None:
    with echoing.connected() as sock:
        with suppress(ConnectionResetError, BrokenPipeError):
            sock.sendall(said)
        head, _, body = heard(sock).partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 %d " % status)
    assert b"\r\nContent-Type: application/problem+json\r\n" in head
    assert b"\r\nConnection: close\r\n" in head
    assert msgspec.json.decode(body)["status"] == status


@pytest.mark.parametrize(("said", "told"), ODD.items(), ids=lambda what: str(what)[:60])
def test_an_odd_request_is_one(echoing: Door, said: bytes, told: bytes) -> None:
    with echoing.connected(said) as sock:
        head, _, body = heard(sock).partition(b"\r\n\r\n")
    assert b" 200 OK\r\nServer: gunicorn\r\n" in head
    assert body == told


def test_a_body_that_is_announced_is_asked_for_once(echoing: Door) -> None:
    head = POST + b"Connection: close\r\nExpect: 100-continue\r\nContent-Length: 4\r\n\r\n"
    with echoing.connected(head) as sock:
        assert sock.recv(100) == b"HTTP/1.1 100 Continue\r\n\r\n"
        sock.sendall(b"body")
        assert heard(sock).endswith(b"/body")
