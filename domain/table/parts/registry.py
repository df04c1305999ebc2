"""All parts of a table. A new part is a file with its value and its functions, and one line here."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Annotated, Any, get_type_hints

import msgspec

from domain.draws import Slots
from domain.ruleset import Event
from domain.table.absence.state import ABSENCE, Absence
from domain.table.calls.state import CALLS, Calls
from domain.table.clock.disturbing import DISTURBED, Disturbed
from domain.table.clock.pauses import PAUSES, Pauses
from domain.table.clock.state import CLOCK, Clock
from domain.table.clock.stints import STINTS, Stints
from domain.table.events import Forked, GameCreated
from domain.table.operator.state import CLOSING, Closing
from domain.table.parts import course
from domain.table.parts.account import ACCOUNT, Account
from domain.table.parts.part import Moment, Part
from domain.table.parts.seats import SEATS, Seats
from domain.table.parts.slots import SLOTS
from domain.table.parts.undo import UNDO, UndoState
from domain.table.referee.folding import DESK
from domain.table.referee.state import NO_DESK, Desk


class Parts(msgspec.Struct):
    """What the log has made of a table, the game itself aside: each part with its type, its `Part` and its first value.

    A fold sets them; in a `Table` they are frozen.
    """

    setup: Annotated[GameCreated, course.SETUP] = None  # type: ignore[assignment]  # until the first entry
    seats: Annotated[Seats, SEATS] = Seats()
    stage: Annotated[str, course.STAGE] = course.WAITING
    """waiting, playing, analysis or abandoned, by the events of the table alone."""
    rules: Annotated[int, course.RULES] = 0
    """The revision of the ruleset's code that decided last."""
    forked: Annotated[Forked | None, course.FORKED] = None
    """Where an analysis comes from; None for a game of its own."""
    halted: Annotated[bool, course.HALTED] = False
    """Whether the organiser has suspended the game, whatever a case or the operator does beside it."""
    closing: Annotated[Closing, CLOSING] = Closing()
    desk: Annotated[Desk, DESK] = NO_DESK
    calls: Annotated[Calls, CALLS] = ()
    undo: Annotated[UndoState, UNDO] = UndoState()
    slots: Annotated[Slots, SLOTS] = Slots()
    clock: Annotated[Clock, CLOCK] = Clock()
    pauses: Annotated[Pauses, PAUSES] = Pauses()
    stints: Annotated[Stints, STINTS] = Stints()
    absence: Annotated[Absence, ABSENCE] = Absence()
    disturbed: Annotated[Disturbed, DISTURBED] = {}
    account: Annotated[Account, ACCOUNT] = Account()

    @property
    def clocked(self) -> bool:
        """Whether the game is played with a clock."""
        return self.setup is not None and self.setup.clock is not None

    @property
    def halts(self) -> bool:
        """Whether the organiser, the operator or an open case halts the game."""
        return self.suspended or self.halted_by_case

    @property
    def suspended(self) -> bool:
        """Whether the organiser or the operator halts the game."""
        return self.halted or self.closing.closed

    @property
    def halted_by_case(self) -> bool:
        """Whether the open case halts the game, no matter what else does."""
        terms = self.setup.disputes
        return terms is not None and self.desk.halts(terms.pause)


PARTS: Mapping[str, Part] = {
    name: hint.__metadata__[0] for name, hint in get_type_hints(Parts, include_extras=True).items()
}
TABLE_EVENTS: tuple[type[Event], ...] = tuple(
    dict.fromkeys(kind for it in PARTS.values() for kind in it.folds)
)
"""The types of events that all tables share."""
LASTING = frozenset(kind for it in PARTS.values() for kind in it.lasting)
"""The events that count even if their stretch of the log was taken back."""
Folds = Mapping[type[Event], Mapping[str, Callable[[Any, Any, Moment], Any]]]
"""For each type of event, what the parts make of it, by their names."""


def _by_event(folds: Callable[[Part], Mapping[type[Event], Any]]) -> Folds:
    return {
        kind: {name: folds(it)[kind] for name, it in PARTS.items() if kind in folds(it)}
        for kind in TABLE_EVENTS
    }


def _nevertheless(part: Part) -> Mapping[type[Event], Any]:
    return {**{kind: fold for kind, fold in part.folds.items() if kind in LASTING}, **part.taken_back}


COUNTED, TAKEN_BACK = _by_event(lambda it: it.folds), _by_event(_nevertheless)


def fold_in(parts: Parts, event: Event, moment: Moment, folds: Folds = COUNTED) -> None:
    """Fold an event of the table into the parts. Each part sees all others as they were before it."""
    changes = folds[type(event)].items()
    for name, after in [(name, fold(getattr(parts, name), event, moment)) for name, fold in changes]:
        setattr(parts, name, after)
