"""Portable games: out in one file, and in again after it has been checked."""

from __future__ import annotations

from threading import BoundedSemaphore
from typing import Any

from apispec import APISpec
from flask import Response, current_app

from api.http.operations import (
    Call,
    Quota,
    Resource,
    Returns,
    answer,
    kronika,
)
from api.openapi.answers import documented
from api.requests import schemas
from api.requests.bodies import JSON, Body
from api.resources.acting import written
from api.resources.streams import held_open
from domain.table.refusals import Refusal, Refused
from projections.documents.commands import Imported
from projections.documents.ledger import GameFile
from projections.lobby import GameFilter
from service.queries.exporting import MEDIA_TYPE, NDJSON, export, export_all
from service.tables.importing import Import, import_file

portable = Resource("portable", "Whole games in files.")


class GameFileBody(Body):
    """A game file. It is read where it is checked, by a process of its own."""

    plain = True
    media_types = (JSON, MEDIA_TYPE)
    largest = 16 * 1024 * 1024

    def load(self, data: Any) -> dict[str, Any]:
        return {"file": data}

    def component(self, spec: APISpec) -> dict[str, Any]:
        return documented(spec, GameFile)


@portable.on(
    "GET",
    "/v1/games/<game:game>/export",
    counts=[Quota.COSTLY],
    auth="optional",
    returns={200: Returns("The game file.", GameFile, [MEDIA_TYPE])},
    problems=[Refusal.NOT_FOUND, Refusal.FORBIDDEN],
)
def export_game(call: Call, game: str) -> Response:
    """Save a game as a file.

    The audit file of this viewer and the players' names. Once the game is over and this viewer may open everything
    in it, any Kronika can check it and take it in.
    """
    file: bytes = export(kronika().repository, game, call.token)
    response = answer(file, media_type=MEDIA_TYPE)
    response.headers["Content-Disposition"] = f'attachment; filename="{game}.kronika.json"'
    return response


@portable.on(
    "GET",
    "/v1/games/export",
    counts=[Quota.COSTLY],
    query=schemas.ExportQuery,
    returns={200: Returns("Game files, one a line.", media_types=[NDJSON])},
    problems=[Refusal.NOT_FOUND, Refusal.BUSY],
)
def export_games(call: Call) -> Response:
    """Save all public games that were finished here, one game file a line, the first made first.

    Each line is what `export` of the game answers to everybody. `cursor` goes on where a transfer was cut off: it is the
    id (`audit.game`) of the last game whose line came whole. Whoever comes again later asks with `since`.
    """
    query = call.query
    wanted = GameFilter(
        status="finished", ruleset=query["ruleset"], since=query["since"], until=query["until"]
    )
    lines = export_all(kronika().repository, wanted, query["cursor"])
    return held_open(lines, NDJSON, "no-cache")


@portable.on(
    "POST",
    "/v1/imports",
    counts=[Quota.GAMES, Quota.COSTLY],
    body=GameFileBody(),
    headers=["Idempotency-Key"],
    mints=True,
    returns={
        200: Returns("This file is here already.", Imported, headers=["Location", "ETag"]),
        201: Returns("The game.", Imported, headers=["Location", "ETag"]),
    },
    problems=[Refusal.BAD_IMPORT, Refusal.GONE_ELSEWHERE, Refusal.BUSY],
)
def import_game(call: Call) -> Response:
    """Take in a game from a file.

    The file is verified level by level (L0, L2, L3) and replayed through the rules of its edition (L4); the first bad
    event refuses it. The game keeps its id, its log byte for byte, and the signature of the service that it comes
    from; it is read-only. Only games that are over and whose secrets are all disclosed are taken in, no analyses. The
    same file again is answered with the same game; another file with the id of a game that is here is refused. A file
    has at most 16 MiB, its log 20,000 entries; checking it may take 30 s of processor time and 512 MiB of memory.
    """
    turn: BoundedSemaphore = current_app.extensions["imports"]
    if not turn.acquire(blocking=False):
        raise Refused(Refusal.BUSY, "Another game is being checked; try again soon.")
    try:
        return written(import_file(Import(call.body["file"], call.key), kronika().context))
    finally:
        turn.release()
