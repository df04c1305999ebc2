"""The past: events, states at any version, the replay."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from flask import Response, current_app, request

from api.http.compression import apart
from api.http.etags import (
    Answering,
    AnsweringForGood,
    answered,
    readable,
    wished,
)
from api.http.operations import (
    JSON,
    Call,
    Quota,
    Resource,
    kronika,
)
from api.http.rate_limits import RateLimits
from api.requests import schemas
from domain.table.refusals import Refusal
from projections.documents.games import GameDocument, StateList
from projections.documents.history import Event, EventList, Replay
from projections.documents.news import News
from service.identity.access import authorize
from service.queries import reading
from service.queries.exporting import NDJSON
from service.queries.news import news

history = Resource("history", "Everything that happened, and every state there was.")
MUCH = 500
"""Events from which on what is new in a log is as much as a whole one."""
READ: dict[str, Any] = {"auth": "optional", "problems": [Refusal.NOT_FOUND, Refusal.FORBIDDEN]}


@history.on(
    "GET",
    "/v1/games/<game:game>/events",
    **READ,
    query=schemas.EventsQuery,
    **readable("Events as this viewer may see them.", EventList, JSON, NDJSON, items=Event, pages=True),
)
def list_events(call: Call, game: str) -> Response:
    """Read events.

    Hidden values are absent for those who may not know them; when the game is over `reveal=end` shows all of them.
    JSON comes in pages of `limit`; with `Accept: application/x-ndjson` every event after `after` comes, one a line.
    """
    response = _events(call, game)
    response.vary.add("Accept")
    return response


def _events(call: Call, game: str) -> Response:
    after, wish = call.query["after"], wished(call)
    if request.accept_mimetypes.best_match([JSON, NDJSON]) == NDJSON:
        lines = reading.event_lines(kronika().repository, game, call.token, after, wish, call.query["labels"])
        return answered(call, lines, NDJSON)
    limit, labels = call.query["limit"], call.query["labels"]
    page = Answering(call)
    found = reading.events(
        kronika().repository, game, call.token, after, limit, wish, labels, cached=page.known
    )
    return _linked(page, found, "after", call.asked)


def _linked(page: Answering, shown: reading.QueryResponse, name: str, asked: dict[str, str]) -> Response:
    """The answer, with the link of the next page if there is one: what was asked, and in `name` where that begins."""
    response = page.response(shown)
    if shown.next_start is not None:
        following = urlencode({**asked, name: shown.next_start})
        response.headers["Link"] = f'<{request.path}?{following}>; rel="next"'
    return response


@history.on(
    "GET",
    "/v1/games/<game:game>/states/<int:version>",
    **READ,
    query=schemas.StateQuery,
    **readable("The game document of that version.", GameDocument),
)
def get_state(call: Call, game: str, version: int) -> Response:
    """Read the game document as it was at a version, for this viewer.

    When the game is over, `reveal=end` shows its board as it lay, with everything that was hidden then (else 403).
    Without a token it may be kept for good under the address that carries the present `document_revision`.
    """
    state = AnsweringForGood(call)
    found = reading.document_at(
        kronika().repository, game, call.token, version, wished(call), cached=state.known
    )
    return state.response(found)


@history.on(
    "GET",
    "/v1/games/<game:game>/states",
    counts=[Quota.COSTLY],
    **READ,
    query=schemas.StatesQuery,
    **readable("The game documents of these versions.", StateList, pages=True),
)
def list_states(call: Call, game: str) -> Response:
    """Read the game document at each of the versions `from` to `to`, both included, for this viewer.

    A `Link` leads to those that come after them. Versions that there are not yet are malformed.
    """
    first, last = call.query["from_"], call.query["to"]
    page, wish = Answering(call), wished(call)
    found = reading.documents_between(
        kronika().repository, game, call.token, first, last, wish, cached=page.known
    )
    asked = {name: value for name, value in call.asked.items() if name != "to"}
    return _linked(page, found, "from", asked)


@history.on(
    "GET",
    "/v1/games/<game:game>/news",
    counts=[Quota.NEWS],
    **READ,
    query=schemas.NewsQuery,
    **readable("The game now, and what is new in it.", News),
)
def get_news(call: Call, game: str) -> Response:
    """Read what is new in a game, all at once: for who follows it, and hears by the stream that something has happened.

    The parts are of one version, and each is what its own address answers: the game document, the legal actions with labels,
    the replay and the events after `after`, and with `audit` the audit file after so many entries. Of a replay or a file that
    does not go on from the one held the whole comes, as there. An analyst is told the actions of the first seat that is to act.
    Who holds nothing, or is 500 events behind, is told a whole log and counts as who reads one.
    """
    after, audit = call.query["after"], call.query["audit"]
    loaded, caller = authorize(kronika().repository, game, call.token)
    refusal = _one_too_many(loaded.version, held=after if audit is None else min(after, audit))
    if refusal is not None:
        return refusal
    shown = news(kronika().repository, loaded, caller, after, audit, call.query["lang"])
    response = answered(call, shown)
    return apart(response, shown.compressible_parts) if call.token else response


def _one_too_many(version: int, held: int) -> Response | None:
    """Count news that are a whole log, or as much, as one; the answer that refuses one too many."""
    whole = held == 0 or held <= version - MUCH
    limits: RateLimits | None = current_app.extensions.get("limits")
    return limits.count_also(Quota.COSTLY) if whole and limits is not None else None


@history.on(
    "GET",
    "/v1/games/<game:game>/replay",
    counts=[Quota.COSTLY],
    **READ,
    query=schemas.ReplayQuery,
    **readable("The game told event by event.", Replay),
)
def get_replay(call: Call, game: str) -> Response:
    """Read the replay: a frame for each event, chapters, the outcome. With `reveal=end` as who saw everything tells it.

    Who holds one asks for what is new, with its `version` as `after`. Of what he holds he keeps the frames and chapters of this
    game up to the answer's `from`, which is further back when play was taken back; all others come in the answer. When
    its `document_revision` is not the one that he holds, names have changed, and he asks for the whole. `after` counts only for a
    replay that was asked for with the same token (or none), `reveal`, `lang` and `labels`: for another one he asks for the whole.
    """
    lang, labels, after = call.query["lang"], call.query["labels"], call.query["after"]
    replay, wish = Answering(call), wished(call)
    found = reading.replay(
        kronika().repository, game, call.token, lang, wish, labels, after, cached=replay.known
    )
    return replay.response(found)
