"""What a clock is given: increments and graces, once a stint."""

from __future__ import annotations

from msgspec.structs import replace

from domain.table.clock.events import ClockRow, ClockTerms


def with_increment(row: ClockRow, terms: ClockTerms) -> ClockRow:
    """The row after its stint ended in time. A bank that has more than `most` keeps it (clock.increment)."""
    grown = row.left + 1000 * terms.increment
    most = grown if terms.most is None else min(1000 * terms.most, grown)
    return replace(row, left=max(row.left, most))


def next_stint(row: ClockRow, terms: ClockTerms) -> ClockRow:
    """The row with a new stint and its grace, of which the first one in a game has at least `start_within` (clock.stint)."""
    seconds = terms.grace if row.stint else max(terms.grace, terms.start_within)
    return replace(row, stint=row.stint + 1, grace=1000 * seconds)
