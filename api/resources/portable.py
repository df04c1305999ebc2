"""Portable games: exported to one file, and imported again after verification."""

from __future__ import annotations

from threading import BoundedSemaphore
from typing import Any

from apispec import APISpec
from flask import Response, current_app

from api.http.body import JSON, Body
from api.http.operations import (
    Call,
    Quota,
    Resource,
    Returns,
    kronika,
    respond,
)
from api.http.scopes import SEES
from api.openapi.responses import schema_ref
from api.requests import queries
from api.resources.acting import command_response
from api.resources.games import game_filter
from api.resources.streams import long_response
from domain.table.refusals import Refusal, Refused
from projections.documents.commands import Imported
from projections.documents.ledger import GameFile
from service.queries.exporting import MEDIA_TYPE, NDJSON, export, export_all
from service.tables.importing import Import, import_file

portable = Resource("portable", "Whole games in files.")


class GameFileBody(Body):
    """A game file. A process of its own parses and verifies it."""

    raw = True
    media_types = (JSON, MEDIA_TYPE)
    max_bytes = 16 * 1024 * 1024

    def load(self, data: Any) -> dict[str, Any]:
        return {"file": data}

    def component(self, spec: APISpec) -> dict[str, Any]:
        return schema_ref(spec, GameFile)


@portable.on(
    "GET",
    "/v1/games/<game:game>/export",
    counts=[Quota.COSTLY],
    query=queries.NoQuery,
    auth="optional",
    scopes=SEES,
    returns={200: Returns("The game file.", GameFile, [MEDIA_TYPE])},
    problems=[Refusal.NOT_FOUND, Refusal.FORBIDDEN],
)
def export_game(call: Call, game: str) -> Response:
    """Save a game as a file.

    The audit file of this viewer and the players' names. Once the game is over and this viewer may see everything in it,
    any Kronika can verify and import it.
    """
    file: bytes = export(kronika().repository, game, call.token)
    response = respond(file, media_type=MEDIA_TYPE)
    response.headers["Content-Disposition"] = f'attachment; filename="{game}.kronika.json"'
    return response


@portable.on(
    "GET",
    "/v1/games/export",
    counts=[Quota.COSTLY],
    query=queries.ExportQuery,
    returns={200: Returns("Game files, one a line.", media_types=[NDJSON])},
    problems=[Refusal.NOT_FOUND, Refusal.BUSY],
)
def export_games(call: Call) -> Response:
    """Save public games, one game file a line, the oldest first: those finished here, unless the query is for others.

    The filters are those of `GET /v1/games`. Each line is what `export` of the game returns to everyone. `cursor` resumes an
    interrupted transfer: it is the id (`audit.game`) of the last game whose line arrived complete. For a later update, use
    `since`.
    """
    lines = export_all(kronika().repository, game_filter(call.query), call.query["cursor"])
    return long_response(lines, NDJSON, "no-cache")


@portable.on(
    "POST",
    "/v1/imports",
    counts=[Quota.GAMES, Quota.COSTLY],
    body=GameFileBody(),
    headers=["Idempotency-Key"],
    mints=True,
    returns={
        200: Returns("This game was imported before.", Imported, headers=["Location", "ETag"]),
        201: Returns("The game.", Imported, headers=["Location", "ETag"]),
    },
    problems=[Refusal.BAD_IMPORT, Refusal.GONE_ELSEWHERE, Refusal.BUSY, Refusal.GAMES_PAUSED],
)
def import_game(call: Call) -> Response:
    """Import a game from a file.

    The file is verified level by level (L0, L2, L3) and replayed through the rules of its edition (L4); the first bad event
    refuses it. The game keeps its id, its log byte for byte, and the signature of the service that it comes from; it is
    read-only. Only finished games with all secrets disclosed can be imported, and no analyses. The same file again returns
    the same game; another file with the id of an existing game is refused. A file has at most 16 MiB and its log 20,000
    entries; verification may take 30 s of processor time and 512 MiB of memory.
    """
    slot: BoundedSemaphore = current_app.extensions["imports"]
    if not slot.acquire(blocking=False):
        raise Refused(Refusal.BUSY, "Another game is being verified; try again soon.")
    try:
        return command_response(import_file(Import(call.body["file"], call.key), kronika().context))
    finally:
        slot.release()
