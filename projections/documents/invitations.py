"""Invitations, as organisers and those invited see them."""

from __future__ import annotations

from typing import Annotated

from projections.documents import AgreedOptions, Document, RulesetId, Seats, Time, meaning
from projections.documents.tournaments import PlanDocument

SeatFor = Annotated[int | None, meaning("The seat that it is for; null for any free one.")]


class Invited(Document, frozen=True):
    """A new invitation. Its code is shown once."""

    invitation: Annotated[str, meaning("Names the invitation, to revoke it.")]
    code: Annotated[str, meaning("Opens one seat, once; send it to the person invited and to nobody else.")]
    url: Annotated[
        str, meaning("A path of this service with the code behind #, which browsers send nowhere.")
    ]
    expires_at: Time


class OpenInvitation(Document, frozen=True):
    """An invitation that can be used still."""

    invitation: Annotated[str, meaning("Names the invitation, to revoke it.")]
    seat: SeatFor
    expires_at: Time


class InvitationList(Document, frozen=True):
    """What can be used still, the first to expire first."""

    invitations: Annotated[tuple[OpenInvitation, ...], meaning("Those that can be used still.")]


class InvitationDocument(Document, frozen=True):
    """What somebody is invited to: a game, or a tournament, which has no log of its own."""

    game: Annotated[str | None, meaning("The game's id; null for a tournament.")]
    tournament: Annotated[str | None, meaning("The tournament's id; null for a game.")]
    ruleset: RulesetId
    seats: Annotated[int, meaning("How many there are.")]
    options: AgreedOptions
    seat: SeatFor
    free: Annotated[Seats, meaning("The seats that nobody has taken yet.")]
    expires_at: Time
    entry: Annotated[str | None, meaning("Entry 0 of the game's log, as it was hashed.")]
    checkpoint: Annotated[str | None, meaning("A C2SP signed note over a log that holds entry 0 alone.")]
    plan: Annotated[PlanDocument | None, meaning("What the games of a tournament are bound to.")]
