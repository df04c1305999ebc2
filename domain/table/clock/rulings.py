"""What cases and rulings do to clocks: who pays for a case that led to nothing, and the banks that a remedy sets.

In `settle`: `remedy_of`, then `undoing.gone_back`, then the seats that come to act or leave, `with_banks` last of all;
otherwise `payment` when a case's halt has ended.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from domain.table.clock.events import ClockRow, ClockTerms
from domain.table.fold import Fold
from domain.table.referee.events import Ruled
from domain.table.state import Table


class Payment(NamedTuple):
    """What a seat pays for the case that it opened, in milliseconds."""

    seat: int
    ms: int


def remedy_of(fold: Fold) -> Ruled | None:
    """The ruling with a remedy that became final in the last action. After it every running clock is stopped at `fold.time`
    and starts at rest."""
    raise NotImplementedError


def with_banks(rows: Mapping[int, ClockRow], ruled: Ruled, terms: ClockTerms) -> Mapping[int, ClockRow]:
    """The rows with the banks that a remedy sets and the terms' grace, in the stint as it is. Clocks that run are given as
    read at `fold.time`, without `since`."""
    raise NotImplementedError


def payment(fold: Fold, before: Table) -> Payment | None:
    """Who pays after the last action: the opener whose clock ran when the case halted the game, if that halt has ended
    otherwise than by a ruling with a remedy. None when nobody does."""
    raise NotImplementedError


def paid(row: ClockRow, ms: int) -> ClockRow:
    """The row of a clock that does not run after a payment: from the grace, then from what is left, of which together at
    least 60,000 ms stay, or what there was if less."""
    raise NotImplementedError
