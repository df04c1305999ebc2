"""A connection as gunicorn's ASGI worker speaks HTTP on it, with what that worker lacks."""

from __future__ import annotations

from asyncio import BaseProtocol, Transport
from typing import Any

from gunicorn.asgi.protocol import ASGIProtocol

CONNECTION = "kronika.connection"
"""The extension in a request's scope under which the application finds its connection."""


class Protocol(ASGIProtocol):  # type: ignore[misc]  # gunicorn has no types
    """One client's connection."""

    def _build_http_scope(self, *request: Any) -> dict[str, Any]:
        scope: dict[str, Any] = super()._build_http_scope(*request)
        scope["extensions"] = {CONNECTION: self}
        return scope

    def hand_over(self, successor: BaseProtocol) -> Transport:
        """End HTTP on this connection, after the head of a response: what comes and goes from now on is the successor's, which
        calls `worker.connection_ended` when the connection is lost. Parser, request and task are freed.
        """
        transport = self.transport
        if self._response_buffer:
            transport.write(self._response_buffer)
        self._response_buffer = None
        transport.set_protocol(successor)
        self._closed = self._conn_lost_handled = True
        return transport
