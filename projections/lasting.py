"""Public games that have lasted for hours, by the time of their last event: read in this order where there are only few.

The index has those only, so an action in a shorter game writes nothing there.
"""

from __future__ import annotations

from projections.paging import Query

STRETCH = 2**24
"""Milliseconds, nearly five hours: a game that has lasted that long is here."""
LASTING = f"visibility = 'public' AND updated_at - created_at >= {STRETCH}"
"""The condition of the index, word for word."""
CHANGED = f"CASE WHEN {{lasted}} < {STRETCH} THEN 0 ELSE {{at}} - {{at}} % {STRETCH} END"
"""What `listed` keeps of the time of the last event: when its stretch began; 0 for a game that has not lasted."""
FEW = 600
"""So many are read and sorted in a millisecond or two."""

WITHIN = f"FROM lobby WHERE imported = ? AND {LASTING} AND updated_at >= ? AND updated_at < ?"
COUNT = f"SELECT count(*) FROM (SELECT 1 {WITHIN} LIMIT {FEW + 1}) AS first"
READ = f"""SELECT listed.created_at, listed.game, listed.cell FROM (SELECT game {WITHIN}) AS lasting
    JOIN listed ON listed.game = lasting.game WHERE listed.cell IS NOT NULL"""
WHO_PLAYS = " AND ? IN (SELECT name FROM players WHERE players.game = lasting.game)"

Within = tuple[int, int, int]
"""Whether they were imported (0 or 1), and the times that enclose the last event, the second not included."""


def stretch(at: int, began: int) -> int:
    """The same as `CHANGED`."""
    return at - at % STRETCH if at - began >= STRETCH else 0


def are_few(query: Query, within: Within) -> bool:
    """Whether all of these games can be read, whoever plays."""
    return bool(query(COUNT, within)[0][0] <= FEW)


def read(query: Query, within: Within, player: str | None) -> list[tuple[int, str, str]]:
    """When each of these games was made, its id and its kind; in any order."""
    if player is None:
        return query(READ, within)
    return query(READ + WHO_PLAYS, (*within, player))
