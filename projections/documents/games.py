"""The game document, and legal actions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

from msgspec import UNSET, UnsetType

from domain.meaning import meaning
from domain.ruleset import Outcome
from domain.table.undo import Undo
from projections.documents import (
    AgreedOptions,
    BothLanguages,
    Document,
    GameId,
    Part,
    RulesetId,
    Seats,
    Time,
    Version,
    Viewer,
    one_of,
    part,
)
from projections.documents.game_clocks import Clock
from projections.documents.rulesets import PackageName
from projections.documents.seats import Chairs
from projections.documents.verdict import AccountOfChance, Entropy

STATUSES = ("waiting", "playing", "suspended", "finished", "abandoned")
"""Of games in the lobby."""
ANY_STATUS = (*STATUSES, "analysis")
Status = Annotated[str, one_of(ANY_STATUS), meaning("The status of the game.")]
LobbyStatus = Annotated[str, one_of(STATUSES), meaning("The status of the game.")]
Visibility = Annotated[
    str,
    one_of(["public", "private"]),
    meaning("Whether everybody may see it, or only holders of a token for it."),
]
ToAct = Annotated[Seats, meaning("Seats with a decision now.")]
Edition = Annotated[str, meaning("The edition of the game's components.")]

IMPORTED = "Whether it was played elsewhere and came in a file."
IMPORTED_AT = (
    "When it came in a file; null for a game that was played here, or came before this was written down."
)


class LegalActions(Document, frozen=True):
    """What a seat may post. `actions` are the ruleset's, or JSON objects of them with their `label` and `say`."""

    ruleset: RulesetId
    version: Version
    seat: Annotated[int | None, meaning("The seat that may act; null for viewers who are not to act.")]
    actions: Annotated[
        Sequence[Annotated[Any, part(Part.ACTION, "An action that can be posted as it is.")]],
        meaning("All of them; none for viewers who are not to act."),
    ]
    prompt: Annotated[
        BothLanguages | UnsetType,
        meaning("With `labels=true`: the decision of the seat, in a sentence; absent when it is not to act."),
    ] = UNSET


class Origin(Document, frozen=True):
    """Where an analysis branches off."""

    game: GameId
    version: Version


class RefereeSeen(Document, frozen=True):
    """A referee according to the log; the list of disputes has their name."""

    referee: int
    head: Annotated[bool, meaning("Whether they may decide appeals.")]
    appointed: Annotated[
        str,
        one_of(["before-start", "after-start"]),
        meaning("Whether the game had started when they were appointed."),
    ]
    dismissed: bool


class Witnessed(Document, frozen=True):
    """Who is to cosign the log of logs for this game. The operator chose them."""

    quorum: Annotated[int, meaning("How many of the witnesses are to cosign it.")]
    witnesses: Annotated[tuple[str, ...], meaning("The verifier keys of the witnesses.")]


class Cosigned(Document, frozen=True):
    """How far witnesses have cosigned the head of this game's own log."""

    entries: Annotated[
        int, meaning("The size of the largest cosigned head; 0 without one. Later entries are not cosigned.")
    ]
    at: Annotated[Time | None, meaning("When the last of them cosigned that head; null without one.")]
    by: Annotated[int, meaning("How many witnesses have cosigned that head.")]
    of: Annotated[int, meaning("How many witnesses the service requests cosignatures from.")]
    silent: Annotated[
        tuple[Annotated[str, meaning("The name of a witness.")], ...],
        meaning("The witnesses among these that have not cosigned that head."),
    ]


class OperatorNotice(Document, frozen=True):
    """Why the operator of the service has closed or abandoned a game."""

    text: Annotated[str | None, meaning("In the operator's words; null once these have been erased.")]
    lang: Annotated[
        Annotated[str, one_of(["en", "pl"])] | None, meaning("The language of the text; null without one.")
    ]


class GameDocument(Document, frozen=True):
    """A game at one version, as one viewer may know it. `view` is the ruleset's board."""

    id: GameId
    ruleset: RulesetId
    edition: Edition
    options: AgreedOptions
    visibility: Visibility
    status: Status
    version: Version
    seats: Chairs
    to_act: ToAct
    entropy: Entropy
    account: Annotated[
        AccountOfChance | None,
        meaning("null where the game's log is older than the ledger's closed tables."),
    ]
    to_reveal: Annotated[Seats, meaning("Seats whose seeds the start waits for, once all are taken.")]
    view: Annotated[
        dict[str, Any], part(Part.VIEW, "The board as this viewer may know it; empty before the start.")
    ]
    outcome: Annotated[Outcome | None, meaning("null while the game is not over")]
    referees: Annotated[
        tuple[RefereeSeen, ...], meaning("In a game of a tournament, only those who have acted in this game.")
    ]
    dispute: Annotated[int | None, meaning("The number of the open case; null without one.")]
    viewer: Viewer
    undo: Undo
    forked: Annotated[Origin | None, meaning("null unless this is an analysis")]
    imported: Annotated[bool, meaning(IMPORTED)]
    imported_at: Annotated[Time | None, meaning(IMPORTED_AT)]
    expires_at: Annotated[
        Time | None,
        meaning("When an analysis is deleted unless it is read or continued; null for other games."),
    ]
    document_revision: Annotated[
        int,
        meaning(
            "The revision of the documents' form; a URL of a state that includes it can be cached forever."
        ),
    ]
    updated_at: Time
    log: Annotated[
        str | UnsetType | None,
        meaning(
            "The origin of the log of logs that lists this game; null in analyses, absent from older games."
        ),
    ] = UNSET
    witnessed: Annotated[
        Witnessed | UnsetType | None,
        meaning("Whose cosignatures of that log are promised; null: nobody's. Absent from older games."),
    ] = UNSET
    cosigned: Annotated[
        Cosigned | UnsetType,
        meaning(
            "How far witnesses have cosigned this game's own log. Only in the newest document (`GET /v1/games/{id}`), of a game "
            "for which cosignatures were requested."
        ),
    ] = UNSET
    notice: Annotated[
        OperatorNotice | UnsetType,
        meaning(
            "Why the operator of the service has closed the game (`status` is suspended until the operator reopens it) or "
            "abandoned it. Only in the newest document (`GET /v1/games/{id}`), of such a game."
        ),
    ] = UNSET
    clock: Clock = UNSET
    meeting: Annotated[
        str | UnsetType, meaning("The meeting that it belongs to, 32 hexadecimal digits; absent without one.")
    ] = UNSET
    accounts: Annotated[
        str | UnsetType,
        one_of(["required"]),
        meaning("`required` where only persons with accounts take seats; absent elsewhere."),
    ] = UNSET
    package: Annotated[
        PackageName | UnsetType,
        meaning("The package that its ruleset comes from; absent for a ruleset of Kronika itself."),
    ] = UNSET


class StateList(Document, frozen=True):
    """A game at several versions, one after the other."""

    states: Annotated[list[GameDocument], meaning("By version.")]
