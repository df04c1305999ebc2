"""Invitations, as organisers and invited players see them."""

from __future__ import annotations

from typing import Annotated

from msgspec import UNSET, UnsetType

from domain.meaning import meaning
from projections.documents import (
    AgreedOptions,
    Document,
    GameId,
    RulesetId,
    SeatNumber,
    Seats,
    Time,
)
from projections.documents.game_clocks import TermsOfClock
from projections.documents.profiles import AccountOwner
from projections.documents.tournaments import PlanDocument

InvitedAccount = Annotated[
    AccountOwner | UnsetType, meaning("The account that is invited; absent where a code opens the seat.")
]
SeatFor = Annotated[int | None, meaning("The seat that it is for; null for any free one.")]


class Invited(Document, frozen=True, kw_only=True):
    """A new invitation. Its code is returned once; an account that is invited by name needs none."""

    invitation: Annotated[str, meaning("Names the invitation, to revoke it.")]
    code: Annotated[
        str | None,
        meaning(
            "Opens one seat, once; send it to the person invited and to nobody else. null for an account that is invited by name."
        ),
    ]
    url: Annotated[
        str, meaning("A path of this service with the code behind #, which browsers send nowhere.")
    ]
    expires_at: Time
    account: InvitedAccount = UNSET


class OpenInvitation(Document, frozen=True, kw_only=True):
    """An invitation that can be used still."""

    invitation: Annotated[str, meaning("Names the invitation, to revoke it.")]
    seat: SeatFor
    expires_at: Time
    account: InvitedAccount = UNSET


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
    players: Annotated[tuple[str, ...], meaning("The names of those who have sat down, by seat.")]
    expires_at: Time
    entry: Annotated[str | None, meaning("Entry 0 of the game's log, as it was hashed.")]
    checkpoint: Annotated[str | None, meaning("A C2SP signed note over a log that holds entry 0 alone.")]
    plan: Annotated[PlanDocument | None, meaning("What the games of a tournament are bound to.")]
    clock: TermsOfClock = UNSET


class RematchOffer(Document, frozen=True):
    """The rematch that is being offered, as everybody who sat there may know it."""

    offered_by: Annotated[SeatNumber | None, meaning("The seat that offers; null if nobody offers one now.")]
    waiting: Annotated[Seats, meaning("The seats that have not accepted yet.")]
    declined: Annotated[Seats, meaning("Those of them that have declined.")]
    expires_at: Annotated[
        Time | None, meaning("When the offer lapses; null if there is none, or if it was taken up.")
    ]
    game: Annotated[GameId | None, meaning("The new game's id, once everybody has accepted.")]


class Rematch(Document, frozen=True):
    """A rematch that is offered, with `waiting`; or the new table, with `game`, `seat` and `code`."""

    waiting: Annotated[Seats | UnsetType, meaning("The seats that have not accepted yet.")] = UNSET
    game: Annotated[GameId | UnsetType, meaning("The new game's id.")] = UNSET
    seat: Annotated[SeatNumber | UnsetType, meaning("The caller's seat there.")] = UNSET
    code: Annotated[
        str | UnsetType | None,
        meaning(
            "The invitation to that seat, for the caller alone; null for an account, which is invited by name."
        ),
    ] = UNSET
    organiser_token: Annotated[
        str | UnsetType | None,
        meaning("Of the new game, for the seat that offered the rematch; null if its account organises."),
    ] = UNSET
