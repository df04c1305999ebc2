"""Answers to commands. Each carries the game's version and its signed head."""

from __future__ import annotations

from typing import Annotated

from domain.ledger.audit import OpenedDraw
from domain.meaning import meaning
from projections.documents import Document, GameId, RulesetId, SeatNumber, Time, Version, one_of
from projections.documents.games import Status, ToAct
from projections.documents.history import Event


class Changed(Document, frozen=True):
    """Every answer that changes a game carries its version and its signed head."""

    version: Version
    checkpoint: Annotated[str, meaning("A C2SP signed note.")]


class GameCreated(Changed, frozen=True):
    """A new game and its organiser's token."""

    id: GameId
    organiser_token: Annotated[
        str | None, meaning("Shown once; keep it. null where an account organises the game.")
    ]


class SeatTaken(Changed, frozen=True):
    """A seat and its token."""

    seat: SeatNumber
    token: Annotated[
        str | None, meaning("The bearer token of the seat; returned once. null for the seat of an account.")
    ]


class Rotated(Document, frozen=True):
    """A token in place of another one, which is dead."""

    token: Annotated[str, meaning("Shown once; keep it.")]
    role: Annotated[str, meaning("seat:N, organiser, auditor or analyst")]
    expires_at: Annotated[Time | None, meaning("null for a token that lasts as long as its game.")]


class Forked(Changed, frozen=True):
    """A new analysis and its token."""

    id: GameId
    token: Annotated[str, meaning("The analyst's bearer token, which acts for all seats; returned once.")]
    status: Annotated[str, one_of(["analysis", "finished"]), meaning("The status of the analysis.")]


class Acted(Changed, frozen=True):
    """What an action brought about."""

    ruleset: RulesetId
    events: Annotated[tuple[Event, ...], meaning("What it brought about, as this viewer may know it.")]
    to_act: ToAct
    draws: Annotated[tuple[OpenedDraw, ...], meaning("What this action drew in public.")]


class UndoResult(Changed, frozen=True):
    """An undo request, and what has become of it."""

    id: Annotated[str, meaning("The number of the request, for its answers.")]
    status: Annotated[str, one_of(["granted", "pending", "refused"]), meaning("What has become of it.")]


class StatusChanged(Changed, frozen=True):
    """A game that its organiser has halted, resumed or ended."""

    status: Status


class Imported(Changed, frozen=True):
    """A game that came in a file."""

    id: GameId
    status: Annotated[str, one_of(["finished", "abandoned"]), meaning("How the game ended.")]
    auditor_token: Annotated[
        str | None,
        meaning(
            "Opens everything in the imported game, the same at every import; null for a game that was played here."
        ),
    ]
    referee_token: Annotated[str | None, meaning("The same token under its old name, until v2.")]
