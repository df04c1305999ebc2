"""Connections to a service, and games that are played over them."""

from __future__ import annotations

import socket
from typing import Any, NamedTuple

import orjson

from bench.load import body_of

THROW, SET_ASIDE = b'{"type":"roll"}', b'{"type":"set-aside"}'
TO_ACT = b'"to_act":['


class Dialogue(NamedTuple):
    """What a connection asks for again and again: two requests of `seat` by turns.

    Behind `mark`, an answer names the seat that asks next; without a mark it stays the same. `requests` are the first and
    the second of seat 1, then those of seat 2.
    """

    socket: socket.socket
    requests: tuple[bytes, bytes, bytes, bytes]
    seat: int = 1
    mark: bytes = b""

    def encoded(self) -> bytes:
        """As the clients of `bench.rounds` read it."""
        texts = b"".join(b"%d:%s" % (len(text), text) for text in (self.mark, *self.requests))
        return b"%d %d %s" % (self.socket.fileno(), self.seat, texts)


def request(method: str, path: str, body: bytes = b"", token: str = "") -> bytes:
    """A request over HTTP."""
    bearer = f"Authorization: Bearer {token}\r\n" if token else ""
    head = (
        f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
        f"{bearer}Content-Length: {len(body)}\r\n\r\n"
    )
    return head.encode() + body


LIVE = request("GET", "/health/live")


def asking_for_nothing(connection: socket.socket) -> Dialogue:
    """What costs a service nothing: what is left is the web server's part."""
    return Dialogue(connection, (LIVE, LIVE, LIVE, LIVE))


def connected(port: int) -> socket.socket:
    """A new connection, which sends at once what it is given."""
    made = socket.create_connection(("127.0.0.1", port))
    made.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return made


class Wire:
    """A kept-alive connection that does no more than it must, so that the server is measured and not its client."""

    def __init__(self, port: int) -> None:
        self._socket = connected(port)

    def ask(self, method: str, path: str, body: bytes = b"", token: str = "") -> bytes:
        self._socket.sendall(request(method, path, body, token))
        return read_body(self._socket)


def read_body(connection: socket.socket, come: bytes = b"") -> bytes:
    """The next answer's body. `come` has been read of it already."""
    while (body := body_of(come)) is None:
        more = connection.recv(65536)
        assert more, "the server has closed the connection"
        come += more
    return body


class Game:
    """One game: throws dice and sets them aside, which is always legal in turn. Nothing is kept open between two calls."""

    def __init__(self, port: int) -> None:
        self._port, wire = port, Wire(port)
        self.game = _post(wire, "/v1/games", {"ruleset": "age-of-war", "seats": 2})["id"]
        seats = f"/v1/games/{self.game}/seats"
        self._tokens = [_post(wire, seats, {"name": f"P{n}"})["token"] for n in (1, 2)]
        self._seat = orjson.loads(wire.ask("GET", f"/v1/games/{self.game}"))["to_act"][0]
        self._throw = True

    def act(self) -> None:
        body = THROW if self._throw else SET_ASIDE
        answer = Wire(self._port).ask("POST", self._actions, body, self._tokens[self._seat - 1])
        self._seat, self._throw = orjson.loads(answer)["to_act"][0], not self._throw

    def dialogue(self, connection: socket.socket) -> Dialogue:
        """Its actions from here on."""
        first, second = self._tokens
        requests = (
            request("POST", self._actions, THROW, first),
            request("POST", self._actions, SET_ASIDE, first),
            request("POST", self._actions, THROW, second),
            request("POST", self._actions, SET_ASIDE, second),
        )
        return Dialogue(connection, requests, self._seat, TO_ACT)

    @property
    def _actions(self) -> str:
        return f"/v1/games/{self.game}/actions"


def _post(wire: Wire, path: str, body: dict[str, Any]) -> Any:
    return orjson.loads(wire.ask("POST", path, orjson.dumps(body)))
