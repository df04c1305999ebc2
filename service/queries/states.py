"""The state of a game: its document now and at earlier versions, and the legal actions."""

from __future__ import annotations

from hashlib import sha256

from msgspec import UNSET
from msgspec.json import encode
from msgspec.structs import replace

from domain.hidden import Viewer
from domain.table.refusals import malformed
from domain.table.seating import existing_seat
from projections.document import game_document, labelled_actions
from projections.document import legal_actions as legal_for
from projections.documents.games import GameDocument, LegalActions, StateList
from service.identity.access import authorize
from service.identity.viewpoint import OWN_VIEWPOINT, RequestedViewpoint, Viewpoint, viewpoint_of
from service.log.cosignatures import cosigned_of
from service.log.fork_history import expires_at
from service.log.loaded import LoadedGame
from service.log.notices import notice_of
from service.log.repository import Repository
from service.log.versions import check_version
from service.queries.responses import CachedBody, QueryResponse, not_cached

MAX_WAIT_SECONDS = 30.0
"""The maximum duration of a long poll, in seconds."""
MAX_STATES = 100
"""The maximum number of versions per response."""


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
        # The token may have expired or been revoked meanwhile.
        loaded, caller = authorize(repository, game, token)
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
    """The game document at a version, from the requested viewpoint. `cached` as in `QueryResponse.with_body`."""
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

    `cached` as in `QueryResponse.with_body`.
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
