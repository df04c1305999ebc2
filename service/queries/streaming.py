"""Streams: what happens, as it happens. Readers wait for the store's bus and read the log."""

from __future__ import annotations

from collections.abc import Iterator
from time import monotonic
from typing import NamedTuple

import structlog
from msgspec.json import encode

from domain.table.refusals import Refusal, Refused
from domain.table.state import OVER
from projections import lobby
from projections.documents.analyses import AnalysisProgress
from projections.documents.games import Gone
from service.identity.access import seen
from service.identity.viewpoint import OWN, eyes_of
from service.log.analysis_queue import is_pending, progress_of
from service.log.loaded import LoadedGame
from service.log.repository import Repository
from service.queries.reading import BATCH, events_between
from service.store import Store, StoreUnusable

log = structlog.get_logger()
HEARTBEAT = 15.0
"""Seconds after which a stream says that it is still there."""


class Happening(NamedTuple):
    """One message of a stream: `id` resumes after it, `data` is JSON.

    `type` is an event's type, in the lobby "game" or "gone"; "analysis" for what is no part of the log and has no `id`.
    """

    id: int | None
    type: str
    data: bytes


PROGRESS_EVERY = 1.0
"""Seconds between two looks at how far an analysis has come."""
Messages = Iterator[Happening | None]
"""None is a heartbeat."""


def stream(
    repository: Repository,
    game: str,
    token: str | None,
    after: int,
    analysed: bool = False,
    labels: bool = False,
) -> Messages | None:
    """Every event beyond version `after` as the caller may see it; None when there will never be one.

    Who may see the game is asked again whenever something happens, and at every heartbeat. Ends with the game; `analysed`: tells
    how far its analysis has come, and ends when that is not under way any more. `labels`: events in words, too.
    """
    loaded, _ = seen(repository, game, token)
    _check_not_beyond(loaded.version, after)
    progress = progress_of(repository.store, loaded) if analysed else None
    if after >= loaded.version and _ends(loaded, progress):
        return None
    return _ending(_events(repository, game, token, after, analysed, labels))


def lobby_stream(repository: Repository, after: int | None) -> Messages:
    """Public games as they change: each change beyond position `after` (by default from now on).

    Positions count the events of public games, as if there were no others: private games leave no gaps. (Where several write at
    once, who gives up leaves one.)
    """
    _check_not_beyond(lobby.head(repository.store.query), after or 0)
    head = lobby_head(repository.store)
    return _ending(_changes(repository, head if after is None else after, head if after == 0 else 0))


def lobby_head(store: Store) -> int:
    """The lobby's position now: from there on nothing is missed."""
    settled = store.places_settled()
    return min(settled, lobby.head(store.query))


def _check_not_beyond(version: int, after: int) -> None:
    """Who has more than there is has seen another log than this one, and would wait for what never comes."""
    if after > version:
        detail = f"There is nothing after {after}: the log is at {version}."
        raise Refused(Refusal.BEYOND_THE_LOG, detail, version=version)


def _ending(messages: Messages) -> Messages:
    """A stream that cannot go on ends, as it does when a connection is lost: its reader comes back and learns why."""
    try:
        yield from messages
    except Refused as refused:
        log.info("stream-ended", reason=str(refused.kind))
    except StoreUnusable as error:
        log.warning("stream-ended", reason=str(error))


def _events(
    repository: Repository, game: str, token: str | None, after: int, analysed: bool, labels: bool
) -> Messages:
    store, spoke_at, told = repository.store, monotonic(), None
    while not store.waiting_ended:
        loaded, caller = seen(repository, game, token)
        upto = min(after + BATCH, loaded.version)
        eyes = eyes_of(loaded, caller, OWN)
        for event in events_between(repository, loaded, eyes, after, upto, labels):
            after, spoke_at = event.version, monotonic()
            yield Happening(after, event.type, encode(event))
        if after < loaded.version:
            continue
        progress = progress_of(store, loaded) if analysed else None
        if progress is not None and progress != told:
            told, spoke_at = progress, monotonic()
            yield Happening(None, "analysis", encode(progress))
        if _ends(loaded, progress):
            return
        store.wait_for(game, after, PROGRESS_EVERY if is_pending(progress) else HEARTBEAT)
        if monotonic() - spoke_at >= HEARTBEAT:
            spoke_at = monotonic()
            yield None


def _ends(loaded: LoadedGame, progress: AnalysisProgress | None) -> bool:
    return loaded.table.status in OVER and not is_pending(progress)


def lobby_changes(store: Store, after: int, new_at: int = 0, settled: int = 0) -> tuple[list[Happening], int]:
    """The next public games that have changed beyond a position, each once, and the position that they lead to.

    `settled`: how far somebody has found all positions settled, which may be farther than this process has.

    Who came with nothing when the head was `new_at` has seen none of the games that were taken away before, and nobody those
    that were first listed after what he was told.
    """
    found = lobby.changed(store.query, after, max(store.places_settled(), new_at, settled))
    told = [
        Happening(at, "gone" if isinstance(it, Gone) else "game", encode(it))
        for at, it in found
        if it is not None and (at > new_at or not isinstance(it, Gone))
    ]
    return told, found[-1][0] if found else after


def _changes(repository: Repository, after: int, new_at: int) -> Messages:
    store, spoke_at = repository.store, monotonic()
    while not store.waiting_ended:
        head = store.head()
        while after < (found := lobby_changes(store, after, new_at))[1]:
            told, after = found
            spoke_at = monotonic()
            yield from told
        left = spoke_at + HEARTBEAT - monotonic()
        if left <= 0:
            spoke_at = monotonic()
            yield None
        else:
            store.wait_for_any(head, left)
