"""Public games that have lasted for hours, by the time of their last event: read in this order where there are only few.

The index has those only, so an action in a shorter game writes nothing there.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from projections.paging import Query, marks

STRETCH = 2**24
"""Milliseconds, nearly five hours: a game that has lasted that long is here."""
LASTING = f"visibility = 'public' AND updated_at - created_at >= {STRETCH}"
"""The condition of the index, word for word."""
CHANGED = f"CASE WHEN {{lasted}} < {STRETCH} THEN 0 ELSE {{at}} - {{at}} % {STRETCH} END"
"""What `listed` keeps of the time of the last event: when its stretch began; 0 for a game that has not lasted."""
FEW = 600
"""So many are put in order in half a millisecond."""
SOME, MOST = 50, 200
"""Of these so many are looked at, at once and altogether: a page is full by then, unless what is asked for is rare."""

WITHIN = f"FROM lobby WHERE imported = ? AND {LASTING} AND updated_at >= ? AND updated_at < ?"
COUNT = f"SELECT count(*) FROM (SELECT 1 {WITHIN} LIMIT {FEW + 1}) AS first"
READ = f"SELECT created_at, game {WITHIN}"
KINDS = "SELECT game, cell FROM listed WHERE cell IS NOT NULL AND game IN ({})"
WHO_PLAYS = " AND ? IN (SELECT name FROM players WHERE players.game = listed.game)"

Within = tuple[int, int, int]
"""Whether they were imported (0 or 1), and the times that enclose the last event, the second not included."""


def stretch(at: int, began: int) -> int:
    """The same as `CHANGED`."""
    return at - at % STRETCH if at - began >= STRETCH else 0


def are_few(query: Query, within: Within) -> bool:
    """Whether all of these games can be put in order, of whatever kind and whoever plays."""
    return bool(query(COUNT, within)[0][0] <= FEW)


def read(query: Query, within: Within) -> list[tuple[int, str]]:
    """When each of these games was made, and its id; in any order."""
    return [(at, game) for at, game in query(READ, within)]


def chosen(
    query: Query,
    places: Sequence[tuple[int, str]],
    player: str | None,
    wanted: Callable[[str], bool],
    limit: int,
) -> list[tuple[int, str]] | None:
    """The first of these games that are listed, of a kind that is wanted, and the player's, if one is given; None if most are
    of others."""
    found: list[tuple[int, str]] = []
    who, name = ("", ()) if player is None else (WHO_PLAYS, (player,))
    for first in range(0, min(MOST, len(places)), SOME):
        some = places[first : first + SOME]
        games = [game for _, game in some]
        kinds: dict[str, str] = dict(query(KINDS.format(marks(games)) + who, (*games, *name)))
        found += [place for place in some if place[1] in kinds and wanted(kinds[place[1]])]
        if len(found) >= limit:
            return found
    return found if len(places) <= MOST else None
