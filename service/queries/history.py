"""The course of a game: its events, the replay, and the lines of play."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.json import encode

from domain.table.events import SeatClaimed, SeatFreed, SeatReassigned, SeatTaken
from domain.table.line import lines as lines_of
from domain.table.line import unchanged
from domain.table.refusals import malformed
from domain.table.state import Logged, Table
from projections.documents.history import Event, EventList, LineList, LineOfPlay, Replay
from projections.people import names_of
from projections.replay import Past, rendered_event, replay_document
from projections.sentences import LANGUAGES, BilingualRenderer
from service.identity.access import WATCHER, authorize
from service.identity.viewpoint import OWN_VIEWPOINT, RequestedViewpoint, Viewpoint, viewpoint_of
from service.log.fork_history import fork_history
from service.log.loaded import LoadedGame
from service.log.mapper import dated
from service.log.repository import Repository
from service.queries.responses import CachedBody, QueryResponse, not_cached

BATCH = 500
"""Events per read of a line stream."""
NAME_CHANGES = (SeatTaken, SeatFreed, SeatReassigned, SeatClaimed)


def events(
    repository: Repository,
    game: str,
    token: str | None,
    after: int,
    limit: int,
    requested: RequestedViewpoint = OWN_VIEWPOINT,
    labels: bool = False,
    cached: CachedBody = not_cached,
) -> QueryResponse:
    """One page of events; `next` is the `after` of the next page, null at the end. With `labels`, in words too.

    `cached` as in `QueryResponse.with_body`.
    """
    loaded, caller = authorize(repository, game, token)
    viewpoint, last = viewpoint_of(loaded, caller, requested), min(after + limit, loaded.version)
    next_start = last if after < last < loaded.version else None

    def page() -> bytes:
        found = events_between(repository, loaded, viewpoint, after, last, labels)
        return encode(
            EventList(ruleset=loaded.ruleset.id, events=found, version=loaded.version, next=next_start)
        )

    return QueryResponse(loaded.version, b"", viewpoint.role, loaded.renamed, next_start).with_body(
        cached, page
    )


def event_lines(
    repository: Repository,
    game: str,
    token: str | None,
    after: int,
    requested: RequestedViewpoint = OWN_VIEWPOINT,
    labels: bool = False,
) -> QueryResponse:
    """Every event up to the current version, one JSON line each, from the requested viewpoint; with `labels`, in words too."""
    loaded, caller = authorize(repository, game, token)
    viewpoint = viewpoint_of(loaded, caller, requested)
    return QueryResponse(
        loaded.version, _lines(repository, loaded, viewpoint, after, labels), viewpoint.role, loaded.renamed
    )


def _lines(
    repository: Repository, loaded: LoadedGame, viewpoint: Viewpoint, after: int, labels: bool
) -> Iterator[bytes]:
    for start in range(after, loaded.version, BATCH):
        upto = min(start + BATCH, loaded.version)
        for event in events_between(repository, loaded, viewpoint, start, upto, labels):
            yield encode(event) + b"\n"


def events_between(
    repository: Repository,
    loaded: LoadedGame,
    viewpoint: Viewpoint,
    after: int,
    upto: int,
    labels: bool = False,
) -> list[Event]:
    """The documents of the events with `after < version <= upto` from this viewpoint, with `labels` in words too."""
    if after >= upto:
        return []
    renderer = BilingualRenderer(loaded.ruleset, names_of(loaded.players)) if labels else None
    found = []
    for logged, at in (dated(row, loaded.types) for row in repository.store.rows(loaded.id, after, upto)):
        found.append(rendered_event(loaded.ruleset, logged, at, viewpoint.at(logged.version), renderer))
    return found


def replay(
    repository: Repository,
    game: str,
    token: str | None,
    lang: str,
    requested: RequestedViewpoint = OWN_VIEWPOINT,
    labels: bool = False,
    after: int = 0,
    cached: CachedBody = not_cached,
) -> QueryResponse:
    """The replay document with sentences in `lang`, with `labels` in every language, from the requested viewpoint.

    With `after`, it leaves out the part of the game that is unchanged since that version.
    `cached` as in `QueryResponse.with_body`.
    """
    if lang not in LANGUAGES:
        raise malformed("lang", f"Sentences come in {' and '.join(LANGUAGES)}.")
    loaded, caller = authorize(repository, game, token)
    viewpoint, past = (
        viewpoint_of(loaded, caller, requested),
        fork_history(repository, loaded, caller.role == WATCHER),
    )
    borrowed = requested.seat is not None or caller.role == WATCHER
    held = 0 if borrowed else after
    response = QueryResponse(loaded.version, b"", viewpoint.role, loaded.renamed, past=len(past))
    return response.with_body(
        cached, lambda: encode(replay_for(repository, loaded, viewpoint, past, lang, labels, held))
    )


def replay_for(
    repository: Repository,
    loaded: LoadedGame,
    viewpoint: Viewpoint,
    past: Sequence[Past],
    lang: str,
    labels: bool = False,
    held: int = 0,
) -> Replay:
    """The replay from this viewpoint, or only what is new to a client that holds the replay of version `held`."""
    log = _changed_log_part(repository, loaded, held)
    return replay_document(
        loaded.ruleset,
        loaded.table,
        log,
        loaded.players,
        viewpoint.at,
        lang,
        loaded.imported,
        past,
        labels,
        loaded.renamed,
        _table_before(repository, loaded, loaded.version - len(log)),
    )


def _table_before(repository: Repository, loaded: LoadedGame, version: int) -> Table | None:
    """The table at a version from which a game with a clock is replayed; None at its beginning, and for other games."""
    if loaded.table.setup.clock is None or version == 0:
        return None
    return repository.versions.at(loaded, version).table


def _changed_log_part(repository: Repository, loaded: LoadedGame, held: int) -> list[Logged]:
    """The tail of the log from the first entry whose rendering differs from that at version `held`.

    Undo events change the marks of the events that they undo or restore, and seating events change names in all sentences.
    """
    if not 0 < held <= loaded.version:
        return repository.versions.log(loaded)
    new = repository.versions.log(loaded, held)
    if any(isinstance(it.event, NAME_CHANGES) for it in new):
        return repository.versions.log(loaded)
    same = unchanged(repository.versions.replayer.ways_back(loaded.id, loaded.version), held, loaded.version)
    return new if same == held else repository.versions.log(loaded, same)


def lines(repository: Repository, game: str, token: str | None) -> QueryResponse:
    """The lines of play created by undo events, including the current one."""
    loaded, caller = authorize(repository, game, token)
    found = lines_of(repository.versions.log(loaded))
    documents = tuple(
        LineOfPlay(from_=it.branches, first=it.first, to=it.to, current=it.current) for it in found
    )
    body = encode(LineList(version=loaded.version, lines=documents))
    return QueryResponse(loaded.version, body, caller.role, loaded.renamed)
