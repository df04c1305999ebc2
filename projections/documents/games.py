"""Games: the lobby's summary, the game document."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

from domain.ruleset import Outcome
from domain.table.undo import Undo
from projections.documents import Document, Seats, Time, meaning, one_of

STATUSES = ("waiting", "playing", "suspended", "finished", "abandoned")
"""Of games in the lobby."""
ANY_STATUS = (*STATUSES, "analysis")
Status = Annotated[str, one_of(ANY_STATUS)]
LobbyStatus = Annotated[str, one_of(STATUSES)]
ToAct = Annotated[Seats, meaning("Seats with a decision now.")]

IMPORTED = "Whether it was played elsewhere and came in a file."
IMPORTED_AT = (
    "When it came in a file; null for a game that was played here, or came before this was written down."
)


class BothLanguages(Document, frozen=True):
    """A text in both languages."""

    en: str
    pl: str


class Seat(Document, frozen=True):
    """Who sits where."""

    seat: int
    name: Annotated[str | None, meaning("null while the seat is free")]
    side: Annotated[str | None, meaning("The clan, colour or team; null where the game has none.")]
    bot: Annotated[str | None, meaning("The kind of bot; null for a person.")]
    key: Annotated[
        str | None, meaning("The Ed25519 key of the seat's own, in base64url; null where it has none.")
    ] = None


class GameSummary(Document, frozen=True):
    """A game as the lobby lists it."""

    id: str
    ruleset: str
    status: LobbyStatus
    seats: tuple[Seat, ...]
    version: int
    to_act: ToAct
    outcome: Annotated[Outcome | None, meaning("null while the game goes on")]
    first_seat: Annotated[
        int | None, meaning("The seat that began; null before the start and where several decide first.")
    ]
    players: Annotated[tuple[str, ...], meaning("The names at the table, by seat.")]
    bot: Annotated[bool, meaning("Whether a bot plays.")]
    imported: Annotated[bool, meaning(IMPORTED)]
    imported_at: Annotated[Time | None, meaning(IMPORTED_AT)]
    created_at: Time
    updated_at: Time


class Gone(Document, frozen=True):
    """A game that is not listed any more."""

    id: str


class GameList(Document, frozen=True):
    """A page of the lobby."""

    games: list[GameSummary]
    next: Annotated[str | None, meaning("The cursor of the next page.")]


class LegalActions(Document, frozen=True):
    """What a seat may post. `actions` are the ruleset's, or JSON objects of them with their labels."""

    version: int
    seat: int | None
    actions: Sequence[Any]


class Origin(Document, frozen=True):
    """Where an analysis branches off."""

    game: str
    version: int


class Entropy(Document, frozen=True):
    """Who would have had to work together to choose the draws: the verdict of the ledger's page."""

    seats: Annotated[int, meaning("How many there are.")]
    bots: Annotated[Seats, meaning("Seats that bots took: these never give a seed.")]
    operator_with: Annotated[
        Seats,
        meaning(
            "Seats whose seeds are in the draws (before the start: will be, if all open theirs). "
            "Only the operator together with all of these could have chosen; with none, the operator alone."
        ),
    ]
    signed: Annotated[Seats, meaning("Those of them that have said so under a key of their own.")]
    fresh: Annotated[int, meaning("How often a referee had draws made anew.")]
    provided: Annotated[
        tuple[Annotated[str, one_of(["L3", "L4"])], ...],
        meaning("Levels of verification that the log has not passed here: the verdict holds if it does."),
    ]


class GameDocument(Document, frozen=True):
    """A game at one version, as one viewer may know it. `view` is the ruleset's board."""

    id: str
    ruleset: str
    edition: str
    options: dict[str, Any]
    visibility: Annotated[str, one_of(["public", "private"])]
    status: Status
    version: int
    seats: tuple[Seat, ...]
    to_act: ToAct
    entropy: Entropy
    to_reveal: Annotated[Seats, meaning("Seats whose seeds the start waits for, once all are taken.")]
    view: Annotated[dict[str, Any], meaning("The board as this viewer may know it; empty before the start.")]
    outcome: Annotated[Outcome | None, meaning("null while the game goes on")]
    viewer: Annotated[str, meaning("seat:N, organiser, auditor, analyst or spectator")]
    undo: Undo
    forked: Annotated[Origin | None, meaning("null unless this is an analysis")]
    imported: Annotated[bool, meaning(IMPORTED)]
    imported_at: Annotated[Time | None, meaning(IMPORTED_AT)]
    document_revision: Annotated[
        int, meaning("How documents are written; an address of a state that carries it may be kept for good.")
    ]
    updated_at: Time
