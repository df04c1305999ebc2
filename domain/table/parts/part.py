"""A part of the table: a value, and what each event of the log makes of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from domain.ledger.entry import Sig
from domain.ruleset import Event

if TYPE_CHECKING:
    from domain.table.parts.registry import Parts


class Moment(NamedTuple):
    """Where an event is in the log: its version, its action and who caused it."""

    version: int
    action: int
    actor: str
    begun: bool
    """Whether the game had begun."""
    parts: Parts
    """All parts as they were before the event."""
    at: int = 0
    """When it was recorded, in milliseconds since the epoch."""
    sig: Sig | None = None
    """What the key of a seat signed with it."""
    stint: Callable[[int], int] = lambda seat: 0
    """The value that a seat's stint has after the events so far (`Fold.stint`)."""


class Part(NamedTuple):
    """How a part follows the log. Its functions are total: whether an event was allowed is decided elsewhere."""

    folds: Mapping[type[Event], Callable[[Any, Any, Moment], Any]]
    """(part, event, moment): the part after an event of this type; other events do not change it."""
    lasting: frozenset[type[Event]] = frozenset()
    """The events that count even if their stretch of the log was taken back, for every part that folds them."""
    taken_back: Mapping[type[Event], Callable[[Any, Any, Moment], Any]] = {}
    """As `folds`, for events whose stretch of the log was taken back: what such an event changes in this part nevertheless."""
