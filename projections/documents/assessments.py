"""How far a game can be rewound, and what a rewind would undo."""

from __future__ import annotations

from typing import Annotated

from msgspec import UNSET, UnsetType

from domain.meaning import meaning
from projections.documents import Document, Seats, one_of

CLASSES = ("simple", "clean", "tainted", "needs-random")
Class = Annotated[
    str,
    one_of(CLASSES),
    meaning(
        "simple: one action, nothing drawn or revealed since; clean: several, nothing drawn or revealed; tainted: something "
        "drawn or revealed; needs-random: something that was learnt since would become hidden again."
    ),
]


class ReachableVersion(Document, frozen=True, rename={"kind": "class"}):
    """A version that the game can be taken back to."""

    version: int
    kind: Class


class ActionBack(Document, frozen=True):
    """An action that would be taken back."""

    action: int
    actor: Annotated[str, meaning("seat:N")]
    first: Annotated[int, meaning("The version of its first event.")]
    last: int


class DrawBack(Document, frozen=True):
    """A draw that would be taken back; its slot is not used again."""

    version: int
    epoch: int
    slot: int


class PlaceLearnt(Document, frozen=True):
    """A hidden place that became known since: never its value."""

    version: int
    place: Annotated[str, meaning("Where it was committed, such as 4/d/order/7.")]
    to: Annotated[Seats, meaning("Seats that learnt it; 0 means everybody.")]


class WayBackDocument(Document, frozen=True, rename={"kind": "class"}):
    """What going back to a version would take back."""

    version: int
    kind: Class
    actions: tuple[ActionBack, ...]
    draws: tuple[DrawBack, ...]
    learnt: tuple[PlaceLearnt, ...]
    seconds: Annotated[int, meaning("From the first of these actions until the dispute was opened.")]


class AssessmentDocument(Document, frozen=True):
    """The versions that a game can be taken back to, the nearest first, and what one of them would take back."""

    game: str
    dispute: int
    version: Annotated[int, meaning("How much of the log it is made of.")]
    reachable: Annotated[tuple[ReachableVersion, ...], meaning("At most 100.")]
    back: Annotated[WayBackDocument | None, meaning("What going back to `to` takes back; null without it.")]


class ClockAfter(Document, frozen=True):
    """The clock of a seat after a ruling, before it runs on."""

    seat: int
    left: Annotated[int, meaning("Milliseconds.")]
    grace: Annotated[int, meaning("Milliseconds.")]


class PreviewDocument(Document, frozen=True):
    """What a ruling would do to the game. Nothing is drawn for it."""

    game: str
    dispute: int
    version: Annotated[int, meaning("The version of the game that it is reckoned from.")]
    back: Annotated[
        WayBackDocument | None, meaning("What it would take back; null if the game does not go back.")
    ]
    later: Annotated[
        tuple[ActionBack, ...],
        meaning("Those of `back.actions` that began after the disputed stretch: they go back with it."),
    ]
    rng: Annotated[
        Annotated[str, one_of(["same", "fresh"])] | None,
        meaning(
            "Whether draws after it come again as they were or are made anew; null if the game does not go back."
        ),
    ]
    shuffled: Annotated[
        tuple[tuple[str, ...], ...], meaning("In each pool the hidden places that would be shuffled.")
    ]
    needs_head: Annotated[
        bool,
        meaning(
            "Whether only a head referee may rule so, citing a clause; past a draw or reveal, explaining why the result "
            "cannot stand."
        ),
    ]
    acts: Annotated[int | None, meaning("The seat whose action the table would make, again or corrected.")]
    clocks: Annotated[
        tuple[ClockAfter, ...] | UnsetType,
        meaning("In a game with a clock: where the game goes back or banks are set."),
    ] = UNSET
