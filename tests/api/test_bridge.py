"""Flask behind the event loop: threads make responses piece by piece and wait for no client, and what is begun is closed."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Iterable, Iterator
from contextvars import ContextVar
from types import SimpleNamespace
from typing import Any

import pytest
from flask import Flask, Response, request, stream_with_context
from gunicorn.asgi.protocol import _REASON_PHRASES

from api.http.problem_kinds import KINDS, Fault
from api.server.bridge import PIECE_BYTES, PIECE_SECONDS, SHORT_BYTES
from api.server.environ import environ_of
from api.server.protocol import CONNECTION
from tests.api.bridged import Client, asks, bridge, run, scope, until

PIECE = b"x" * PIECE_BYTES


class Export:
    """A WSGI application with one long response, of `count` pieces."""

    def __init__(self, count: int) -> None:
        self.count, self.made, self.closed = count, 0, 0
        self.going, self.began = threading.Event(), threading.Event()
        self.going.set()

    def __call__(self, environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        start_response("200 OK", [("Content-Type", "text/plain")])
        return self._parts()

    def _parts(self) -> Iterator[bytes]:
        try:
            for _ in range(self.count):
                self.began.set()
                self.going.wait()
                self.made += 1
                yield PIECE
        finally:
            self.closed += 1


def test_a_piece_is_made_when_the_one_before_is_taken() -> None:
    async def test() -> None:
        export, client, other = Export(20), Client(takes=2), Client()
        with bridge(threads=1) as one:
            task = asks(one, export, client)
            await until(lambda: len(client.pieces) == 3)
            await asks(one, Export(1), other)  # the only thread is free
            assert (export.made, other.body) == (3, PIECE)
            for _ in range(20):
                client.take()
            await task
        assert client.body == PIECE * 20
        assert (client.complete, export.closed) == (True, 1)

    run(test)


def test_many_small_parts_are_one_piece() -> None:
    def application(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        start_response("200 OK", [])
        return [b"line\n"] * 1000

    async def test() -> None:
        client = Client()
        with bridge() as one:
            await asks(one, application, client)
        assert client.pieces == [b"line\n" * 1000]

    run(test)


def test_a_thread_is_not_held_long_by_what_is_slow_to_make(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = iter(range(1000))
    monkeypatch.setattr("api.server.bridge.monotonic", lambda: next(clock) * PIECE_SECONDS)

    def application(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        start_response("200 OK", [])
        return iter([b"", b"1", b"2", b"3", b"4"])

    async def test() -> None:
        client = Client()
        with bridge() as one:
            await asks(one, application, client)
        assert client.body == b"1234"
        assert 1 < len(client.pieces) < 4

    run(test)


def test_a_client_that_leaves_between_two_pieces() -> None:
    async def test() -> None:
        export, client = Export(20), Client(takes=2)
        with bridge() as one:
            task = asks(one, export, client)
            await until(lambda: len(client.pieces) == 3)
            task.cancel()
            await until(lambda: export.closed)
        assert export.made == 3

    run(test)


def test_a_client_that_leaves_while_a_piece_is_made() -> None:
    async def test() -> None:
        export, client = Export(20), Client()
        export.going.clear()
        with bridge() as one:
            task = asks(one, export, client)
            await until(export.began.is_set)
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task
            assert not export.closed, "a thread is in it"
            export.going.set()
            await until(lambda: export.closed)
        assert (export.made, client.status) == (1, 0)

    run(test)


def test_a_client_that_leaves_before_its_turn_needs_no_thread() -> None:
    async def test() -> None:
        slow, never = Export(1), Export(1)
        slow.going.clear()
        with bridge(threads=1) as one:
            first, second = asks(one, slow, Client()), asks(one, never, Client())
            await until(slow.began.is_set)
            second.cancel()
            await asyncio.wait([second])
            slow.going.set()
            await first
        assert (slow.made, slow.closed, never.made) == (1, 1, 0)

    run(test)


def test_a_client_that_leaves_during_its_body_costs_nothing() -> None:
    async def test() -> None:
        export, client = Export(1), Client(body=[b"begun"], ends=False)
        with bridge() as one:
            task = asks(one, export, client)
            await asyncio.sleep(0)
            client.leave()
            await task
        assert (export.made, client.status) == (0, 0)

    run(test)


def test_a_body_in_pieces_is_whole_when_it_is_handled() -> None:
    def echo(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        start_response("200 OK", [])
        return [environ["wsgi.input"].read()]

    async def test() -> None:
        client = Client(body=[b"a", b"", b"bc"])
        with bridge() as one:
            await asks(one, echo, client)
        assert client.body == b"abc"

    run(test)


def test_a_mistake_in_the_midst_of_a_response_closes_it() -> None:
    class Broken(Export):
        def _parts(self) -> Iterator[bytes]:
            yield from super()._parts()
            raise ZeroDivisionError

    async def test() -> None:
        export, client = Broken(2), Client()
        with bridge() as one, pytest.raises(ZeroDivisionError):
            await asks(one, export, client)
        assert (export.closed, client.complete, len(client.pieces)) == (1, False, 2)

    run(test)


def test_a_response_in_a_context_may_be_made_by_many_threads() -> None:
    app, threads = Flask(__name__), set[int]()
    both = threading.Barrier(2)

    @app.get("/long")
    def long() -> Response:
        def parts() -> Iterator[bytes]:
            for number in range(20):
                threads.add(threading.get_ident())
                if number % 2:
                    both.wait()  # another thread makes the other response meanwhile
                yield request.path.encode() + PIECE

        return Response(stream_with_context(parts()))

    async def test() -> None:
        clients = [Client("/long"), Client("/long")]
        with bridge(threads=2) as one:
            await asyncio.gather(*(asks(one, app, client) for client in clients))
        assert [client.body for client in clients] == [(b"/long" + PIECE) * 20] * 2

    run(test)
    assert len(threads) == 2


def test_liveness_needs_no_thread() -> None:
    def alive(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        start_response("200 OK", [])
        return [b"alive"]

    async def test() -> None:
        slow, live = Export(1), Client("/health/live")
        slow.going.clear()
        with bridge(threads=1) as one:
            first = asks(one, slow, Client())
            await asks(one, alive, live)
            assert (live.body, slow.made) == (b"alive", 0)
            slow.going.set()
            await first

    run(test)


def test_long_bodies_that_wait_for_a_thread_have_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("api.server.bridge.MOST_BYTES", 2 * SHORT_BYTES + 2)
    refused = list[Fault]()

    def told(body: bytes) -> Client:
        client = Client(body=[body])
        client.scope["extensions"][CONNECTION] = SimpleNamespace(
            refuse=lambda fault, _: refused.append(fault)
        )
        return client

    async def test() -> None:
        export, long, short = Export(1), bytes(SHORT_BYTES + 1), bytes(SHORT_BYTES)
        export.going.clear()
        with bridge(threads=1) as one:
            taken = [asks(one, export, told(body)) for body in (long, long, short, short)]
            await asks(one, export, told(long))
            assert refused == [Fault.UNAVAILABLE]
            export.going.set()
            await asyncio.gather(*taken)
            await asks(one, export, told(long))
        assert (export.made, len(refused)) == (5, 1)

    run(test)


@pytest.mark.parametrize("path", ["/", "/health/live"])
def test_a_body_is_gone_once_it_is_handled(path: str) -> None:
    environs = list[dict[str, Any]]()

    def application(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        environs.append(environ)
        start_response("200 OK", [])
        return [environ["wsgi.input"].read()]

    async def test() -> None:
        client = Client(path, body=[b"body"])
        with bridge() as one:
            await asks(one, application, client)
        assert client.body == b"body"

    run(test)
    assert environs[0]["wsgi.input"].getvalue() == b""


@pytest.mark.parametrize("path", ["/", "/health/live"])
def test_what_a_request_sets_in_its_context_is_gone_with_it(path: str) -> None:
    whose = ContextVar("whose", default="nobody's")

    def application(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        start_response("200 OK", [])
        yield whose.get().encode()
        whose.set("mine")
        yield whose.get().encode()

    async def test() -> None:
        clients = [Client(path), Client(path)]
        with bridge() as one:
            for client in clients:
                await one(application, client.scope, client.receive, client.send)
        assert [client.body for client in clients] == [b"nobody'smine"] * 2

    run(test)


@pytest.mark.parametrize(
    ("path", "meant"),
    [
        ("/v1/games", "/v1/games"),
        ("/a%2Fb%20c", "/a/b c"),
        ("/%ff%C5%BC", "/\xff\xc5\xbc"),
        ("//v1//games", "//v1//games"),
        ("/a:b;c=1", "/a:b;c=1"),
        ("/..%2f../x", "/../../x"),
        ("http://localhost:8000/v1/games", "/v1/games"),
        ("HTTP://localhost", ""),
        ("*", "*"),
        ("localhost:80", "80"),
        ("/v1/games#top", "/v1/games"),
    ],
)
def test_paths_are_those_of_wsgi(path: str, meant: str) -> None:
    assert environ_of(scope(path), object())["PATH_INFO"] == meant  # type: ignore[arg-type]


def test_headers_are_those_of_wsgi() -> None:
    given = [
        (b"content-type", b"text/plain"),
        (b"content-length", b"3"),
        (b"x-name", b"\xc5\xbc"),
        (b"accept", b"a"),
        (b"cookie", b"a=1"),
        (b"accept", b"b"),
        (b"cookie", b"b=2"),
    ]
    environ = environ_of(scope(headers=given), object())  # type: ignore[arg-type]
    found = {name: value for name, value in environ.items() if name.startswith(("HTTP_", "CONTENT_"))}
    assert found == {
        "CONTENT_TYPE": "text/plain",
        "CONTENT_LENGTH": "3",
        "HTTP_X_NAME": "\xc5\xbc",
        "HTTP_ACCEPT": "a,b",
        "HTTP_COOKIE": "a=1; b=2",
    }


def test_every_status_has_its_phrase() -> None:
    assert {kind.status for kind in KINDS.values()} <= _REASON_PHRASES.keys()
