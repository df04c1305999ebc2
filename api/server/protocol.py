"""A connection as gunicorn's ASGI worker speaks HTTP on it, with what gunicorn 27.0.1 lacks.

It has no limits of time and size for requests, closes connections whose clients are still sending, and answers with plain text.
"""

from __future__ import annotations

from asyncio import BaseProtocol, Transport
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Any

from gunicorn.asgi.protocol import ASGIProtocol
from gunicorn.http.errors import InvalidHeader

from api.http.problem_kinds import Fault
from api.http.problems import raw_problem
from api.server.connections import Stage

if TYPE_CHECKING:
    from api.server.worker import Worker

CONNECTION = "kronika.connection"
"""The extension in a request's scope under which the application finds its connection."""
MOST_BYTES = 17 * 2**20
"""Of a request: more than any operation takes (a game file of 16 MiB). Each operation checks its own limit."""
FEED_BYTES = 8192
"""Given to the parser at once: gunicorn_h1c 0.6.10 takes time quadratic in this, 0.3 s for 256 KiB in chunks of one byte."""
FAULTS = {414: Fault.URI_TOO_LONG, 431: Fault.HEADERS_TOO_LARGE}
"""By the status that gunicorn gives to what is no request; all others are bad requests."""
SERVER = (b"Server", b"gunicorn")


def use_c_parser() -> bool:
    """Whether the parser in C is installed, which is used then. gunicorn itself does not find it for subclasses of its protocol.

    It would drop requests that arrive before they are wanted and do not fit into 64 KiB. Here we stop reading meanwhile, so no
    limit is needed.
    """
    found: bool = ASGIProtocol._check_h1c_protocol_available()
    if found:
        parser = ASGIProtocol._h1c_protocol_class
        ASGIProtocol._h1c_protocol_class = partial(parser, limit_remaining=0)
    return found


class Protocol(ASGIProtocol):  # type: ignore[misc]  # gunicorn has no types
    """One client's connection."""

    worker: Worker
    transport: Transport
    _response_buffer: bytes | None

    def __init__(self, worker: Worker) -> None:
        super().__init__(worker)
        self._all = worker.connections
        self.client = ("", 0)
        self.stage = Stage.WHOLE
        self.until = 0.0
        """The end of the time for this stage."""
        self.held = 0
        """Bytes of the request that is arriving."""
        self._half_closed = False
        """Whether the client has ended its side, and may still read."""

    @property
    def unsent(self) -> int:
        """Bytes that the client has not taken yet."""
        return self.transport.get_write_buffer_size()

    # The connection

    def connection_made(self, transport: Transport) -> None:
        self.client = transport.get_extra_info("peername") or self.client
        super().connection_made(transport)
        self._all.wait(self, Stage.IDLE)
        if not self.client[0]:
            transport.abort()  # reset before it was accepted: nobody reads a response, and nobody could be counted for it

    def connection_lost(self, exc: Exception | None) -> None:
        self._all.forget(self)
        super().connection_lost(exc)
        self.worker.publish()

    def eof_received(self) -> bool:
        """The client has ended its side. If its request is whole, it may still read the response; a long poll ends."""
        self._half_closed = self.stage is Stage.WHOLE and not self._closed
        if self._half_closed and self._body_receiver is not None and self._body_receiver._body_finished:
            self._body_receiver.signal_disconnect()
        return self._half_closed

    def hand_over(self, successor: BaseProtocol) -> Transport:
        """End HTTP on this connection, after the head of a response: what comes and goes from now on is the successor's, which
        calls `worker.connection_ended` when the connection is lost. Parser, request and task are freed.
        """
        transport = self.transport
        if self._response_buffer:
            transport.write(self._response_buffer)
        self._response_buffer = None
        self._all.forget(self)
        transport.set_protocol(successor)
        transport.resume_reading()
        self._closed = True
        return transport

    def _close_transport(self) -> None:
        """gunicorn closes at once, which resets a client that is still sending. Here our side ends, and what still arrives is
        dropped for a while.
        """
        if self._closed:
            return
        self._closed = True
        if self._half_closed:
            self.transport.close()
            self._all.watch_writing(self)
            return
        with suppress(OSError, RuntimeError):  # the client is gone already
            self.transport.write_eof()
            self.transport.resume_reading()
        self._all.linger(self)

    # Requests

    def data_received(self, data: bytes) -> None:
        if self._closed:
            return
        if self.stage is Stage.WHOLE:
            self._pause_reading()  # the next requests have time until this one is answered
        super().data_received(data)

    def _feed_callback_parser(self, data: bytes) -> bool:
        """Also with what arrived while the last request was answered. Nothing is parsed after what ends the connection."""
        return all(self._feed(data[start : start + FEED_BYTES]) for start in range(0, len(data), FEED_BYTES))

    def _feed(self, data: bytes) -> bool:
        if self._current_request is None and self.stage is not Stage.HEAD:
            self._all.wait(self, Stage.HEAD)
        if self.stage is not Stage.WHOLE:
            self._all.hold(self, len(data))
        continues: bool = super()._feed_callback_parser(data)
        if self.stage is Stage.BODY and self.held > MOST_BYTES:
            self.refuse(Fault.TOO_LARGE)
        self._listen_on()
        return continues and not self._closed

    def _resume_reading(self) -> None:
        if self.stage is not Stage.WHOLE:
            super()._resume_reading()

    def _on_headers_complete(self) -> bool:
        skips_body: bool = super()._on_headers_complete()
        request = self._current_request
        if request.version >= (1, 1) and not any(name == b"host" for name, _ in request.headers_bytes):
            raise InvalidHeader("Host")
        if request.content_length > MOST_BYTES:
            self.refuse(Fault.TOO_LARGE)
        elif not self._closed:
            self._all.wait(self, Stage.BODY)
        return skips_body

    def _on_message_complete(self) -> None:
        super()._on_message_complete()
        self._all.complete(self)

    def _arm_keepalive_timer(self) -> None:
        """gunicorn calls this when it begins to wait for the next request, a part of which may be here."""
        if self.stage is Stage.WHOLE and not self._closed:
            self._all.wait(self, Stage.IDLE)
            self._listen_on()

    def _listen_on(self) -> None:
        """For the rest of a request, or for the next one, unless no more can come."""
        if self._half_closed and self.stage is not Stage.WHOLE:
            self._close_transport()
        else:
            self._resume_reading()

    def _is_websocket_upgrade(self, request: Any) -> bool:
        return False

    def _will_close(self, request: Any, response_requires_close: bool) -> bool:
        """Also after the response of a worker that is leaving, or not ready: the next request may reach one that is.

        In HTTP/1.0 always: responses without a length end with the connection, and no response offers keep-alive.
        """
        closes: bool = super()._will_close(request, response_requires_close)
        away = self.worker.leaving or not self.app.ready
        return closes or away or request.version < (1, 1)

    def time_out(self) -> None:
        """The client has taken too long to send its request."""
        if self.stage is Stage.IDLE:
            self._close_transport()
        else:
            self.refuse(Fault.REQUEST_TIMEOUT)

    # Responses

    def _build_http_scope(self, *request: Any) -> dict[str, Any]:
        scope: dict[str, Any] = super()._build_http_scope(*request)
        scope["client"] = self.client[:2]  # its system forgets the address of a client that is gone
        scope["extensions"] = {CONNECTION: self}
        return scope

    def _send_response_start(self, status: int, headers: Any, request: Any, close: bool = False) -> None:
        super()._send_response_start(status, [SERVER, *headers], request, close)

    def _send_error_response(self, status: int, message: str, extra_headers: Any = ()) -> None:
        """gunicorn has no response of the application, or nothing that can be a request."""
        if status == 500 and self.stage is Stage.BODY:
            self.refuse(Fault.REQUEST_TIMEOUT)  # the application waited for the body in vain
        elif status == 500:
            self.refuse(Fault.INTERNAL_ERROR)
        else:
            self.refuse(FAULTS.get(status, Fault.BAD_REQUEST), message)

    def refuse(self, fault: Fault, detail: str = "") -> None:
        """Answer what never became a request for the application, or could not be answered by it, and close."""
        gone = self._half_closed and self._body_receiver is not None and self._body_receiver._closed
        if not self._closed and not gone:
            self._safe_write(raw_problem(fault, detail))
        self._close_transport()

    def pause_writing(self) -> None:
        super().pause_writing()
        self._all.watch_writing(self)

    def resume_writing(self) -> None:
        super().resume_writing()
        self._all.unwatch_writing(self)
