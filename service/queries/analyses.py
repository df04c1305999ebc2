"""The computed analysis of a game: what its decisions were worth, as far as the computation has come."""

from __future__ import annotations

from typing import NamedTuple

from msgspec.json import encode

from domain.table.refusals import Refusal, Refused
from service.identity.access import authorize
from service.log.analysis_queue import check_disclosed, document, row_of
from service.log.repository import Repository
from service.queries.responses import QueryResponse, hashed_response


class Found(NamedTuple):
    """The response, its bytes, and whether the computation is complete."""

    response: QueryResponse
    body: bytes
    done: bool


def analysis(repository: Repository, game: str, token: str | None) -> Found:
    """The analysis, identical for every permitted caller. `Refused` if the game is running or was never analysed."""
    loaded, caller = authorize(repository, game, token)
    check_disclosed(loaded)
    row = row_of(repository.store, loaded.id)
    if row is None:
        raise Refused(Refusal.NOT_FOUND, "No analysis of this game was requested; POST requests one.")
    body = encode(document(repository.store, loaded, row))
    return Found(hashed_response(loaded, caller.role, body), body, row.status == "done")
