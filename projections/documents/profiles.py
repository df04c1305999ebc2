"""Accounts, as everybody sees them, and the games of one's own."""

from __future__ import annotations

from typing import Annotated

from msgspec import UNSET, UnsetType

from domain.meaning import meaning
from projections.documents import Document, SeatNumber, Time, one_of
from projections.documents.lobby import GameSummary

AccountId = Annotated[str, meaning("The account's id, 32 hexadecimal digits.")]
AccountName = Annotated[str, meaning("The account's name.")]
INVITATIONS = ("known", "everybody", "nobody")
NoticeNumber = Annotated[int, meaning("The number of the account's newest notice; 0 without any.")]


class AccountOwner(Document, frozen=True):
    """Whose bot it is."""

    id: AccountId
    name: AccountName


class RulesetFigures(Document, frozen=True):
    """Finished public games of one ruleset."""

    ruleset: Annotated[str, meaning("The ruleset's id.")]
    games: Annotated[int, meaning("How many were played to the end.")]
    won: Annotated[int, meaning("How many of them were won, alone or with others.")]


class Profile(Document, frozen=True, kw_only=True):
    """An account, with the results of its public games."""

    id: AccountId
    name: AccountName
    since: Time
    bot: Annotated[bool, meaning("Whether programs play for it.")]
    rulesets: Annotated[tuple[RulesetFigures, ...], meaning("By the ruleset's id.")]
    owner: AccountOwner | UnsetType = UNSET


class MyGame(GameSummary, frozen=True, kw_only=True):
    """A game in which the account has a seat."""

    seat: SeatNumber
    deadline: Annotated[
        int | UnsetType,
        meaning("When the clock of that seat runs out, in milliseconds since 1970. Absent unless it runs."),
    ] = UNSET


class MyGames(Document, frozen=True):
    """A page of one's own games."""

    games: Annotated[
        tuple[MyGame, ...],
        meaning(
            "The first whose clock runs out first, then those that wait for the account, then the others."
        ),
    ]
    next: Annotated[str | None, meaning("The cursor of the next page; null at the end.")]
    notices: NoticeNumber


class AccountSettings(Document, frozen=True):
    """The settings of an account."""

    invitations: Annotated[
        str,
        one_of(INVITATIONS),
        meaning(
            "Whose invitations by name it takes: of those with whom it has played, of everybody, of nobody."
        ),
    ]


class InvitationByName(Document, frozen=True):
    """An invitation of this account to a game or a tournament."""

    invitation: Annotated[str, meaning("Names the invitation, to decline it.")]
    game: Annotated[str | None, meaning("The game's id; null for a tournament.")]
    tournament: Annotated[str | None, meaning("The tournament's id; null for a game.")]
    seat: Annotated[int | None, meaning("The seat that it is for; null for any free one.")]
    by: Annotated[
        AccountOwner | None,
        meaning("Who invites; null for an account that has been closed, and in a rematch."),
    ]
    at: Time
    expires_at: Time


class InvitationsByName(Document, frozen=True):
    """The open invitations of this account."""

    invitations: Annotated[tuple[InvitationByName, ...], meaning("The newest first.")]


class Appointment(Document, frozen=True, kw_only=True):
    """An appointment of this account as a referee, which it has not accepted yet. One of the three ids is not null."""

    referee: Annotated[int, meaning("The referee's number there.")]
    head: Annotated[bool, meaning("Whether the referee also decides appeals.")]
    game: Annotated[str | None, meaning("The game's id.")]
    tournament: Annotated[str | None, meaning("The tournament's id.")]
    meeting: Annotated[str | None, meaning("The meeting's id.")]
    ruleset: Annotated[str | None, meaning("What is played there; null for a meeting.")]
    name: Annotated[str | None, meaning("The meeting's name; null elsewhere.")]


class Appointments(Document, frozen=True):
    """What the account may become the referee of."""

    appointments: Annotated[tuple[Appointment, ...], meaning("Those that are open.")]
