"""The lobby as a rebuildable projection: columns that older versions did not write are filled from the log.

Nothing is deleted first, since the time of the last change and hidden games are not in any log. The lobby's index
(`projections.listing`) is rebuilt with it.
"""

from __future__ import annotations

from collections.abc import Sequence

from projections.commit import Commit, Sql
from projections.lobby import backfill_rows

NAME = "lobby"
HOLD: Sequence[Sql] = ()
AS_THEY_ARE = ""
EMPTY: Sequence[Sql] = ()


def rows_for(commit: Commit) -> list[Sql]:
    """Players, outcome, first seat and where the game was played; all other columns stay as they are."""
    return backfill_rows(commit)
