"""Game queries: documents, legal actions, events and the replay; and the lobby."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from hashlib import sha256
from typing import NamedTuple

from msgspec import UNSET
from msgspec.json import encode
from msgspec.structs import replace

from domain.hidden import Viewer
from domain.table.events import SeatClaimed, SeatFreed, SeatReassigned, SeatTaken
from domain.table.line import lines as lines_of
from domain.table.line import unchanged
from domain.table.refusals import malformed
from domain.table.seating import existing_seat
from domain.table.state import Logged, Table
from projections import lobby as lobby_rows
from projections.document import game_document, labelled_actions
from projections.document import legal_actions as legal_for
from projections.documents.games import GameDocument, LegalActions, StateList
from projections.documents.history import Event, EventList, LineList, LineOfPlay, Replay
from projections.lobby import GameFilter
from projections.people import names_of
from projections.replay import Past, rendered_event, replay_document
from projections.sentences import LANGUAGES, BilingualRenderer
from service.identity.access import WATCHER, authorize
from service.identity.viewpoint import OWN_VIEWPOINT, RequestedViewpoint, Viewpoint, viewpoint_of
from service.log.cosignatures import cosigned_of
from service.log.fork_history import expires_at, fork_history
from service.log.loaded import LoadedGame
from service.log.mapper import dated
from service.log.notices import notice_of
from service.log.repository import Repository
from service.log.versions import check_version

MAX_WAIT_SECONDS = 30.0
"""The maximum duration of a long poll, in seconds."""
MAX_STATES = 100
"""The maximum number of versions per response."""
BATCH = 500
"""Events per read of a line stream."""
NAME_CHANGES = (SeatTaken, SeatFreed, SeatReassigned, SeatClaimed)


CachedBody = Callable[["QueryResponse"], bytes | None]
"""Returns the body of a response if the client or a cache has it already; None if it has to be built."""


def not_cached(response: QueryResponse) -> None:
    """No cache: the body has to be built."""


class QueryResponse(NamedTuple):
    """The response to a query: the version, the bytes (or an iterator of lines), and the viewer they are redacted for."""

    version: int
    body: bytes | Iterator[bytes]
    viewer: str
    renamed: int = 0
    """How often the operator has changed visible names."""
    next_start: int | None = None
    """Of a page: the `after` of the next page; of a range of states: the first version of the next range."""
    expires_at: int | None = None
    """Of an analysis: its expiry, which every read extends."""
    past: int = 0
    """How many games the replay includes before this one: of an analysis, the existing games that it forks from."""
    content: str = ""
    """A hash of the content if it depends on more than the log."""
    compressible_parts: tuple[Sequence[bytes], ...] = ()
    """Parts of the body that may be compressed separately for authenticated clients (`api.http.compression.Part`)."""

    def with_body(self, cached: CachedBody, make: Callable[[], bytes]) -> QueryResponse:
        """This response with its body, which is built only if `known` does not have it."""
        body = cached(self)
        return self._replace(body=make() if body is None else body)


def hashed_response(loaded: LoadedGame, role: str, body: bytes) -> QueryResponse:
    """A response whose content changes without the log."""
    return QueryResponse(loaded.version, body, role, loaded.renamed, content=sha256(body).hexdigest())


def document(
    repository: Repository,
    game: str,
    token: str | None,
    wait: float | None = None,
    after: int | None = None,
) -> QueryResponse:
    """The game document; with `wait` seconds, once the version exceeds `after` (by default the current version)."""
    loaded, caller = authorize(repository, game, token)
    current = loaded.version if after is None else after
    if wait is not None and loaded.version <= current:
        repository.store.wait_for(game, current, min(wait, MAX_WAIT_SECONDS))
        loaded, caller = authorize(
            repository, game, token
        )  # the token may have expired or been revoked meanwhile
    expires = expires_at(repository, loaded)
    found = newest_document_of(repository, loaded, caller.role, caller.viewer, expires)
    cosigned = cosigned_of(repository, loaded)
    found = found if cosigned is None else replace(found, cosigned=cosigned)
    # Witnesses cosign without changing the log, and a notice can be erased.
    beside = [it for it in (found.cosigned, found.notice) if it is not UNSET]
    content = sha256(encode(beside)).hexdigest() if beside else ""
    return QueryResponse(
        loaded.version, encode(found), caller.role, loaded.renamed, expires_at=expires, content=content
    )


def document_at(
    repository: Repository,
    game: str,
    token: str | None,
    version: int,
    requested: RequestedViewpoint = OWN_VIEWPOINT,
    cached: CachedBody = not_cached,
) -> QueryResponse:
    """The game document at a version, from the requested viewpoint. `known` as in `Shown.made`."""
    loaded, caller = authorize(repository, game, token)
    viewpoint = viewpoint_of(loaded, caller, requested)
    check_version(loaded, version)
    viewpoint.check(version, version)
    if loaded.table.forked is None:
        response = QueryResponse(version, b"", viewpoint.role, loaded.renamed)
        return response.with_body(
            cached, lambda: _document_bytes(repository.versions.at(loaded, version), viewpoint, None)
        )
    at_version = repository.versions.at(loaded, version)
    expires = expires_at(repository, at_version)
    return QueryResponse(
        version,
        _document_bytes(at_version, viewpoint, expires),
        viewpoint.role,
        loaded.renamed,
        expires_at=expires,
    )


def _document_bytes(at_version: LoadedGame, viewpoint: Viewpoint, expires: int | None) -> bytes:
    return encode(document_of(at_version, viewpoint.role, viewpoint.at(at_version.version), expires))


def documents_between(
    repository: Repository,
    game: str,
    token: str | None,
    first: int,
    last: int | None = None,
    requested: RequestedViewpoint = OWN_VIEWPOINT,
    cached: CachedBody = not_cached,
) -> QueryResponse:
    """The game documents of the versions `first`..`last`, at most `MAX_STATES`, from the requested viewpoint.

    `known` as in `QueryResponse.made`.
    """
    loaded, caller = authorize(repository, game, token)
    viewpoint = viewpoint_of(loaded, caller, requested)
    upto = _last_in_range(loaded.version, first, last)
    viewpoint.check(first, upto)
    next_start = upto + 1 if upto < loaded.version else None
    expires = expires_at(repository, loaded)
    response = QueryResponse(upto, b"", viewpoint.role, loaded.renamed, next_start, expires_at=expires)
    return response.with_body(
        cached, lambda: _document_list_bytes(repository, loaded, viewpoint, first, upto)
    )


def _document_list_bytes(
    repository: Repository, loaded: LoadedGame, viewpoint: Viewpoint, first: int, last: int
) -> bytes:
    at_version = repository.versions.between(loaded, first, last)
    states = [
        document_of(it, viewpoint.role, viewpoint.at(it.version), expires_at(repository, it))
        for it in at_version
    ]
    return encode(StateList(states=states))


def _last_in_range(version: int, first: int, last: int | None) -> int:
    """The last version of a range that begins at `first`; `Refused` malformed for versions beyond the log."""
    if first > version:
        raise malformed("from", f"This game has versions 1 to {version}.")
    largest = min(first + MAX_STATES - 1, version)
    if last is not None and not first <= last <= largest:
        detail = f"The last version must be from {first} to {largest}: a response has at most {MAX_STATES} existing versions."
        raise malformed("to", detail)
    return largest if last is None else last


def newest_document_of(
    repository: Repository, loaded: LoadedGame, role: str, knower: Viewer, expires: int | None
) -> GameDocument:
    """The document of the newest version, with what the operator says of the game."""
    found, notice = document_of(loaded, role, knower, expires), notice_of(repository.store, loaded)
    return found if notice is None else replace(found, notice=notice)


def document_of(loaded: LoadedGame, role: str, knower: Viewer, expires: int | None) -> GameDocument:
    return game_document(
        loaded.ruleset,
        loaded.table,
        loaded.players,
        knower,
        role=role,
        imported=loaded.imported,
        imported_at=loaded.keys.imported_at,
        at=loaded.at,
        renamed=loaded.renamed,
        expires_at=expires,
    )


def legal_actions(
    repository: Repository,
    game: str,
    token: str | None,
    seat: int | None = None,
    labels: bool = False,
    version: int | None = None,
    requested: RequestedViewpoint = OWN_VIEWPOINT,
) -> QueryResponse:
    """The legal actions of the caller's seat now or at a `version`, with `labels` in words.

    An analyst names the `seat` if several are to act; a caller with the requested viewpoint of a seat gets that seat's actions.
    In a game without hidden information, a caller without a seat may name any seat. A version inside an action refers to the
    version before that action.
    """
    loaded, caller = authorize(repository, game, token)
    viewpoint = viewpoint_of(loaded, caller, requested)
    at_version = loaded if version is None else repository.versions.complete_at(loaded, version)
    viewpoint.check(at_version.version, at_version.version)
    ruleset, table = at_version.ruleset, at_version.table
    own = caller.acts and requested.seat is None
    acting = caller.acting(table, table.to_act, seat) if own else _watched_seat(at_version, viewpoint, seat)
    actions = (
        labelled_actions(ruleset, table, at_version.players, acting)
        if labels
        else (legal_for(ruleset, table, acting),)
    )
    body = encode(LegalActions(ruleset.id, at_version.version, acting, *actions))
    return QueryResponse(at_version.version, body, viewpoint.role, loaded.renamed)


def _watched_seat(at_version: LoadedGame, viewpoint: Viewpoint, seat: int | None) -> int | None:
    """The seat whose actions a caller without a seat reads."""
    if seat is None or at_version.ruleset.traits.hidden_information:
        return viewpoint.seat
    return existing_seat(at_version.table, seat)


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

    `known` as in `QueryResponse.made`.
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

    With `after`, it leaves out the part of the game that is unchanged since that version. `known` as in `Shown.made`.
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


def lobby(
    repository: Repository, wanted: GameFilter, limit: int, cursor: str | None = None
) -> tuple[bytes, str | None]:
    """A page of public games, newest first, with the cursor of the next page."""
    page = lobby_rows.page(repository.store.query_lists, wanted, limit, cursor)
    return encode(page), page.next
