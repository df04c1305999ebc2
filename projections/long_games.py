"""Long games: public games that have lasted for hours, by the time of their last event, for filters that match only a few.

Their index contains only such games, so an action in a shorter game does not write to it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from projections.paging import Query, marks

STRETCH = 2**24
"""Milliseconds, nearly five hours: the minimum duration of a long game."""
LASTING = f"visibility = 'public' AND updated_at - created_at >= {STRETCH}"
"""The condition of the partial index, verbatim."""
CHANGED = f"CASE WHEN {{lasted}} < {STRETCH} THEN 0 ELSE {{at}} - {{at}} % {STRETCH} END"
"""The value in `listed` for the time of the last event, rounded down to a multiple of `STRETCH`; 0 for a short game."""
FEW = 600
"""The maximum number of games to sort in memory, which takes half a millisecond."""
SOME, MOST = 50, 200
"""The number of games to examine, per query and in total: enough for a page, unless the filter matches rarely."""

WITHIN = f"FROM lobby WHERE imported = ? AND {LASTING} AND updated_at >= ? AND updated_at < ?"
COUNT = f"SELECT count(*) FROM (SELECT 1 {WITHIN} LIMIT {FEW + 1}) AS first"
READ = f"SELECT created_at, game {WITHIN}"
KINDS = "SELECT game, cell FROM listed WHERE cell IS NOT NULL AND game IN ({})"
WHO_PLAYS = " AND ? IN (SELECT name FROM players WHERE players.game = listed.game)"

Within = tuple[int, int, int]
"""Whether the games were imported (0 or 1), and the time range of the last event, excluding its end."""


def stretch(at: int, began: int) -> int:
    """The value of `CHANGED`."""
    return at - at % STRETCH if at - began >= STRETCH else 0


def are_few(query: Query, within: Within) -> bool:
    """Whether the games in this range, of any kind and player, are few enough to sort."""
    return bool(query(COUNT, within)[0][0] <= FEW)


def read(query: Query, within: Within) -> list[tuple[int, str]]:
    """The creation time and id of each of these games, unordered."""
    return [(at, game) for at, game in query(READ, within)]


def chosen(
    query: Query,
    places: Sequence[tuple[int, str]],
    player: str | None,
    wanted: Callable[[str], bool],
    limit: int,
) -> list[tuple[int, str]] | None:
    """The first of these games that are listed, of a wanted kind, and the player's, if one is given; None if too few of the
    examined games match."""
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
