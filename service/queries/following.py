"""What many viewers of many games follow: how the games stand, who may see them, and their events in bytes.

Nothing is folded here: what a stream needs of a game stands in its row of the lobby, written with its events.
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
from projections.replay import told_event
from projections.sentences import Interpreter
from service.identity.access import Caller, callers, reads_no_names
from service.log.analysis_queue import progress_in
from service.log.mapper import dated
from service.queries.streaming import Happening
from service.store import Store

PLACES = """SELECT game, ruleset, visibility, status, version, hidden, renamed, forked FROM lobby WHERE game IN ({})"""
NAMES = "SELECT seat, name FROM players WHERE game = ? ORDER BY seat"
MOST = 200
"""Games, and pairs of a game and a token, that are looked at by one query."""


class Place(NamedTuple):
    """How a game stands."""

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


class Sight(NamedTuple):
    """With what eyes events are told: all that their bytes depend on besides the log.

    `names`: of the seats, where events are told in words, else None.
    """

    caller: str
    names: tuple[tuple[int, str], ...] | None = None


def places(store: Store, games: Collection[str]) -> Mapping[str, Place]:
    """These games (at most `MOST`) as they stand; those that there are."""
    sql = PLACES.format(marks(games))
    return {row[0]: Place(*row) for row in store.query(sql, tuple(games))}


def allowed(store: Store, asked: Sequence[tuple[Place, str | None]]) -> list[Caller | None]:
    """Who may see what, for any number of pairs of a game and a token."""
    parts = (asked[start : start + MOST] for start in range(0, len(asked), MOST))
    return [caller for part in parts for caller in callers(store, part)]


def sight(store: Store, place: Place, caller: Caller, labels: bool) -> Sight:
    """The eyes of this caller now."""
    if not labels:
        return Sight(caller.role)
    names = store.query(NAMES, (place.id,))
    if reads_no_names(store, caller, place.forked):
        names = [(seat, stand_in(seat)) for seat, _ in names]
    return Sight(caller.role, tuple((seat, name) for seat, name in names))


def events(store: Store, place: Place, sight: Sight, after: int, upto: int) -> list[Happening]:
    """The events with `after < version <= upto`, for these eyes."""
    ruleset = registry()[place.ruleset]
    words = None if sight.names is None else Interpreter(ruleset, dict(sight.names))
    viewer, types = Caller(sight.caller).viewer, types_of(ruleset)
    logged = (dated(row, types) for row in store.rows(place.id, after, upto))
    told = [told_event(ruleset, event, at, viewer, words) for event, at in logged]
    return [Happening(event.version, event.type, encode(event)) for event in told]


def progress(store: Store, place: Place) -> AnalysisProgress | None:
    """How far the game's analysis has come; None where there is none, or nobody may know."""
    return progress_in(store, place.id) if place.over or place.forked is not None else None
