"""An account as its log makes it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

import msgspec
from msgspec.structs import replace

from domain.accounts import events as e

Status = Literal["open", "suspended", "closed"]


class Account(msgspec.Struct, frozen=True):
    """`version` counts its events; times are in milliseconds since the epoch, 0 for never.

    `passkeys` and `tokens` are those that are valid, with when they were added. `codes` are the SHA-256 of the recovery codes
    that are left.
    """

    id: str
    version: int = 0
    opened_at: int = 0
    owner: str | None = None
    status: Status = "open"
    passkeys: dict[str, int] = {}
    recoveries: dict[str, int] = {}
    """Of each passkey, the time of the last recovery at which, or after which, it was added; 0 for none before it."""
    tokens: dict[str, int] = {}
    codes: tuple[str, ...] = ()
    invitations: e.Setting = "known"
    renamed_at: int = 0
    recovered_at: int = 0
    recovered_by: str | None = None
    """The passkey that was added by the last recovery."""


def folded(account: Account, happened: Iterable[tuple[e.Event, int]]) -> Account:
    """The account after these events, each with its time."""
    for event, at in happened:
        account = replace(_after(account, event, at), version=account.version + 1)
    return account


def _after(account: Account, event: e.Event, at: int) -> Account:
    match event:
        case e.AccountOpened(owner):
            return replace(account, opened_at=at, owner=owner)
        case e.Renamed():
            return replace(account, renamed_at=at)
        case e.PasskeyAdded(passkey, by_recovery):
            return _with_passkey(account, passkey, by_recovery, at)
        case e.PasskeyRemoved(passkey):
            passkeys, recoveries = _without(account.passkeys, passkey), _without(account.recoveries, passkey)
            return replace(account, passkeys=passkeys, recoveries=recoveries)
        case e.RecoveryMade(codes):
            return replace(account, codes=codes)
        case e.RecoveryUsed(code):
            return replace(account, codes=tuple(it for it in account.codes if it != code))
        case e.TokenMade(token):
            return replace(account, tokens={**account.tokens, token: at})
        case e.TokenRevoked(token):
            return replace(account, tokens=_without(account.tokens, token))
        case e.SettingsChanged(invitations):
            return replace(account, invitations=invitations)
        case e.Suspended() | e.Resumed():
            return replace(account, status="suspended" if isinstance(event, e.Suspended) else "open")
        case e.Closed():
            return replace(account, status="closed", passkeys={}, recoveries={}, tokens={}, codes=())


def _with_passkey(account: Account, passkey: str, by_recovery: bool, at: int) -> Account:
    if by_recovery:
        account = replace(account, recovered_at=at, recovered_by=passkey)
    recoveries = {**account.recoveries, passkey: account.recovered_at}
    return replace(account, passkeys={**account.passkeys, passkey: at}, recoveries=recoveries)


def _without(known: dict[str, int], id: str) -> dict[str, int]:
    return {other: at for other, at in known.items() if other != id}
