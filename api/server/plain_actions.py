"""Actions that the event loop answers itself: no thread is woken, and all actions of a turn share one commit.

An action takes the same way as in Flask, through the same hooks and the same handler, but without Flask around them.
"""

from __future__ import annotations

import re
from asyncio import get_running_loop, sleep
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any, cast

from flask import Flask, Response

from api.http.problems import response_to
from api.server.bridge import Receive, Send, encoded, whole_body
from api.server.environ import environ_of
from api.telemetry import requests
from service.store.waiting import run_in_loop

if TYPE_CHECKING:
    from service.operation.app import Kronika

MOST_BYTES = 8192
"""Of a body. A longer one may take long to read."""
AT_ONCE = 32
"""So many actions begin in one turn of the loop. Then their commit begins, and other clients are heard."""
ACTIONS = re.compile(b"/v1/games/([0-9a-f]{32})/actions")
LENGTH = re.compile(b"[0-9]{1,4}")
ENDPOINT = "acting.act"
Handler = Callable[..., Response]


class PlainActions:
    """Those of one service."""

    def __init__(self, kronika: Kronika, app: Flask) -> None:
        self._kronika, self._request_class = kronika, app.request_class
        self._rule = next(app.url_map.iter_rules(ENDPOINT))
        self._act: Handler = cast(Any, app.view_functions[ENDPOINT])
        _, *before = app.before_request_funcs[None]  # the first is `requests.begin`
        self._before: list[Callable[[], Response | None]] = cast(Any, before)
        self._after: list[Handler] = cast(Any, app.after_request_funcs[None][::-1])
        self._begun = 0

    def takes(self, scope: dict[str, Any]) -> bool:
        """Whether a request acts in a game that is at hand, and not a package's."""
        acts = ACTIONS.fullmatch(scope["raw_path"]) if scope["method"] == "POST" else None
        return (
            acts is not None
            and _has_short_body(scope)
            and self._kronika.repository.cache.answers_soon(acts[1].decode())
        )

    async def __call__(self, scope: dict[str, Any], receive: Receive, send: Send) -> None:
        body = await whole_body(receive)
        if body is None:
            return
        await self._begin()
        status, headers, data = await run_in_loop(partial(self.respond, environ_of(scope, body)))
        await send({"type": "http.response.start", "status": status, "headers": headers})
        await send({"type": "http.response.body", "body": data})

    async def _begin(self) -> None:
        """Wait for a turn of the loop in which few actions have begun."""
        while self._begun == AT_ONCE:
            await sleep(0)
        if self._begun == 0:
            get_running_loop().call_soon(self._end_turn)
        self._begun += 1

    def _end_turn(self) -> None:
        self._begun = 0

    def respond(self, environ: dict[str, Any]) -> tuple[int, list[tuple[bytes, bytes]], bytes]:
        """The status, the headers and the body for a WSGI environment; in code that the loop runs."""
        response = self._finished(environ)
        headers = encoded(response.get_wsgi_headers(environ))
        return response.status_code, headers, response.get_data()

    def _finished(self, environ: dict[str, Any]) -> Response:
        request = self._request_class(environ)
        request.url_rule, request.view_args = self._rule, {"game": environ["PATH_INFO"].split("/")[3]}
        requests.begin(request, self._kronika)
        try:
            response = self._handled(request.view_args)
            for finish in self._after:
                response = finish(response)
            return response
        except Exception as error:  # of what follows every action
            return response_to(error)

    def _handled(self, arguments: dict[str, Any]) -> Response:
        try:
            for check in self._before:
                if (refusal := check()) is not None:
                    return refusal
            return self._act(**arguments)
        except Exception as error:
            return response_to(error)


def _has_short_body(scope: dict[str, Any]) -> bool:
    lengths = [value for name, value in scope["headers"] if name == b"content-length"]
    return len(lengths) == 1 and LENGTH.fullmatch(lengths[0]) is not None and int(lengths[0]) <= MOST_BYTES
