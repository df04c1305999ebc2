"""What time has brought to a game: it is recorded before anything else is decided."""

from __future__ import annotations

from domain.table.fold import Fold
from domain.table.referee.finality import keep
from domain.table.referee.hearing import Hearing
from domain.table.state import Table


def brought(hearing: Hearing) -> Fold | None:
    """The next action that time has brought by `hearing.now`; None when there is none.

    Each is committed by itself, so callers ask again afterwards. In the order of their due times: outages that are to be held,
    clocks that ran out, deadlines of cases.
    """
    return keep(hearing)


def due_at(table: Table) -> int | None:
    """When time will bring something to a game with a clock, apart from deadlines of cases; None while nothing is due."""
    return None
