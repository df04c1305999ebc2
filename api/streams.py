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
from projections.documents import Document
from projections.documents.analyses import AnalysisProgress
from projections.documents.games import GameSummary
from projections.documents.history import Event
from service.queries import streaming
from service.queries.streaming import Happening

streams = Resource("streams", "What happens, as it happens.")
SSE = "text/event-stream"
BEGINNING = b"retry: 2000\n\n"
"""Sent at once, so that the client knows that the stream is open; it comes back after two seconds when it is lost."""


def tells(document: type[Document], **named: type[Document]) -> Returns:
    """A stream whose events hold such documents, and events of other names others."""
    return Returns("Server-Sent Events.", None, [SSE], ["Cache-Control"], document, named)


@streams.on(
    "GET",
    "/v1/games/<game:game>/stream",
    auth="optional",
    query=schemas.StreamQuery,
    headers=["Last-Event-ID"],
    returns={
        200: tells(Event, analysis=AnalysisProgress),
        204: Returns("The game is over and the client has all of it.", media_types=()),
    },
    problems=[Refusal.NOT_FOUND, Refusal.FORBIDDEN, Refusal.BEYOND_THE_LOG, Refusal.BUSY],
)
def stream_game(call: Call, game: str) -> Response:
    """Follow a game.

    `id` is the version, `event` the event's type, `data` the event as this viewer may see it. Tells every event after
    version `after`, then goes on as they happen; resumes after `Last-Event-ID`. A comment line comes when nothing has
    happened for 15 seconds. Ends with the game, and when the token is revoked. With `event=none` there is no `event` line,
    and with `labels=true` each event has its `text` in both languages.

    With `analysis=true` messages `event: analysis` tell how far the game's analysis has come; they have no `id`, for they are
    nothing of the log. The stream of a game that is over goes on then for as long as its analysis is under way.
    """
    resumed = last_event_id()
    after = call.query["after"] if resumed is None else resumed
    messages = streaming.stream(
        kronika().repository, game, call.token, after, call.query["analysis"], call.query["labels"]
    )
    if messages is None:
        return Response(status=204)
    return _streamed(messages, call.query["event"] == "typed")


@streams.on(
    "GET",
    "/v1/stream",
    query=schemas.LobbyStreamQuery,
    headers=["Last-Event-ID"],
    returns={200: tells(GameSummary)},
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
    return _streamed(streaming.lobby_stream(kronika().repository, after), call.query["event"] == "typed")


def _streamed(messages: Iterable[Happening | None], typed: bool) -> Response:
    """Each stream holds a thread: other requests must not starve."""
    response = held_open(
        chain([BEGINNING], (_event(message, typed) for message in messages)), SSE, "no-store"
    )
    if counted():
        STREAMS.inc()
        response.call_on_close(STREAMS.dec)
    return response


def held_open(parts: Iterable[bytes], media_type: str, kept: str) -> Response:
    """An answer that takes its time. Only as many as there are places are given at once, others are refused.

    `kept` is its Cache-Control.
    """
    places: BoundedSemaphore = current_app.extensions["waiting"]
    if not places.acquire(blocking=False):
        raise Refused(Refusal.BUSY, "This worker has no room for another stream; try again soon.")
    response = Response(parts, mimetype=media_type)
    response.call_on_close(places.release)
    response.headers["Cache-Control"] = kept
    response.headers["X-Accel-Buffering"] = "no"
    return response


def _event(happening: Happening | None, typed: bool) -> bytes:
    if happening is None:
        return b":\n\n"
    kind = f"event: {happening.type}\n" if typed else ""
    place = "" if happening.id is None else f"id: {happening.id}\n"
    head = f"{place}{kind}data: "
    return head.encode() + happening.data + b"\n\n"
