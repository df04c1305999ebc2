"""Server-Sent Events: games and the lobby, as they happen."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec
from flask import Response, request

from api.http.client_address import client_in
from api.http.continuation import continuation
from api.http.headers import last_event_id
from api.http.long_responses import take_place
from api.http.operations import Call, Resource, Returns, kronika
from api.http.scopes import SEES
from api.requests import queries
from api.streaming.long_poll import one_page
from api.streaming.subscription import Kind, Position, Subscription
from api.telemetry.metrics import STREAMS
from api.telemetry.requests import counted
from domain.table.refusals import Refusal
from projections.documents import Document
from projections.documents.analyses import AnalysisProgress
from projections.documents.history import Event
from projections.documents.lobby import GameSummary
from service.queries import subscriptions

streams = Resource("streams", "Events as they happen.")
SSE = "text/event-stream"


def event_stream(document: type[Document], **named: type[Document]) -> Returns:
    """A stream of these documents; `named` are the documents of events with other names."""
    return Returns("Server-Sent Events.", None, [SSE], ["Cache-Control"], document, named)


@streams.on(
    "GET",
    "/v1/games/<game:game>/stream",
    auth="optional",
    scopes=SEES,
    query=queries.StreamQuery,
    headers=["Last-Event-ID"],
    returns={
        200: event_stream(Event, analysis=AnalysisProgress),
        204: Returns("The game is over and the client has all of it.", media_types=()),
    },
    problems=[Refusal.NOT_FOUND, Refusal.FORBIDDEN, Refusal.BEYOND_THE_LOG, Refusal.BUSY],
)
def stream_game(call: Call, game: str) -> Response:
    """Follow a game.

    `id` is the version, `event` the event's type, `data` the event as this viewer may see it. The stream sends every event
    after version `after`, then new ones as they happen; it resumes after `Last-Event-ID`. At its beginning, and after 5
    seconds without an event, it sends a comment line with the service's time in milliseconds, `: now 1767225600000`; a
    stream that is silent for 12 seconds is dead. It ends with the game, and when the token is revoked. With `event=none`
    there is no `event` line, and with `labels=true` each event has its `text` in both languages.

    With `analysis=true` messages `event: analysis` report the progress of the game's analysis; they have no `id`, because
    they are not part of the log. The stream of a finished game then stays open while its analysis is in progress.
    """
    resumed = last_event_id()
    after = call.query["after"] if resumed is None else resumed
    analysed = call.query["analysis"]
    if not subscriptions.has_more(kronika().repository, game, call.token, after, analysed):
        return Response(status=204)
    typed = call.query["event"] == "typed"
    return streamed(Kind(game, call.token, analysed, call.query["labels"], typed), after)


@streams.on(
    "GET",
    "/v1/stream",
    query=queries.LobbyStreamQuery,
    headers=["Last-Event-ID"],
    returns={200: event_stream(GameSummary)},
    problems=[Refusal.BEYOND_THE_LOG, Refusal.BUSY],
)
def stream_lobby(call: Call) -> Response:
    """Follow the lobby.

    Each event `game` holds the lobby's summary of a public game that has changed; each event `gone` holds the `id` of a
    game that is no longer listed. `id` is a position in the order of events of public games. The stream begins now, or
    after `Last-Event-ID` or `after`, with every game that has changed since, once. `gone` is sent only to clients whose
    position is after the game's first listing; a client that begins at 0 gets none.
    """
    resumed = last_event_id()
    after = call.query["after"] if resumed is None else resumed
    store = kronika().store
    head = subscriptions.lobby_head(store)
    after = head if after is None else after
    subscriptions.check_lobby_position(store, after)
    kind = Kind("", typed=call.query["event"] == "typed")
    return streamed(kind, after, head if after == 0 else 0)


def streamed(kind: Kind, after: int, new_at: int = 0) -> Response:
    """The stream, by the event loop; under any other server one page of it, as soon as there is something to send."""
    then = continuation()
    if then is None:
        return _one_page(kind, (after, new_at))
    response = _open_ended(iter(()), SSE, "no-store")
    if request.method != "HEAD":
        response.headers["Connection"] = "close"
        chunked = request.environ["SERVER_PROTOCOL"] != "HTTP/1.0"
        kind = msgspec.structs.replace(kind, chunked=chunked, counted=counted())
        client = client_in(request.environ, kronika().settings.proxies)
        then.stream = Subscription(kind, after, client, new_at)
    return response


def _one_page(kind: Kind, position: Position) -> Response:
    kind = msgspec.structs.replace(kind, chunked=False)
    response = long_response(one_page(kronika().store, kind, position), SSE, "no-store")
    if counted():
        STREAMS.inc()
        response.call_on_close(STREAMS.dec)
    return response


def long_response(parts: Iterable[bytes], media_type: str, cache_control: str) -> Response:
    """A response that takes time to send. Only a limited number is sent at once; others are refused."""
    give_back = take_place()
    response = _open_ended(parts, media_type, cache_control)
    response.call_on_close(give_back)
    return response


def _open_ended(parts: Iterable[bytes], media_type: str, cache_control: str) -> Response:
    response = Response(parts, mimetype=media_type)
    response.headers["Cache-Control"] = cache_control
    response.headers["X-Accel-Buffering"] = "no"
    return response
