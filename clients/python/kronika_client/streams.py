"""Server-Sent Events, followed without gaps or doubles."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any, NamedTuple

import httpx

from kronika_client.calls import StreamCall
from kronika_client.choices import decode
from kronika_client.errors import Unreachable, problem
from kronika_client.steps import Emit, Flow, Read, Send, T, Tries

OVER = 204


class Message(NamedTuple):
    id: str
    event: str
    data: bytes


class Lines:
    """Turns the bytes of a stream into messages; what a cut connection leaves incomplete is dropped with it."""

    def __init__(self) -> None:
        self._rest = b""

    def feed(self, chunk: bytes) -> Iterator[Message]:
        *whole, self._rest = (self._rest + chunk).replace(b"\r\n", b"\n").split(b"\n\n")
        for block in whole:
            if message := _message(block):
                yield message


def _message(block: bytes) -> Message | None:
    found: dict[bytes, list[bytes]] = {}
    for line in block.split(b"\n"):
        name, _, value = line.partition(b":")
        found.setdefault(name, []).append(value.removeprefix(b" "))
    if b"data" not in found:
        return None
    id, event = (found.get(name, [b""])[-1].decode() for name in (b"id", b"event"))
    return Message(id, event, b"\n".join(found[b"data"]))


Take = Callable[[Any], Flow[None]]


def emit(item: Any) -> Flow[None]:
    yield Emit(item)


def following(
    call: StreamCall[T], token: str | None, patience: float, after: int, take: Take = emit
) -> Flow[None]:
    """Take the items of a stream behind `after`; reconnect when it is cut, until the service says that it is over."""
    seen, tries = Seen(call, after), Tries(patience)
    while True:
        response: httpx.Response | None = None
        failure: Exception = Unreachable(f"{call.path}: the stream ends again and again")
        try:
            response = yield Send(seen.call(), token)
            if response.status_code == OVER:
                return
            if response.is_success:
                yield from _reading(seen, tries, take)
            else:
                failure = problem(response.status_code, response.content)
                if response.status_code not in (429, 503) and response.status_code < 500:
                    raise failure
        except httpx.TransportError as error:
            failure = Unreachable(f"{call.path}: {error!r}")
        yield from tries.pause(failure, response)


def _reading(seen: Seen, tries: Tries, take: Take) -> Flow[None]:
    lines = Lines()
    while chunk := (yield Read()):
        for message in lines.feed(chunk):
            tries.succeeded()
            if seen.takes(message):
                yield from take(seen.item(message))


class Seen:
    """The last message that the caller has, and the request for those behind it."""

    def __init__(self, call: StreamCall[Any], after: int) -> None:
        self._call, self.last = call, str(after) if after else ""

    def call(self) -> StreamCall[Any]:
        return replace(self._call, headers={**self._call.headers, "Last-Event-ID": self.last or None})

    def takes(self, message: Message) -> bool:
        """Whether this is new; messages without an id always are."""
        if message.id.isdecimal() and self.last.isdecimal() and int(message.id) <= int(self.last):
            return False
        self.last = message.id or self.last
        return True

    def item(self, message: Message) -> Any:
        answers = self._call.answers
        return decode(answers.get(message.event, answers[200]), message.data)
