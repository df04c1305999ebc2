"""What opens an account, as its holder sees it: sessions, personal tokens, bots, and codes for another device."""

from __future__ import annotations

from typing import Annotated

from domain.meaning import meaning
from projections.documents import Document, Time, one_of

SCOPES = ("read", "play", "tables", "referee", "hooks")
Scope = Annotated[str, one_of(SCOPES)]
SessionId = Annotated[str, meaning("Names the session, to end it.")]
TokenId = Annotated[str, meaning("Names the token, to revoke it.")]
CodeEnds = Annotated[str, meaning("Until when all steps have to be done, in RFC 3339.")]


class SessionDocument(Document, frozen=True):
    """A browser in which the account is signed in."""

    id: SessionId
    label: Annotated[str, meaning("The browser, as it named itself.")]
    created_at: Time
    used_at: Annotated[Time, meaning("When it was used last, to the hour.")]
    current: Annotated[bool, meaning("Whether it is the session that asks.")]


class SessionList(Document, frozen=True):
    """The account's sessions."""

    sessions: Annotated[tuple[SessionDocument, ...], meaning("The oldest first.")]


class TokenMinted(Document, frozen=True):
    """A new personal token."""

    id: TokenId
    token: Annotated[str, meaning("For the Authorization header. No later response contains it.")]
    expires_at: Time


class TokenDocument(Document, frozen=True):
    """A personal token that is valid."""

    id: TokenId
    label: Annotated[str, meaning("What its owner calls it.")]
    scopes: Annotated[tuple[Scope, ...], meaning("What it may do.")]
    created_at: Time
    expires_at: Time
    last_used_at: Annotated[Time | None, meaning("To the hour; null if it was never used.")]


class TokenList(Document, frozen=True):
    """The valid personal tokens of an account."""

    tokens: Annotated[tuple[TokenDocument, ...], meaning("The oldest first.")]


class DeviceCode(Document, frozen=True):
    """A code for another device."""

    device: Annotated[str, meaning("Names the code, to let the device in.")]
    url: Annotated[
        str, meaning("A path of this service with the secret behind #, which browsers send nowhere.")
    ]
    expires_at: CodeEnds


class DeviceOpened(Document, frozen=True):
    """What the new device shows, and what it asks with."""

    digits: Annotated[str, meaning("Six digits, to be typed in where the account is signed in.")]
    ticket: Annotated[str, meaning("Gets the session once the digits were typed in.")]
    expires_at: CodeEnds


class DeviceStatus(Document, frozen=True):
    """A code that is still valid."""

    expires_at: CodeEnds
