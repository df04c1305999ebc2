"""What time has brought to a game: it is recorded before anything else is decided."""

from __future__ import annotations

from domain.table.fold import Fold
from domain.table.referee.finality import keep
from domain.table.referee.hearing import Hearing


def brought(hearing: Hearing) -> Fold | None:
    """The next action that time has brought by `hearing.now`; None when there is none.

    Each is committed by itself, so callers ask again afterwards. In the order of their due times: outages that are to be held,
    clocks that ran out, deadlines of cases.
    """
    return keep(hearing)
