"""Event streams: subscribers wait for the store's notifier and read the log."""

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
from service.identity.access import authorize
from service.identity.viewpoint import OWN_VIEWPOINT, viewpoint_of
from service.log.analysis_queue import is_pending, progress_of
from service.log.loaded import LoadedGame
from service.log.repository import Repository
from service.queries.reading import BATCH, events_between
from service.store import Store, StoreUnusable

log = structlog.get_logger()
HEARTBEAT_SECONDS = 15.0
"""Seconds between heartbeats of an idle stream."""


class StreamMessage(NamedTuple):
    """One message of a stream: `id` is the position to resume after, `data` is JSON.

    `type` is an event type, or "game" or "gone" in the lobby, or "analysis" for progress, which is not logged and has no `id`.
    """

    id: int | None
    type: str
    data: bytes


PROGRESS_SECONDS = 1.0
"""Seconds between checks of an analysis's progress."""
Messages = Iterator[StreamMessage | None]
"""None is a heartbeat."""


def stream(
    repository: Repository,
    game: str,
    token: str | None,
    after: int,
    analysed: bool = False,
    labels: bool = False,
) -> Messages | None:
    """Every event after version `after` that the caller may see; None if the game can have no more events.

    Access is checked again after every notification and at every heartbeat. The stream ends with the game. With `analysed` it
    includes the progress of the game's analysis and ends when that is complete. With `labels`, events come in words too.
    """
    loaded, _ = authorize(repository, game, token)
    _check_not_beyond(loaded.version, after)
    progress = progress_of(repository.store, loaded) if analysed else None
    if after >= loaded.version and _ends(loaded, progress):
        return None
    return _ended_quietly(_events(repository, game, token, after, analysed, labels))


def lobby_stream(repository: Repository, after: int | None) -> Messages:
    """Public games as they change: each change after position `after`, by default from now on.

    Positions count only events of public games, so private games leave no gaps. (Among concurrent writers, one that rolls back
    leaves a gap.)
    """
    _check_not_beyond(lobby.head(repository.store.query), after or 0)
    head = lobby_head(repository.store)
    return _ended_quietly(_changes(repository, head if after is None else after, head if after == 0 else 0))


def lobby_head(store: Store) -> int:
    """The lobby's current position: a stream that starts there misses nothing."""
    settled = store.places_settled()
    return min(settled, lobby.head(store.query))


def _check_not_beyond(version: int, after: int) -> None:
    """Refuse a client whose version exceeds the log: it has read another log and would wait forever."""
    if after > version:
        detail = f"There is nothing after {after}: the log is at {version}."
        raise Refused(Refusal.BEYOND_THE_LOG, detail, version=version)


def _ended_quietly(messages: Messages) -> Messages:
    """Ends a stream that cannot continue as if the connection were lost: the client reconnects and gets the reason."""
    try:
        yield from messages
    except Refused as refused:
        log.info("stream-ended", reason=str(refused.kind))
    except StoreUnusable as error:
        log.warning("stream-ended", reason=str(error))


def _events(
    repository: Repository, game: str, token: str | None, after: int, analysed: bool, labels: bool
) -> Messages:
    store, sent_at, reported = repository.store, monotonic(), None
    while not store.waiting_ended:
        loaded, caller = authorize(repository, game, token)
        upto = min(after + BATCH, loaded.version)
        viewpoint = viewpoint_of(loaded, caller, OWN_VIEWPOINT)
        for event in events_between(repository, loaded, viewpoint, after, upto, labels):
            after, sent_at = event.version, monotonic()
            yield StreamMessage(after, event.type, encode(event))
        if after < loaded.version:
            continue
        progress = progress_of(store, loaded) if analysed else None
        if progress is not None and progress != reported:
            reported, sent_at = progress, monotonic()
            yield StreamMessage(None, "analysis", encode(progress))
        if _ends(loaded, progress):
            return
        store.wait_for(game, after, PROGRESS_SECONDS if is_pending(progress) else HEARTBEAT_SECONDS)
        if monotonic() - sent_at >= HEARTBEAT_SECONDS:
            sent_at = monotonic()
            yield None


def _ends(loaded: LoadedGame, progress: AnalysisProgress | None) -> bool:
    return loaded.table.status in OVER and not is_pending(progress)


def lobby_changes(
    store: Store, after: int, new_at: int = 0, settled: int = 0
) -> tuple[list[StreamMessage], int]:
    """The next public games that changed after a position, each once, and the position that they lead to.

    `settled` is the position up to which another process knows all positions to be settled; it may exceed this process's own.

    A client that started empty at position `new_at` knows none of the games removed before, and no client knows a game that was
    first listed after the client's last message.
    """
    found = lobby.changed(store.query, after, max(store.places_settled(), new_at, settled))
    messages = [
        StreamMessage(at, "gone" if isinstance(it, Gone) else "game", encode(it))
        for at, it in found
        if it is not None and (at > new_at or not isinstance(it, Gone))
    ]
    return messages, found[-1][0] if found else after


def _changes(repository: Repository, after: int, new_at: int) -> Messages:
    store, sent_at = repository.store, monotonic()
    while not store.waiting_ended:
        head = store.head()
        while after < (found := lobby_changes(store, after, new_at))[1]:
            messages, after = found
            sent_at = monotonic()
            yield from messages
        left = sent_at + HEARTBEAT_SECONDS - monotonic()
        if left <= 0:
            sent_at = monotonic()
            yield None
        else:
            store.wait_for_any(head, left)
