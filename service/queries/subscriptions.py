"""Queries for streams: who may subscribe, and what is sent. The status of games and access: `service.identity.game_access`.

Once a stream is open nothing is folded for it: all that it needs to know about a game is in its lobby row, which is written with
its events.
"""

from __future__ import annotations

from typing import NamedTuple

from msgspec.json import encode

from domain.rulesets import ruleset_of
from domain.table.event_types import types_of
from domain.table.refusals import Refusal, Refused
from domain.table.state import OVER
from projections import lobby
from projections.documents.analyses import AnalysisProgress
from projections.documents.lobby import Gone
from projections.people import stand_in
from projections.replay import rendered_event
from projections.sentences import BilingualRenderer
from service.identity.access import Caller, authorize, names_withheld
from service.identity.game_access import GameStatus
from service.log.analysis_queue import is_pending, progress_in, progress_of
from service.log.mapper import dated
from service.log.repository import Repository
from service.store import Store

NAMES = "SELECT seat, name FROM players WHERE game = ? ORDER BY seat"


class StreamMessage(NamedTuple):
    """One message of a stream: `id` is the position to resume after, `data` is JSON.

    `type` is an event type, or "game" or "gone" in the lobby, or "analysis" for progress, which is not logged and has no `id`.
    """

    id: int | None
    type: str
    data: bytes


class EventViewpoint(NamedTuple):
    """Everything besides the log that the bytes of events depend on.

    `names` are the names of the seats if events are rendered in words, else None.
    """

    caller: str
    names: tuple[tuple[int, str], ...] | None = None


def has_more(repository: Repository, game: str, token: str | None, after: int, analysed: bool) -> bool:
    """Whether there is, or may yet be, anything to send after version `after`; `Refused` if the caller may not see the game.

    A finished game has no more events; with `analysed`, its stream continues while the analysis is in progress.
    """
    loaded, _ = authorize(repository, game, token)
    check_not_beyond(loaded.version, after)
    progress = progress_of(repository.store, loaded) if analysed else None
    return after < loaded.version or loaded.table.status not in OVER or is_pending(progress)


def lobby_head(store: Store) -> int:
    """The lobby's current position: a stream that starts there misses nothing."""
    settled = store.places_settled()
    return min(settled, lobby.head(store.query))


def check_lobby_position(store: Store, after: int) -> None:
    """`Refused` for a position that the lobby has not reached.

    Positions count only events of public games, so private games leave no gaps. (Among concurrent writers, one that rolls back
    leaves a gap.)
    """
    check_not_beyond(lobby.head(store.query), after)


def check_not_beyond(version: int, after: int) -> None:
    """Refuse a client whose version exceeds the log: it has read another log and would wait forever."""
    if after > version:
        detail = f"There is nothing after {after}: the log is at {version}."
        raise Refused(Refusal.BEYOND_THE_LOG, detail, version=version)


def lobby_changes(
    store: Store, after: int, new_at: int = 0, settled: int = 0
) -> tuple[list[StreamMessage], int]:
    """The next public games that changed after a position, each once, and the position that they lead to.

    `settled` is a position up to which the caller knows all to be settled.

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


def viewpoint_of(store: Store, place: GameStatus, caller: Caller, labels: bool) -> EventViewpoint:
    """The current viewpoint of this caller."""
    if not labels:
        return EventViewpoint(caller.role)
    names = store.query(NAMES, (place.id,), of=place.id)
    if names_withheld(store, caller, place.forked):
        names = [(seat, stand_in(seat)) for seat, _ in names]
    return EventViewpoint(caller.role, tuple((seat, name) for seat, name in names))


def events(
    store: Store, place: GameStatus, viewpoint_of: EventViewpoint, after: int, upto: int
) -> list[StreamMessage]:
    """The events with `after < version <= upto` from this viewpoint."""
    ruleset = ruleset_of(place.ruleset)
    renderer = None if viewpoint_of.names is None else BilingualRenderer(ruleset, dict(viewpoint_of.names))
    viewer, types = Caller(viewpoint_of.caller).viewer, types_of(ruleset)
    logged = (dated(row, types) for row in store.rows(place.id, after, upto))
    documents = [rendered_event(ruleset, event, at, viewer, renderer) for event, at in logged]
    return [StreamMessage(it.version, it.type, encode(it)) for it in documents]


def progress(store: Store, place: GameStatus) -> AnalysisProgress | None:
    """The progress of the game's analysis; None if there is no analysis or it must not be visible."""
    return progress_in(store, place.id) if place.over or place.forked is not None else None
