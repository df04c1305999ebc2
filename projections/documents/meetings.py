"""Meetings: many tables and tournaments with one set of referees and one queue."""

from __future__ import annotations

from typing import Annotated

from domain.meaning import meaning
from projections.documents import Document, Time, Viewer
from projections.documents.disputes import RefereeListed
from projections.documents.lobby import GameSummary
from projections.documents.tournaments import TournamentSummary

MeetingId = Annotated[str, meaning("The meeting's id, 32 hexadecimal digits.")]


class MeetingCreated(Document, frozen=True):
    """A new meeting and its organiser's token."""

    id: MeetingId
    organiser_token: Annotated[
        str | None,
        meaning(
            "Appoints referees, and adds tables and tournaments, which have organisers of their own. null where an account "
            "organises the meeting."
        ),
    ]


class MeetingDocument(Document, frozen=True):
    """A meeting. Private tables and tournaments are listed for its referees only."""

    id: MeetingId
    name: Annotated[str, meaning("As the organiser gave it.")]
    created_at: Time
    referees: tuple[RefereeListed, ...]
    tables: Annotated[
        tuple[GameSummary, ...], meaning("Those that belong to no tournament, the newest first.")
    ]
    tournaments: Annotated[tuple[TournamentSummary, ...], meaning("The newest first.")]
    viewer: Viewer
