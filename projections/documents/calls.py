"""Judge calls: questions of seats and the referees' answers."""

from __future__ import annotations

from typing import Annotated

from domain.meaning import meaning
from projections.documents import Document, Time
from projections.documents.commands import Changed
from projections.documents.disputes import Stretch, TextShown


class CallStep(Changed, frozen=True):
    """A judge call after a step."""

    call: Annotated[int, meaning("The number of the call in its game, from 1.")]
    open: Annotated[bool, meaning("Whether referees may still answer.")]


class CallAnswer(Document, frozen=True):
    """What a referee has answered."""

    referee: int
    version: int
    at: Time
    answer: TextShown


class CallShown(Document, frozen=True):
    """A seat's question to the referees, without a dispute."""

    call: Annotated[int, meaning("The number of the call in its game, from 1.")]
    seat: int
    about: Annotated[Stretch | None, meaning("The events that it is about; null if it names none.")]
    version: int
    at: Time
    question: Annotated[
        TextShown, meaning("While the game runs, withheld from all but its seat and the referees.")
    ]
    answers: Annotated[tuple[CallAnswer, ...], meaning("In order; all viewers of the game read them.")]
    closed: Annotated[int | None, meaning("The version at which its seat closed it; null while it is open.")]
    closed_at: Time | None


class CallList(Document, frozen=True):
    """All judge calls of a game, as one viewer may know them."""

    game: str
    version: int
    calls: Annotated[tuple[CallShown, ...], meaning("In order.")]
    answering: Annotated[
        bool, meaning("Whether the viewer is a referee who may answer calls now, each call once.")
    ]
    viewer: str
