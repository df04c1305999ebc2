"""An account, as its owner sees it."""

from __future__ import annotations

from typing import Annotated

from msgspec import UNSET, UnsetType

from domain.meaning import meaning
from projections.documents import Document
from projections.documents.profiles import AccountId, AccountName, AccountOwner


class AccountDocument(Document, frozen=True):
    """An account. A bot has an owner."""

    id: AccountId
    name: AccountName
    bot: Annotated[bool, meaning("Whether programs play for it.")]
    owner: AccountOwner | UnsetType = UNSET


class AccountSignedIn(Document, frozen=True):
    """The account, and its new session, whose cookie comes with the response."""

    account: AccountDocument
    session: Annotated[str, meaning("Names the session, to end it.")]


class AccountOpened(Document, frozen=True):
    """A new account."""

    account: AccountDocument


class BotList(Document, frozen=True):
    """The bots of an account."""

    bots: Annotated[tuple[AccountDocument, ...], meaning("The oldest first.")]
