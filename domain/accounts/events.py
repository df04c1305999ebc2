"""The events of an account. They name no person: names and labels lie beside the log."""

from __future__ import annotations

from typing import Literal

import msgspec

Setting = Literal["known", "everybody", "nobody"]


class AccountEvent(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="type"):
    """Something that happened to an account."""


class AccountOpened(AccountEvent, frozen=True, omit_defaults=True, tag="account-opened"):
    """The account begins; that of a bot has an `owner`."""

    owner: str | None = None


class Renamed(AccountEvent, frozen=True, omit_defaults=True, tag="renamed"):
    """The account has another name."""


class PasskeyAdded(AccountEvent, frozen=True, omit_defaults=True, tag="passkey-added"):
    """A passkey opens the account from here on; `by_recovery`: it was added with a recovery code."""

    passkey: str
    by_recovery: bool = False


class PasskeyRemoved(AccountEvent, frozen=True, omit_defaults=True, tag="passkey-removed"):
    """A passkey opens the account no longer."""

    passkey: str


class RecoveryMade(AccountEvent, frozen=True, omit_defaults=True, tag="recovery-made"):
    """Codes for recovery, by the SHA-256 of each; those made before are void."""

    codes: tuple[str, ...]


class RecoveryUsed(AccountEvent, frozen=True, omit_defaults=True, tag="recovery-used"):
    """The code with this SHA-256 was used."""

    code: str


class TokenMade(AccountEvent, frozen=True, omit_defaults=True, tag="token-made"):
    """A personal token with these scopes."""

    token: str
    scopes: tuple[str, ...]
    expires_at: int


class TokenRevoked(AccountEvent, frozen=True, omit_defaults=True, tag="token-revoked"):
    """A personal token is valid no longer."""

    token: str


class SettingsChanged(AccountEvent, frozen=True, omit_defaults=True, tag="settings-changed"):
    """Whose invitations by name reach the account."""

    invitations: Setting


class Suspended(AccountEvent, frozen=True, omit_defaults=True, tag="suspended"):
    """The operator has suspended the account."""


class Resumed(AccountEvent, frozen=True, omit_defaults=True, tag="resumed"):
    """The operator has lifted the suspension."""


class Closed(AccountEvent, frozen=True, omit_defaults=True, tag="closed"):
    """The account is closed, for ever; of its log only this entry is left."""


Event = (
    AccountOpened
    | Renamed
    | PasskeyAdded
    | PasskeyRemoved
    | RecoveryMade
    | RecoveryUsed
    | TokenMade
    | TokenRevoked
    | SettingsChanged
    | Suspended
    | Resumed
    | Closed
)
