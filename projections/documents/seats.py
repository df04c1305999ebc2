"""Seats of games, and the players who sit there."""

from __future__ import annotations

from typing import Annotated

from msgspec import UNSET, UnsetType

from domain.meaning import meaning
from projections.documents import Document, SeatNumber
from projections.documents.game_clocks import Away


class PlayerOwner(Document, frozen=True):
    """Whose bot it is."""

    id: Annotated[str, meaning("The account's id, 32 hexadecimal digits.")]
    name: Annotated[str | None, meaning("The account's name; null for one that is closed.")]


class PlayerAccount(PlayerOwner, frozen=True):
    """The account that plays."""

    bot: Annotated[bool, meaning("Whether a program plays for it.")]
    owner: PlayerOwner | UnsetType = UNSET


class Seat(Document, frozen=True):
    """Who sits where."""

    seat: SeatNumber
    name: Annotated[str | None, meaning("null while the seat is free")]
    side: Annotated[str | None, meaning("The clan, colour or team; null where the game has none.")]
    bot: Annotated[str | None, meaning("The kind of bot; null for a person.")]
    key: Annotated[
        str | None, meaning("The Ed25519 key of the seat's own, in base64url; null where it has none.")
    ] = None
    guest: Annotated[bool, meaning("Whether a person without an account sits there.")] = True
    account: Annotated[
        PlayerAccount | None,
        meaning("The account that sits there; null for guests, and where it is hidden or closed."),
    ] = None
    account_salt: Annotated[
        str | None,
        meaning("The random bytes in the log's hash of the account, in base64url; null without an account."),
    ] = None
    away: Away = UNSET


Chairs = Annotated[tuple[Seat, ...], meaning("Who sits where, by seat.")]
