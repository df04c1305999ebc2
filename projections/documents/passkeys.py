"""Passkeys and what is done with them, as their owners see it."""

from __future__ import annotations

from typing import Annotated, Any

from domain.meaning import meaning
from projections.documents import Document, Time
from projections.documents.accounts import AccountDocument, AccountSignedIn

RecoveryCodes = Annotated[
    tuple[str, ...],
    meaning(
        "Each opens the account once, without a passkey. Shown once; case, spaces and hyphens do not count."
    ),
]
RecoveredAt = Annotated[
    Time | None,
    meaning(
        "When a recovery code was used last, for 30 days; null otherwise. If the owner did not do that, they have to act."
    ),
]


class ChallengeIssued(Document, frozen=True):
    """What a browser is to ask of an authenticator, for one use within five minutes."""

    challenge: Annotated[str, meaning("To be sent back with the credential.")]
    options: Annotated[
        dict[str, Any],
        meaning(
            "For `PublicKeyCredential.parseCreationOptionsFromJSON` (sign-up, passkey, recovery) or "
            "`parseRequestOptionsFromJSON` (sign-in, assertion)."
        ),
    ]
    expires_at: Time


class SignedUp(Document, frozen=True):
    """A new account, signed in."""

    account: AccountDocument
    recovery_codes: RecoveryCodes


class SignedIn(AccountSignedIn, frozen=True):
    """The account and its new session, whose cookie comes with the response, and whether it was recovered lately."""

    recovered_at: RecoveredAt


class Recovered(Document, frozen=True):
    """The account has a new passkey, and nobody is signed in."""

    account: AccountDocument


class Me(Document, frozen=True):
    """The account that asks."""

    account: AccountDocument
    assertion_until: Annotated[
        Time | None,
        meaning("Until when the passkey that this session presented counts; null if it has to again."),
    ]
    recovery_codes_left: Annotated[
        int | None, meaning("How many recovery codes were not used; null for a personal token.")
    ]
    recovered_at: RecoveredAt


class Asserted(Document, frozen=True):
    """A passkey was presented."""

    until: Annotated[Time, meaning("Until when that counts.")]


class PasskeyRow(Document, frozen=True):
    """A passkey of the account."""

    id: Annotated[str, meaning("Names the passkey, to remove it.")]
    label: Annotated[str, meaning("By which its owner recognises it.")]
    created_at: Time
    used_at: Annotated[Time | None, meaning("When it was presented last; null for never since it was made.")]


class PasskeyList(Document, frozen=True):
    """All passkeys of the account, the oldest first."""

    passkeys: Annotated[tuple[PasskeyRow, ...], meaning("The oldest first.")]


class NewRecoveryCodes(Document, frozen=True):
    """New codes; those made before are void."""

    recovery_codes: RecoveryCodes
