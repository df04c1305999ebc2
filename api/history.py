"""The past: events, states at any version, the replay."""

from __future__ import annotations

from typing import Any

from flask import Response, request

from api import schemas
from api.operations import JSON, Call, Quota, Resource, kronika
from api.validators import answered, of_a_version, readable
from domain.table.refusals import Refusal
from projections.documents.games import GameDocument
from projections.documents.history import EventList, Replay
from service.queries import reading

history = Resource("history", "Everything that happened, and every state there was.")
NDJSON = "application/x-ndjson"
READ: dict[str, Any] = {"auth": "optional", "problems": [Refusal.NOT_FOUND, Refusal.FORBIDDEN]}


@history.on(
    "GET",
    "/v1/games/<game:game>/events",
    **READ,
    query=schemas.EventsQuery,
    **readable("Events as this viewer may see them.", EventList, JSON, NDJSON),
)
def list_events(call: Call, game: str) -> Response:
    """Read events.

    JSON comes in pages of `limit`; with `Accept: application/x-ndjson` every event after `after` comes, one a line.
    """
    response = _events(call, game)
    response.vary.add("Accept")
    return response


def _events(call: Call, game: str) -> Response:
    after = call.query["after"]
    if request.accept_mimetypes.best_match([JSON, NDJSON]) == NDJSON:
        lines = reading.event_lines(kronika().repository, game, call.token, after)
        return answered(call, lines, NDJSON)
    page = reading.events(kronika().repository, game, call.token, after, call.query["limit"])
    return answered(call, page)


@history.on(
    "GET",
    "/v1/games/<game:game>/states/<int:version>",
    **READ,
    query=schemas.StateQuery,
    **readable("The game document of that version.", GameDocument),
)
def get_state(call: Call, game: str, version: int) -> Response:
    """Read the game document as it was at a version, for this viewer.

    Without a token it may be kept for good under the address that carries the present `document_revision`.
    """
    return of_a_version(call, reading.document_at(kronika().repository, game, call.token, version))


@history.on(
    "GET",
    "/v1/games/<game:game>/replay",
    counts=[Quota.COSTLY],
    **READ,
    query=schemas.ReplayQuery,
    **readable("The game told event by event.", Replay),
)
def get_replay(call: Call, game: str) -> Response:
    """Read the replay: a frame for each event, chapters, the outcome."""
    found = reading.replay(kronika().repository, game, call.token, call.query["lang"])
    return answered(call, found)
