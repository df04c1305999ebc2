"""Who is connected to games now. It is in no log."""

from __future__ import annotations

from typing import Annotated

from domain.meaning import meaning
from projections.documents import Document

MOST_LISTED = 200
MOST_COUNTED = 1_000


class GameAudience(Document, frozen=True):
    """Who is connected to a game now: open streams, and long polls that wait."""

    watching: Annotated[
        int, meaning("Viewers without a seat. A token counts once; without one, each connection counts.")
    ]
    present: Annotated[
        tuple[int, ...],
        meaning(
            "Seats that are connected, or were within the last 12 seconds, in order. Bots of the service are never listed, "
            "because nothing is connected for them: the game document names them."
        ),
    ]


class Audience(Document, frozen=True):
    """Who watches public games now."""

    watching: Annotated[
        int, meaning(f"All viewers without a seat. Counted are the {MOST_COUNTED:,} most watched games.")
    ]
    games: Annotated[
        dict[str, int],
        meaning(f"The {MOST_LISTED} most watched games: viewers without a seat, by the game's id."),
    ]
