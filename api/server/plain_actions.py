"""Actions that the event loop answers itself: no thread has to be woken, and all actions of a turn share a commit."""

from __future__ import annotations

import re
from functools import partial
from io import BytesIO
from typing import TYPE_CHECKING, Any

from api.server.bridge import Receive, Send
from api.server.bridge import Answer as WsgiAnswer
from api.server.environ import environ_of
from service.store.waiting import run_in_loop

if TYPE_CHECKING:
    from flask import Flask

    from service.app import Kronika

MOST_BYTES = 8192
"""Of a body. A longer one may take long to read."""
ACTIONS = re.compile("/v1/games/([0-9a-f]{32})/actions")


def is_plain(scope: dict[str, Any], kronika: Kronika) -> bool:
    """Whether a request acts in a game that is at hand, on a store that is read without a network.

    While heads cannot be recorded an action first tries to record them, and may wait for their file.
    """
    acts = ACTIONS.fullmatch(scope["path"]) if scope["method"] == "POST" else None
    return (
        acts is not None
        and kronika.store.in_process
        and kronika.repository.cache.has(acts[1])
        and kronika.head_journal.works
    )


async def answer(app: Flask, scope: dict[str, Any], receive: Receive, send: Send) -> None:
    body = b""
    more = True
    while more:
        message = await receive()
        if message["type"] == "http.disconnect":
            return
        body += message["body"]
        more = message["more_body"]
    environ = environ_of(scope, BytesIO(body), len(body))
    status, headers, data = await run_in_loop(partial(_answered, app, environ))
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": data, "more_body": False})


def _answered(app, environ):
    a = WsgiAnswer(app, environ)
    return a.status, a.headers, a.piece()
