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
from projections.documents.games import Gone
from service.access import seen
from service.eyes import OWN, eyes_of
from service.log.repository import Repository
from service.queries.reading import BATCH, events_between
from service.store import StoreUnusable

log = structlog.get_logger()
HEARTBEAT = 15.0
"""Seconds after which a stream says that it is still there."""


class Happening(NamedTuple):
    """One message of a stream: `id` resumes after it, `data` is JSON.

    `type` is an event's type, in the lobby "game" or "gone".
    """

    id: int
    type: str
    data: bytes


Messages = Iterator[Happening | None]
"""None is a heartbeat."""


def stream(repository: Repository, game: str, token: str | None, after: int) -> Messages | None:
    """Every event beyond version `after` as the caller may see it; None when there will never be one.

    Who may see the game is asked again whenever something happens, and at every heartbeat. Ends with the game.
    """
    loaded, _ = seen(repository, game, token)
    _check_not_beyond(loaded.version, after)
    if loaded.table.status in OVER and after >= loaded.version:
        return None
    return _ending(_events(repository, game, token, after))


def lobby_stream(repository: Repository, after: int | None) -> Messages:
    """Public games as they change: each change beyond position `after` (by default from now on).

    Positions count the events of public games, as if there were no others: private games leave no gaps.
    """
    head = lobby_head(repository)
    _check_not_beyond(head, after or 0)
    return _ending(_changes(repository, head if after is None else after))


def lobby_head(repository: Repository) -> int:
    """The lobby's position now: the number of events of the public games that were played here."""
    return lobby.head(repository.store.query)


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


def _events(repository: Repository, game: str, token: str | None, after: int) -> Messages:
    store = repository.store
    while not store.waiting_ended:
        loaded, caller = seen(repository, game, token)
        upto = min(after + BATCH, loaded.version)
        for event in events_between(repository, loaded, eyes_of(loaded, caller, OWN), after, upto):
            after = event.version
            yield Happening(after, event.type, encode(event))
        if after < loaded.version:
            continue
        if loaded.table.status in OVER:
            return
        if store.wait_for(game, after, HEARTBEAT) <= after:
            yield None


def _changes(repository: Repository, after: int) -> Messages:
    store, spoke_at = repository.store, monotonic()
    while not store.waiting_ended:
        head = store.head()
        while found := lobby.changed(store.query, after):
            for after, summary in found:
                spoke_at = monotonic()
                yield Happening(after, "gone" if isinstance(summary, Gone) else "game", encode(summary))
        left = spoke_at + HEARTBEAT - monotonic()
        if left <= 0:
            spoke_at = monotonic()
            yield None
        else:
            store.wait_for_any(head, left)
