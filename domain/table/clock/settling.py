"""After an action: which clocks start, stop or change.

Who is to act is compared before and after the whole action. Where the action went back, the clocks are first what going back
makes of them, and the comparison begins with who was to act there.
"""

from __future__ import annotations

from collections.abc import Mapping, Set
from typing import Any, NamedTuple

from msgspec.structs import replace

from domain.ruleset import Ruleset
from domain.table.absence.returning import row_on_return
from domain.table.actors import TABLE
from domain.table.clock.events import ClockRow, ClockSet, ClockTerms, TimeHeld, TimeRanOut
from domain.table.clock.reckoning import next_stint, with_increment
from domain.table.clock.rows import read_at, row_of
from domain.table.clock.rulings import paid, payment, remedy_of, with_banks
from domain.table.clock.undoing import gone_back
from domain.table.fold import Fold
from domain.table.referee.events import Ruled
from domain.table.state import OVER, Table

Rows = Mapping[int, ClockRow]


def settle(fold: Fold, before: Table) -> Fold:
    """The same fold, with a last `clock-set` in its last action where rows differ. `before` is the table that it began from.

    `fold.time` is the time of all that it recorded. Nothing is added in a game without a clock, or before its start.
    """
    terms = fold.parts.setup.clock
    if terms is None or fold.game is None or not fold.recorded:
        return fold
    assert fold.time, "where a clock runs, decisions are made at a time"
    last = fold.parts.clock.rows
    rows = [row for row in _rows(fold, before, terms) if row != row_of(last, terms, row.seat)]
    if rows:
        fold.actor = TABLE
        fold.record(ClockSet(tuple(rows)))
    return fold


def _rows(fold: Fold, before: Table, terms: ClockTerms) -> list[ClockRow]:
    """The rows of all persons after the last action."""
    change = Change.of(fold, before, terms)
    stopped: Rows = {seat: _stopped(change, seat) for seat in change.rows}
    if change.ruled is not None:
        stopped = with_banks(stopped, change.ruled.remedy, terms)
    return [_started(change, row) for row in stopped.values()]


class Change(NamedTuple):
    """What an action does to the clocks.

    `rows` are those with which it begins, `acting_before` the seats that were to act then, `acting_after` those that are.
    `present` are the seats whose persons are there, and so have a clock; those that have come `back` did not have one before.
    Clocks that stop are read at `stops`, those that start do so at `starts`. `ruled`: a ruling with a remedy took effect.
    `held`: an outage is held.
    """

    fold: Fold
    terms: ClockTerms
    rows: Rows
    acting_before: tuple[int, ...]
    acting_after: tuple[int, ...]
    present: Set[int]
    back: Set[int]
    stops: int
    starts: int
    ruled: Ruled | None
    held: bool

    @classmethod
    def of(cls, fold: Fold, before: Table, terms: ClockTerms) -> Change:
        """`before` is the table before the action."""
        rows, acting_before = _beginning(fold, before, terms)
        first = next(it.event for it in fold.recorded if it.action == fold.action)
        at, rest = fold.time, fold.parts.clock.rest
        stops, starts = at, max(at, rest)
        if isinstance(first, TimeRanOut):
            stops = first.deadline
        elif isinstance(first, TimeHeld):
            stops, starts = first.from_, first.to
        acting_after = to_act(fold.ruleset, fold.game, fold.status)
        away = fold.parts.absence.away.keys()
        back = before.absence.away.keys() - away
        ruled = None if fold.parts.stints.by else remedy_of(fold)
        when = (stops, starts, ruled, isinstance(first, TimeHeld))
        return cls(fold, terms, rows, acting_before, acting_after, rows.keys() - away, back, *when)

    def runs(self, seat: int) -> bool:
        """Whether the seat's clock runs after the action, or will at `starts`."""
        return seat in self.present and seat in self.acting_after and not self.fold.parts.halts

    def is_own(self, seat: int) -> bool:
        """Whether the action is the seat's own."""
        return self.fold.parts.stints.by == seat

    def is_new(self, seat: int) -> bool:
        """Whether a stint that the seat begins now is another than its last."""
        return self.fold.parts.stints.is_new(seat, self.fold.stint(seat))

    def begins(self, seat: int) -> bool:
        """Whether the seat begins a new stint: when it comes to act, or is still to act after its own action."""
        comes = seat not in self.acting_before or self.is_own(seat)
        return seat in self.present and seat in self.acting_after and comes and self.is_new(seat)

    def ends(self, seat: int) -> bool:
        """Whether the seat's own action ends its stint."""
        acted = seat in self.acting_before and self.is_own(seat)
        return acted and (seat not in self.acting_after or self.is_new(seat))


def to_act(ruleset: Ruleset[Any], game: Any, status: str) -> tuple[int, ...]:
    """Who is to act, also while the game is halted; nobody before its start, and once it is over."""
    return () if game is None or status in OVER else ruleset.to_act(game)


def _beginning(fold: Fold, before: Table, terms: ClockTerms) -> tuple[Rows, tuple[int, ...]]:
    """The clocks with which an action begins, and who was to act then."""
    # What a seat plays neither goes back nor ends a case.
    played = bool(fold.parts.stints.by)
    back, pays = (None, None) if played else (gone_back(fold, before), payment(fold, before))
    rows = before.clock.rows if back is None else back.rows
    acting = to_act(fold.ruleset, before.game, before.status) if back is None else back.to_act
    rows = {seat: row_of(rows, terms, seat) for seat in fold.parts.seats.people}
    return rows if pays is None else {**rows, pays.seat: paid(rows[pays.seat], pays.ms)}, acting


def _stopped(change: Change, seat: int) -> ClockRow:
    """What a seat has after the action, as if its clock did not run."""
    row = read_at(change.rows[seat], change.stops)
    if seat in change.back:
        row = row_on_return(row, change.terms)
    if change.ends(seat) and not change.fold.parts.stints.rewarded(seat):
        row = with_increment(row, change.terms)
    if change.begins(seat):
        row = next_stint(row, change.terms)
    return row


def _started(change: Change, row: ClockRow) -> ClockRow:
    """The row with `since`, if its clock runs. One that has run all along keeps its row."""
    if not change.runs(row.seat):
        return row
    before = change.rows[row.seat]
    return before if _runs_on(change, before, row) else replace(row, since=change.starts)


def _runs_on(change: Change, before: ClockRow, row: ClockRow) -> bool:
    if before.deadline is None or row.stint != before.stint or change.ruled is not None:
        return False
    return not change.held or before.deadline <= change.stops
