"""Batched queries for many stream subscribers: the status of games, access to them, and their events as bytes.

Nothing is folded here: everything that a stream needs to know about a game is in its lobby row, which is written with its events.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from msgspec.json import encode

from domain.rulesets import registry
from domain.table.event_types import types_of
from domain.table.state import OVER
from projections.documents.analyses import AnalysisProgress
from projections.paging import marks
from projections.people import stand_in
from projections.replay import rendered_event
from projections.sentences import BilingualRenderer
from service.identity.access import Caller, callers, names_withheld
from service.log.analysis_queue import progress_in
from service.log.mapper import dated
from service.queries.streaming import StreamMessage
from service.store import Store

STATUSES = """SELECT game, ruleset, visibility, status, version, hidden, renamed, forked FROM lobby WHERE game IN ({})"""
NAMES = "SELECT seat, name FROM players WHERE game = ? ORDER BY seat"
MAX_PAIRS = 200
"""Games, or (game, token) pairs, per query."""


class GameStatus(NamedTuple):
    """The status of a game, as stored in the lobby."""

    id: str
    ruleset: str
    visibility: str
    status: str
    version: int
    hidden: int
    renamed: int
    forked: str | None

    @property
    def closed(self) -> bool:
        return bool(self.hidden) or self.visibility == "private"

    @property
    def over(self) -> bool:
        return self.status in OVER


class EventViewpoint(NamedTuple):
    """Everything besides the log that the bytes of events depend on.

    `names` are the names of the seats if events are rendered in words, else None.
    """

    caller: str
    names: tuple[tuple[int, str], ...] | None = None


def statuses(store: Store, games: Collection[str]) -> Mapping[str, GameStatus]:
    """The status of these games (at most `MAX_PAIRS`); unknown ids are left out."""
    sql = STATUSES.format(marks(games))
    return {row[0]: GameStatus(*row) for row in store.query(sql, tuple(games))}


def callers_of(store: Store, pairs: Sequence[tuple[GameStatus, str | None]]) -> list[Caller | None]:
    """The caller of each (game, token) pair, or None without access; accepts any number of pairs."""
    batches = (pairs[start : start + MAX_PAIRS] for start in range(0, len(pairs), MAX_PAIRS))
    return [caller for batch in batches for caller in callers(store, batch)]


def viewpoint_of(store: Store, place: GameStatus, caller: Caller, labels: bool) -> EventViewpoint:
    """The current viewpoint of this caller."""
    if not labels:
        return EventViewpoint(caller.role)
    names = store.query(NAMES, (place.id,))
    if names_withheld(store, caller, place.forked):
        names = [(seat, stand_in(seat)) for seat, _ in names]
    return EventViewpoint(caller.role, tuple((seat, name) for seat, name in names))


def events(
    store: Store, place: GameStatus, viewpoint_of: EventViewpoint, after: int, upto: int
) -> list[StreamMessage]:
    """The events with `after < version <= upto` from this viewpoint."""
    ruleset = registry()[place.ruleset]
    renderer = None if viewpoint_of.names is None else BilingualRenderer(ruleset, dict(viewpoint_of.names))
    viewer, types = Caller(viewpoint_of.caller).viewer, types_of(ruleset)
    logged = (dated(row, types) for row in store.rows(place.id, after, upto))
    documents = [rendered_event(ruleset, event, at, viewer, renderer) for event, at in logged]
    return [StreamMessage(it.version, it.type, encode(it)) for it in documents]


def progress(store: Store, place: GameStatus) -> AnalysisProgress | None:
    """The progress of the game's analysis; None if there is no analysis or it must not be visible."""
    return progress_in(store, place.id) if place.over or place.forked is not None else None
