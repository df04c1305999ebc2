"""The notes on a game, visible to everybody who may see the game."""

from __future__ import annotations

from msgspec import UNSET
from msgspec.json import encode

from projections.documents.notes import Note, NoteList
from service.identity.access import ANALYST, WATCHER, authorize
from service.identity.tokens import digest
from service.log.notes import notes_of
from service.log.repository import Repository
from service.log.studies import title_of
from service.queries.responses import QueryResponse, hashed_response


def notes(repository: Repository, game: str, token: str | None) -> QueryResponse:
    """The current notes. They change without the log, so a hash of the bytes identifies the response."""
    loaded, caller = authorize(repository, game, token)
    found = notes_of(repository.store, loaded)
    title = title_of(repository.store, loaded.id) if loaded.table.forked is not None else ""
    listed = NoteList(version=loaded.version, imported=loaded.imported, notes=found, title=title or UNSET)
    body = encode(listed)
    return hashed_response(loaded, caller.role, body)


def notes_of_analysis(repository: Repository, game: str, token: str | None) -> tuple[Note, ...] | None:
    """The notes of an analysis that this token opens; None for every other game, whose tokens make no difference."""
    if token is None or repository.get_for(game, digest(token))[0].table.forked is None:
        return None
    loaded, caller = authorize(repository, game, token)
    return notes_of(repository.store, loaded) if caller.role in (ANALYST, WATCHER) else None
