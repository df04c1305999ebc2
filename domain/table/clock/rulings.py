"""What cases and rulings do to clocks: who pays for a case that led to nothing, and the banks that a remedy sets.

In `settle`: `remedy_of`, then `undoing.gone_back`, then the seats that come to act or leave, and `with_banks` last of all;
otherwise `payment`, when a case's halt has ended.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from msgspec.structs import replace

from domain.table.clock.events import ClockRow, ClockTerms
from domain.table.clock.rows import row_of, taken_from
from domain.table.fold import Fold
from domain.table.referee.events import Remedy, Ruled, RulingFinal
from domain.table.state import Table

STAYS = 60_000
"""Payment for a case leaves so many milliseconds."""


class Payment(NamedTuple):
    """What a seat pays for the case that it opened, in milliseconds."""

    seat: int
    ms: int


def remedy_of(fold: Fold) -> Ruled | None:
    """The ruling with a remedy that became final in the last action.

    After it every clock that runs is stopped at `fold.time` and starts at rest.
    """
    final = next((it.event for it in fold.recorded if isinstance(it.event, RulingFinal)), None)
    ruling = None if final is None else fold.parts.desk.rulings[final.ruling - 1]
    return ruling.said if ruling is not None and ruling.remedies else None


def with_banks(rows: Mapping[int, ClockRow], remedy: Remedy | None, terms: ClockTerms) -> dict[int, ClockRow]:
    """The rows with the banks that a ruling's remedy sets and the terms' grace, in the stint as it is."""
    banks = {} if remedy is None else remedy.clock or {}
    grace = 1000 * terms.grace
    changed = (
        replace(row_of(rows, terms, int(seat)), left=left, grace=grace) for seat, left in banks.items()
    )
    return {**rows, **{row.seat: row for row in changed}}


def payment(fold: Fold, before: Table) -> Payment | None:
    """What the opener of a case pays after the last action; None when nobody does.

    It pays if its clock ran when the case halted the game, and that halt has ended otherwise than by a ruling with a remedy.
    """
    pauses = fold.parts.pauses
    ended = before.version > 0 and before.halted_by_case and not fold.parts.halted_by_case
    if not ended or pauses.payer is None or remedy_of(fold) is not None:
        return None
    return Payment(pauses.payer, pauses.case)


def paid(row: ClockRow, ms: int) -> ClockRow:
    """The row of a clock that does not run after a payment, of which `STAYS`, or what it had if less, is left."""
    return taken_from(row, min(ms, max(0, row.grace + row.left - STAYS)))
