"""The bytes of a stream: Server-Sent Events, and chunks of HTTP around them."""

from __future__ import annotations

from collections.abc import Iterable

from service.queries.subscriptions import StreamMessage
from service.system.clock import now

RETRY = b"retry: 2000\n"
"""The client comes back after two seconds when the stream is lost."""
LAST_CHUNK = b"0\r\n\r\n"


def heartbeat() -> bytes:
    """A comment with the service's time in milliseconds, as in the header `Kronika-Now`.

    No empty line follows, here and after the beginning: many clients hand out a block without data as an empty event. So these
    lines belong to the block of the next message, where they change nothing.
    """
    return b": now %d\n" % now()


def beginning() -> bytes:
    """Sent at once, so that the client knows that the stream is open."""
    return heartbeat() + RETRY


def message(happening: StreamMessage, typed: bool) -> bytes:
    """`typed`: with its `event` line."""
    kind = f"event: {happening.type}\n" if typed else ""
    place = "" if happening.id is None else f"id: {happening.id}\n"
    head = f"{place}{kind}data: "
    return head.encode() + happening.data + b"\n\n"


def framed(messages: Iterable[bytes], chunked: bool) -> bytes:
    """Messages together as one chunk of HTTP/1.1, or bare as HTTP/1.0 has them; nothing for none."""
    data = b"".join(messages)
    return b"%x\r\n%b\r\n" % (len(data), data) if chunked and data else data
