"""How clocks go back when the game does: by an undo, or by a ruling.

`settle` asks for `gone_back` after an action with a `rewound`, and continues from its rows: those that run keep running (after a
ruling with a remedy they are stopped and start at rest, as all are), and of the others it starts those of seats that are to act.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from msgspec.structs import replace

from domain.ruleset import Ruleset
from domain.table.clock.events import ClockRow, ClockTerms
from domain.table.clock.pauses import paused_time
from domain.table.clock.rows import read_at, row_of, taken_from
from domain.table.events import Rewound, UndoRequested
from domain.table.fold import Fold, fold
from domain.table.parts.registry import Parts
from domain.table.parts.undo import Step
from domain.table.refusals import Refusal, Refused
from domain.table.state import Logged, Table


class GoneBack(NamedTuple):
    """The clocks after a `rewound`, by seat: `rows` with `since` run on as they are. `to_act` were to act at `to_version`.

    What the table does afterwards in the same action (a replay, a correction) is compared with `to_act`.
    """

    rows: Mapping[int, ClockRow]
    to_act: tuple[int, ...]


def gone_back(play_on: Fold, before: Table) -> GoneBack | None:
    """The clocks as the `rewound` of the last action leaves them; None where it has none. `before` is as in `settle`.

    Each is what it was just before the first action that is taken back (F), read at F. In an undo, the asker's has lost the
    time since then, without that for which the game was halted, held or before rest; a clock that ran at F and runs now, in
    a stint that did not end in between, keeps its row. (So does a seat that is away: its row is older than F.) In a ruling
    nobody loses anything, and only seats that left or returned since F keep their rows.
    """
    events = [it.event for it in play_on.recorded]
    rewound = next((it for it in events if isinstance(it, Rewound)), None)
    if rewound is None:
        return None
    if rewound.ruling is not None:
        return back_by_ruling(play_on.ruleset, before, play_on.log, rewound.to_version)
    step, seat = _step(before, rewound.to_version), _asker(events, before)
    return GoneBack(_undone(before, step, seat, play_on.time), play_on.ruleset.to_act(step.game))


def back_by_ruling(ruleset: Ruleset[Any], table: Table, log: Sequence[Logged], to_version: int) -> GoneBack:
    """The clocks after a ruling has taken a game back. `log` is all of it before that, `table` what it comes to.

    An action of a seat that counts begins just after `to_version` (`Assessment.check`): its first event is F.
    """
    then, at, terms = fold(ruleset, log[:to_version]), log[to_version].at, terms_of(table)
    rows = {
        seat: row
        if table.clock.moved.get(seat, 0) > to_version
        else read_at(row_of(then.clock.rows, terms, seat), at)
        for seat, row in table.clock.rows.items()
    }
    return GoneBack(rows, ruleset.to_act(then.game))


def check_time(table: Table, seat: int, to_version: int) -> None:
    """`Refused` clock.undo.1 where a seat has not the time left that its undo costs at `table.time`."""
    if table.setup.clock is None:
        return
    step = _step(table, to_version)
    row = _undone(table, step, seat, table.time)[seat]
    if row.left < 0 or row.grace + row.left == 0:
        raise Refused(Refusal.ILLEGAL_ACTION, _too_late(table, step, seat), rule="clock.undo.1")


def _too_late(table: Table, step: Step, seat: int) -> str:
    """Why a seat cannot pay for its undo, with the numbers of the sum."""
    before = row_of(step.rows, terms_of(table), seat)
    then = read_at(before, step.at)
    grace = 0 if before.since is None else then.grace
    return TOO_LATE.format(seat=seat, had=grace + then.left, lost=_lost(table, step, table.time))


TOO_LATE = (
    "Whoever takes back loses the time since the first action that is taken back. Seat {seat} had {had} ms to lose then, and "
    "{lost} ms have passed in which clocks could run."
)


def terms_of(table: Parts) -> ClockTerms:
    """The terms of a game that is played with a clock."""
    terms = table.setup.clock
    assert terms is not None
    return terms


def _step(table: Table, to_version: int) -> Step:
    return next(step for step in table.undo.steps if step.version == to_version)


def _asker(events: Sequence[object], before: Table) -> int:
    """The seat whose request was granted: in this action, or pending before it."""
    granted = next((it for it in events if isinstance(it, UndoRequested)), before.undo.request)
    assert granted is not None
    return granted.seat


def _undone(table: Table, step: Step, asker: int, now: int) -> dict[int, ClockRow]:
    """By seat the rows after an undo to before a step."""
    lost = _lost(table, step, now)
    return {seat: _row_undone(table, step, seat, lost if seat == asker else 0) for seat in table.seats.people}


def _lost(table: Table, step: Step, now: int) -> int:
    """The milliseconds since a step in which the game was neither halted nor held nor before rest."""
    return now - step.at - paused_time(table.pauses, step.at, now)


def _row_undone(table: Table, step: Step, seat: int, lost: int) -> ClockRow:
    terms = terms_of(table)
    before, now = row_of(step.rows, terms, seat), row_of(table.clock.rows, terms, seat)
    ran = before.since is not None
    if ran and now.since is not None and table.clock.ended.get(seat, 0) <= step.version:
        return now
    then = read_at(before, step.at)
    return taken_from(then, lost) if ran else replace(then, left=then.left - lost)
