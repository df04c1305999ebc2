"""History: events, states at any version, the replay."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from flask import Response, current_app, request

from api.http.compression import compress_parts
from api.http.etags import (
    ConditionalResponse,
    ImmutableResponse,
    conditional,
    conditional_read,
    requested_viewpoint,
)
from api.http.operations import (
    JSON,
    Call,
    Quota,
    Resource,
    kronika,
)
from api.http.rate_limits import RateLimits
from api.http.scopes import SEES
from api.requests import queries
from api.resources.rulesets import REVALIDATE
from domain.table.refusals import Refusal
from projections.documents.games import GameDocument, StateList
from projections.documents.history import Event, EventList, Replay
from projections.documents.news import News
from service.identity.access import authorize
from service.queries import history as history_queries
from service.queries import states
from service.queries.exporting import NDJSON
from service.queries.news import news
from service.queries.responses import QueryResponse

history = Resource("history", "Every event of a game, and every state.")
WHOLE_LOG_EVENTS = 500
"""News of this many events or more count as a whole log."""
READ: dict[str, Any] = {
    "auth": "optional",
    "scopes": SEES,
    "problems": [Refusal.NOT_FOUND, Refusal.FORBIDDEN],
}


@history.on(
    "GET",
    "/v1/games/<game:game>/events",
    **READ,
    query=queries.EventsQuery,
    **conditional_read(
        "Events as this viewer may see them.", EventList, JSON, NDJSON, items=Event, pages=True
    ),
)
def list_events(call: Call, game: str) -> Response:
    """Read events.

    Hidden values are absent for viewers who may not know them; when the game is over, `reveal=end` includes all of them.
    JSON comes in pages of `limit` events; with `Accept: application/x-ndjson` the response has every event after `after`,
    one a line.
    """
    response = _events(call, game)
    response.vary.add("Accept")
    return response


def _events(call: Call, game: str) -> Response:
    after, viewpoint = call.query["after"], requested_viewpoint(call)
    if request.accept_mimetypes.best_match([JSON, NDJSON]) == NDJSON:
        lines = history_queries.event_lines(
            kronika().repository, game, call.token, after, viewpoint, call.query["labels"]
        )
        return conditional(call, lines, NDJSON)
    limit, labels = call.query["limit"], call.query["labels"]
    page = ConditionalResponse(call)
    found = history_queries.events(
        kronika().repository, game, call.token, after, limit, viewpoint, labels, cached=page.known
    )
    return _with_next_link(page, found, "after", call.raw_query)


def _with_next_link(
    page: ConditionalResponse, found: QueryResponse, name: str, raw_query: dict[str, str]
) -> Response:
    """The response with a link to the next page, if there is one: the same query, with the new start in `name`."""
    response = page.response(found)
    if found.next_start is not None:
        following = urlencode({**raw_query, name: found.next_start})
        response.headers["Link"] = f'<{request.path}?{following}>; rel="next"'
    return response


@history.on(
    "GET",
    "/v1/games/<game:game>/states/<int:version>",
    **READ,
    query=queries.StateQuery,
    **conditional_read("The game document of that version.", GameDocument),
)
def get_state(call: Call, game: str, version: int) -> Response:
    """Read the game document as it was at a version, for this viewer.

    When the game is over, `reveal=end` shows its board with everything that was hidden then (before the end: 403). Without
    a token it may be cached forever under the address with the current `document_revision`.
    """
    state = ImmutableResponse(call)
    found = states.document_at(
        kronika().repository, game, call.token, version, requested_viewpoint(call), cached=state.known
    )
    return state.response(found)


@history.on(
    "GET",
    "/v1/games/<game:game>/states",
    counts=[Quota.COSTLY],
    **READ,
    query=queries.StatesQuery,
    **conditional_read("The game documents of these versions.", StateList, pages=True),
)
def list_states(call: Call, game: str) -> Response:
    """Read the game document at each of the versions `from` to `to`, both included, for this viewer.

    A `Link` leads to those after them. Versions that do not exist yet are malformed.
    """
    first, last = call.query["from_"], call.query["to"]
    page, viewpoint = ConditionalResponse(call), requested_viewpoint(call)
    found = states.documents_between(
        kronika().repository, game, call.token, first, last, viewpoint, cached=page.known
    )
    raw_query = {name: value for name, value in call.raw_query.items() if name != "to"}
    return _with_next_link(page, found, "from", raw_query)


@history.on(
    "GET",
    "/v1/games/<game:game>/news",
    counts=[Quota.NEWS],
    **READ,
    query=queries.NewsQuery,
    **conditional_read("The current game, and what is new in it.", News),
)
def get_news(call: Call, game: str) -> Response:
    """Read everything that is new in a game at once, for a client that follows its stream.

    All parts are of one version, and each is what its own address returns: the game document, the legal actions with
    labels, the replay and the events after `after`, and with `audit` the audit file after so many entries. A replay or file
    that does not continue the client's comes whole, as there. An analyst gets the actions of the first seat that is to act.
    A client that holds nothing, or is 500 events behind, gets a whole log, and the request counts as reading one.
    """
    after, audit = call.query["after"], call.query["audit"]
    loaded, caller = authorize(kronika().repository, game, call.token)
    refusal = _count_whole_log(loaded.version, held=after if audit is None else min(after, audit))
    if refusal is not None:
        return refusal
    found = news(kronika().repository, loaded, caller, after, audit, call.query["lang"])
    response = conditional(call, found)
    if call.token:
        return compress_parts(response, found.compressible_parts)
    response.headers["Cache-Control"] = REVALIDATE  # of a public game, or it would not be there
    return response


def _count_whole_log(version: int, held: int) -> Response | None:
    """Count news with a whole log, or nearly one, as a costly request; the response that refuses one too many."""
    whole = held == 0 or held <= version - WHOLE_LOG_EVENTS
    limits: RateLimits | None = current_app.extensions.get("limits")
    return limits.count_also(Quota.COSTLY) if whole and limits is not None else None


@history.on(
    "GET",
    "/v1/games/<game:game>/replay",
    counts=[Quota.COSTLY],
    **READ,
    query=queries.ReplayQuery,
    **conditional_read("The game, event by event.", Replay),
)
def get_replay(call: Call, game: str) -> Response:
    """Read the replay: a frame for each event, chapters, the outcome.

    With `reveal=end` it includes everything that is disclosed now that the game is over. A client that holds a replay
    requests what is new, with its `version` as `after`. It keeps its frames and chapters of this game up to the response's
    `from`, which is further back if play was taken back; the response has all others. If `document_revision` is not the one
    that the client holds, names have changed and it has to request the whole replay. `after` is valid only for a replay
    read with the same token (or none), `reveal`, `lang` and `labels`.
    """
    lang, labels, after = call.query["lang"], call.query["labels"], call.query["after"]
    replay, viewpoint = ConditionalResponse(call), requested_viewpoint(call)
    found = history_queries.replay(
        kronika().repository, game, call.token, lang, viewpoint, labels, after, cached=replay.known
    )
    return replay.response(found)
