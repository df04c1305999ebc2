"""What the decisions of a game were worth, as far as it is known."""

from __future__ import annotations

from typing import NamedTuple

from msgspec.json import encode

from domain.table.refusals import Refusal, Refused
from service.identity.access import seen
from service.log.analysis_queue import check_disclosed, document, row_of
from service.log.repository import Repository
from service.queries.reading import QueryResponse, known_by_its_bytes


class Found(NamedTuple):
    """What is shown, its bytes, and whether it is done."""

    shown: QueryResponse
    body: bytes
    done: bool


def analysis(repository: Repository, game: str, token: str | None) -> Found:
    """The same for everybody who may see the game. `Refused` for a game that goes on, or was never analysed."""
    loaded, caller = seen(repository, game, token)
    check_disclosed(loaded)
    row = row_of(repository.store, loaded.id)
    if row is None:
        raise Refused(Refusal.NOT_FOUND, "No analysis of this game was asked for; POST asks for one.")
    body = encode(document(repository.store, loaded, row))
    shown = known_by_its_bytes(loaded, caller.role, body)
    return Found(shown, body, row.status == "done")
