"""Notices of an account."""

from __future__ import annotations

from typing import Annotated

from msgspec import UNSET, UnsetType

from domain.meaning import meaning
from projections.documents import Document, Time, one_of
from projections.notices import KINDS

NoticeNumber = Annotated[int, meaning("The number of the account's notice, from 1.")]


class NoticeSent(Document, frozen=True):
    """Something that an account is notified of. What happened is read from the game, which this only names."""

    n: NoticeNumber
    kind: Annotated[str, one_of(KINDS), meaning("What it is a notice of.")]
    game: Annotated[str | None, meaning("The game or tournament; null in a notice about the account.")]
    version: Annotated[int, meaning("The game's version after what happened; 0 where there is none.")]
    seat: Annotated[
        int, meaning("The seat that is to act or to answer, whose clock is low, or that is free; else 0.")
    ]
    at: Time
    what: Annotated[
        str | UnsetType,
        meaning(
            "Of `account`: what was changed (`passkey`, `codes`, `token`, `recovery`, `device`). Of `invited`: the invitation's "
            "id. Else absent."
        ),
    ] = UNSET


class NoticeGap(Document, frozen=True, rename={"from_": "from"}):
    """Notices that are no longer stored."""

    from_: Annotated[int, meaning("The first of them.")]
    to: Annotated[int, meaning("The last of them.")]


class PushKey(Document, frozen=True):
    """What a browser subscribes with."""

    key: Annotated[
        str, meaning("The service's public key, the `applicationServerKey` of a subscription, in base64url.")
    ]


class SubscriptionMade(Document, frozen=True):
    """A browser that receives push messages."""

    id: Annotated[str, meaning("The subscription's id.")]
