"""Rows of clocks: what one says at a time, and what is taken from it."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from domain.table.clock.events import ClockRow, ClockTerms


def row_of(rows: Mapping[int, ClockRow], terms: ClockTerms, seat: int) -> ClockRow:
    """The last row of a seat. Before its first one it has the bank, and no stint."""
    return rows.get(seat) or ClockRow(seat, 0, 1000 * terms.bank, 0)


def read_at(row: ClockRow, at: int) -> ClockRow:
    """What is left of a clock at a time, as the row of a clock that does not run."""
    if row.since is None:
        return row
    return taken_from(replace(row, since=None), max(0, at - row.since))


def taken_from(row: ClockRow, ms: int) -> ClockRow:
    """The row with so much less: from its grace first, then from what is left, which may fall below 0."""
    of_grace = min(row.grace, ms)
    return replace(row, grace=row.grace - of_grace, left=row.left - (ms - of_grace))
