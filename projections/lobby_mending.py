"""The lobby's rows as a projection that can be made anew: what an older version did not write comes from the log.

Nothing is emptied: when a game was last changed, and what the operator has hidden, stands in no log. What the lobby is looked
through by (`projections.listing`) comes with it.
"""

from __future__ import annotations

from collections.abc import Sequence

from projections.commit import Commit, Sql
from projections.lobby import mended

NAME = "lobby"
HOLD: Sequence[Sql] = ()
AS_THEY_ARE = ""
EMPTY: Sequence[Sql] = ()


def rows_for(commit: Commit) -> list[Sql]:
    """Who sits, how it ended, who began and where it was played; all else is as it was written."""
    return mended(commit)
