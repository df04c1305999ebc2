"""The queue of a meeting: cases and judge calls of all its tables."""

from __future__ import annotations

from typing import Annotated

from domain.meaning import meaning
from projections.documents import Document, GameId, RulesetId, Time, Viewer, one_of
from projections.documents.disputes import STATES, WANTS, NamesAtTable

QUEUE_STATES = (*STATES, "answered", "closed")


class QueueRow(Document, frozen=True):
    """A case or a judge call."""

    kind: Annotated[str, one_of(["case", "call"])]
    game: GameId
    ruleset: RulesetId
    number: Annotated[int, meaning("The number of the dispute, or of the call, in its game.")]
    state: Annotated[
        str,
        one_of(QUEUE_STATES),
        meaning("Of a case, its state. Of a call: open, answered (at least once), or closed by its seat."),
    ]
    opener: Annotated[str, meaning("seat:N or referee:N")]
    wants: Annotated[Annotated[str, one_of(WANTS)] | None, meaning("null for a call.")]
    clauses: Annotated[tuple[str, ...], meaning("Those that the opener cites; none for a call.")]
    referee: Annotated[
        int | None, meaning("Who has the case, or answered the call last; null if nobody has.")
    ]
    names: NamesAtTable
    opened_at: Time
    updated_at: Time
    due_at: Annotated[
        Time | None,
        meaning("When a case expires or becomes final if nobody does anything; null for a call."),
    ]


class Queue(Document, frozen=True):
    """A page of a meeting's queue: open calls, then cases by what is due first, then what is over, the newest first."""

    rows: Annotated[list[QueueRow], meaning("Cases and calls, in this order.")]
    next: Annotated[str | None, meaning("The cursor of the next page.")]
    position: Annotated[
        int, meaning("A stream that begins after this position misses no change of what was read here.")
    ]
    viewer: Viewer
