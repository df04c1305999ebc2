"""A game as its viewers read it: documents, legal actions, events, the replay; and the lobby."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from msgspec.json import encode

from domain.hidden import Viewer
from domain.table.refusals import malformed
from projections import lobby as lobby_rows
from projections.document import game_document, labelled_actions
from projections.document import legal_actions as legal_for
from projections.documents.games import LegalActions
from projections.documents.history import Event, EventList
from projections.events import event_document, single_event
from projections.replay import replay_document
from projections.sentences import LANGUAGES
from service.access import Caller, seen
from service.log.loaded import LoadedGame
from service.log.mapper import dated
from service.log.repository import Repository

LONGEST_WAIT = 30.0
"""Seconds that a long poll may last."""
BATCH = 500
"""Events read at once for a stream of lines."""


class Shown(NamedTuple):
    """What somebody is shown: which version, the bytes (or lines of them), and whose eyes they are made for."""

    version: int
    body: bytes | Iterator[bytes]
    viewer: str
    renamed: int = 0
    """How often the operator has changed the names that are shown."""


def document(
    repository: Repository,
    game: str,
    token: str | None,
    wait: float | None = None,
    after: int | None = None,
) -> Shown:
    """The game document; with `wait` seconds, as soon as the version is above `after` (by default the present one)."""
    loaded, caller = seen(repository, game, token)
    held = loaded.version if after is None else after
    if wait is not None and loaded.version <= held:
        repository.store.wait_for(game, held, min(wait, LONGEST_WAIT))
        loaded, caller = seen(repository, game, token)  # a token may have been revoked or have expired by now
    return Shown(loaded.version, _document(loaded, caller), caller.role, loaded.renamed)


def document_at(repository: Repository, game: str, token: str | None, version: int) -> Shown:
    """The game document as it was at a version, for this viewer."""
    loaded, caller = seen(repository, game, token)
    body = _document(repository.at(loaded, version), caller)
    return Shown(version, body, caller.role, loaded.renamed)


def _document(loaded: LoadedGame, caller: Caller) -> bytes:
    document = game_document(
        loaded.ruleset,
        loaded.table,
        loaded.players,
        caller.viewer,
        role=caller.role,
        imported=loaded.imported,
        imported_at=loaded.keys.imported_at,
        at=loaded.at,
        renamed=loaded.renamed,
    )
    return encode(document)


def legal_actions(
    repository: Repository, game: str, token: str | None, seat: int | None = None, labels: bool = False
) -> Shown:
    """What the caller's seat may do, with `labels` in words; an analyst names the `seat` when several are to act."""
    loaded, caller = seen(repository, game, token)
    ruleset, table = loaded.ruleset, loaded.table
    acting = caller.acting(table, table.to_act, seat) if caller.acts else None
    actions = (
        labelled_actions(ruleset, table, loaded.players, acting)
        if labels
        else legal_for(ruleset, table, acting)
    )
    body = encode(LegalActions(version=loaded.version, seat=acting, actions=actions))
    return Shown(loaded.version, body, caller.role, loaded.renamed)


def events(repository: Repository, game: str, token: str | None, after: int, limit: int) -> Shown:
    """One page of events; `next` is the `after` of the next page, null at the end."""
    loaded, caller = seen(repository, game, token)
    page = events_between(repository, loaded, caller.viewer, after, min(after + limit, loaded.version))
    last = after + len(page)
    following = last if page and last < loaded.version else None
    told = EventList(ruleset=loaded.ruleset.id, events=page, version=loaded.version, next=following)
    return Shown(loaded.version, encode(told), caller.role, loaded.renamed)


def event_lines(repository: Repository, game: str, token: str | None, after: int) -> Shown:
    """Every event up to the present one, one JSON line each."""
    loaded, caller = seen(repository, game, token)
    lines = _lines(repository, loaded, caller.viewer, after)
    return Shown(loaded.version, lines, caller.role, loaded.renamed)


def _lines(repository: Repository, loaded: LoadedGame, viewer: Viewer, after: int) -> Iterator[bytes]:
    for start in range(after, loaded.version, BATCH):
        for event in events_between(repository, loaded, viewer, start, min(start + BATCH, loaded.version)):
            yield encode(single_event(event, loaded.ruleset.id)) + b"\n"


def events_between(
    repository: Repository, loaded: LoadedGame, viewer: Viewer, after: int, upto: int
) -> list[Event]:
    """The documents of the events with `after < version <= upto` for this viewer."""
    if after >= upto:
        return []
    types = loaded.types
    rows = repository.store.rows(loaded.id, after, upto)
    return [event_document(*dated(row, types), viewer) for row in rows]


def replay(repository: Repository, game: str, token: str | None, lang: str) -> Shown:
    """The replay document with sentences in `lang`."""
    if lang not in LANGUAGES:
        raise malformed("lang", f"Sentences come in {' and '.join(LANGUAGES)}.")
    loaded, caller = seen(repository, game, token)
    log = repository.log(loaded)
    told = replay_document(
        loaded.ruleset, loaded.table, log, loaded.players, caller.viewer, lang, loaded.imported
    )
    return Shown(loaded.version, encode(told), caller.role, loaded.renamed)


def lobby(
    repository: Repository,
    status: str | None,
    ruleset: str | None,
    limit: int,
    cursor: str | None,
    imported: bool = False,
) -> tuple[bytes, str | None]:
    """A page of the public games played here, or of the `imported` ones, newest first, and the cursor of the next."""
    page = lobby_rows.page(repository.store.query, status, ruleset, imported, limit, cursor)
    return encode(page), page.next
