"""Pages of the lobby, and what its stream says of games."""

from __future__ import annotations

from typing import Annotated

from msgspec import UNSET

from domain.meaning import meaning
from domain.ruleset import Outcome
from projections.documents import Document, GameId, RulesetId, Time, Version
from projections.documents.game_clocks import Clock
from projections.documents.games import IMPORTED, IMPORTED_AT, LobbyStatus, ToAct
from projections.documents.seats import Chairs


class GameSummary(Document, frozen=True):
    """A game as the lobby lists it."""

    id: GameId
    ruleset: RulesetId
    status: LobbyStatus
    seats: Chairs
    version: Version
    to_act: ToAct
    outcome: Annotated[Outcome | None, meaning("null while the game is not over")]
    first_seat: Annotated[
        int | None, meaning("The seat that began; null before the start and where several decide first.")
    ]
    players: Annotated[tuple[str, ...], meaning("The names at the table, by seat.")]
    bot: Annotated[bool, meaning("Whether a bot plays.")]
    imported: Annotated[bool, meaning(IMPORTED)]
    imported_at: Annotated[Time | None, meaning(IMPORTED_AT)]
    created_at: Time
    updated_at: Time
    clock: Clock = UNSET


class Gone(Document, frozen=True):
    """A game that is not listed any more."""

    id: GameId


class GameList(Document, frozen=True):
    """A page of the lobby."""

    games: Annotated[list[GameSummary], meaning("The newest first.")]
    next: Annotated[str | None, meaning("The cursor of the next page.")]
