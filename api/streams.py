"""Server-Sent Events: games and the lobby, told as they happen."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain
from threading import BoundedSemaphore

from flask import Response, current_app

from api import schemas
from api.headers import last_event_id
from api.metrics import STREAMS
from api.observing import counted
from api.operations import Call, Resource, Returns, kronika
from domain.table.refusals import Refusal, Refused
from service.queries import streaming
from service.queries.streaming import Happening

streams = Resource("streams", "What happens, as it happens.")
SSE = "text/event-stream"
BEGINNING = b"retry: 2000\n\n"
"""Sent at once, so that the client knows that the stream is open; it comes back after two seconds when it is lost."""
TELLS = Returns("Server-Sent Events.", media_types=[SSE], headers=["Cache-Control"])


@streams.on(
    "GET",
    "/v1/games/<game:game>/stream",
    auth="optional",
    query=schemas.StreamQuery,
    headers=["Last-Event-ID"],
    returns={200: TELLS, 204: Returns("The game is over and the client has all of it.", media_types=())},
    problems=[Refusal.NOT_FOUND, Refusal.FORBIDDEN, Refusal.BEYOND_THE_LOG, Refusal.BUSY],
)
def stream_game(call: Call, game: str) -> Response:
    """Follow a game.

    `id` is the version, `event` the event's type, `data` the event as this viewer may see it. Tells every event after
    version `after`, then goes on as they happen; resumes after `Last-Event-ID`. A comment line comes when nothing has
    happened for 15 seconds. Ends with the game, and when the token is revoked.
    """
    resumed = last_event_id()
    after = call.query["after"] if resumed is None else resumed
    messages = streaming.stream(kronika().repository, game, call.token, after)
    if messages is None:
        return Response(status=204)
    return _streamed(messages)


@streams.on(
    "GET",
    "/v1/stream",
    query=schemas.LobbyStreamQuery,
    headers=["Last-Event-ID"],
    returns={200: TELLS},
    problems=[Refusal.BEYOND_THE_LOG, Refusal.BUSY],
)
def stream_lobby(call: Call) -> Response:
    """Follow the lobby.

    Each event `game` holds the lobby's summary of a public game that has changed, each event `gone` the `id` of one that is
    not listed any more. `id` is a position in the order of
    the events of public games; the stream begins now, or after `Last-Event-ID` or `after`, with every game that has
    changed since, once.
    """
    resumed = last_event_id()
    after = call.query["after"] if resumed is None else resumed
    return _streamed(streaming.lobby_stream(kronika().repository, after))


def _streamed(messages: Iterable[Happening | None]) -> Response:
    """Each stream holds a thread, so only some may be open at once: other requests must not starve."""
    places: BoundedSemaphore = current_app.extensions["waiting"]
    if not places.acquire(blocking=False):
        raise Refused(Refusal.BUSY, "This worker has no room for another stream; try again soon.")
    response = Response(chain([BEGINNING], map(_event, messages)), mimetype=SSE)
    response.call_on_close(places.release)
    if counted():
        STREAMS.inc()
        response.call_on_close(STREAMS.dec)
    response.headers["Cache-Control"] = "no-store"
    response.headers["X-Accel-Buffering"] = "no"
    return response


def _event(happening: Happening | None) -> bytes:
    if happening is None:
        return b":\n\n"
    head = f"id: {happening.id}\nevent: {happening.type}\ndata: "
    return head.encode() + happening.data + b"\n\n"
