"""The past: events, states at any version, the replay."""

from __future__ import annotations

from typing import Any

from flask import Response, request

from api import schemas
from api.games import unless_held
from api.operations import JSON, Call, Resource, Returns, answer, kept_private, kronika
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
    returns={200: Returns("Events as this viewer may see them.", EventList, [JSON, NDJSON])},
)
def list_events(call: Call, game: str) -> Response:
    """Read events.

    JSON comes in pages of `limit`; with `Accept: application/x-ndjson` every event after `after` comes, one a line.
    """
    after = call.query["after"]
    if request.accept_mimetypes.best_match([JSON, NDJSON]) == NDJSON:
        lines = reading.event_lines(kronika().repository, game, call.token, after)
        return kept_private(Response(lines, content_type=NDJSON), call.token)
    page = reading.events(kronika().repository, game, call.token, after, call.query["limit"])
    return kept_private(answer(page), call.token)


@history.on(
    "GET",
    "/v1/games/<game:game>/states/<int:version>",
    **READ,
    headers=["If-None-Match"],
    returns={
        200: Returns("The game document of that version.", GameDocument, headers=["ETag", "Cache-Control"]),
        304: Returns("The client holds it.", media_types=()),
    },
)
def get_state(call: Call, game: str, version: int) -> Response:
    """Read the game document as it was at a version, for this viewer; it never changes."""
    response = answer(reading.document_at(kronika().repository, game, call.token, version))
    response.headers["Cache-Control"] = "private, max-age=31536000, immutable"
    return unless_held(kept_private(response, call.token), version)


@history.on(
    "GET",
    "/v1/games/<game:game>/replay",
    **READ,
    query=schemas.ReplayQuery,
    returns={200: Returns("The game told event by event.", Replay)},
)
def get_replay(call: Call, game: str) -> Response:
    """Read the replay: a frame for each event, chapters, the outcome."""
    found = reading.replay(kronika().repository, game, call.token, call.query["lang"])
    return kept_private(answer(found), call.token)
