"""The notes on a game, as everybody reads them who may see it."""

from __future__ import annotations

from msgspec.json import encode

from projections.documents.notes import NoteList
from service.identity.access import seen
from service.log.notes import notes_of
from service.log.repository import Repository
from service.queries.reading import QueryResponse, known_by_its_bytes


def notes(repository: Repository, game: str, token: str | None) -> QueryResponse:
    """What is shown of them now. They change without the log, so what is shown is known again by its bytes."""
    loaded, caller = seen(repository, game, token)
    told = notes_of(repository.store, loaded)
    body = encode(NoteList(version=loaded.version, imported=loaded.imported, notes=told))
    return known_by_its_bytes(loaded, caller.role, body)
