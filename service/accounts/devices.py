"""Another device: one where the account is signed in shows a code, the new one shows digits, which are typed in on the former.

Each step is a row, and the keys of rows decide races: a code is opened once, its digits are tried three times, and it is `over`
once, either because the new device got its session or because something went wrong.
"""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Mapping
from contextlib import suppress
from typing import NamedTuple

from domain.ledger.text import b64u
from domain.table.refusals import Refusal, Refused
from projections.documents.credentials import DeviceCode, DeviceOpened, DeviceStatus
from projections.people import rfc3339
from service.accounts.notices.writing import account_changed
from service.identity.credentials import Holder, NewCredential, new_session, still_holding
from service.identity.tokens import digest
from service.store import Duplicate, Statement, Store
from service.system.clock import now

TIME = 2 * 60_000
"""Milliseconds for all steps together."""
TRIES = 3
NO_CODE = "There is no such code: it is unknown, used, or more than two minutes old."
OPEN, OPENED, CONFIRMED, OVER = "open", "opened", "confirmed", "over"
INSERT = (
    "INSERT INTO device_codes (device, step, account, session, value, expires_at) VALUES (?, ?, ?, ?, ?, ?)"
)
FORGET = """DELETE FROM device_codes WHERE account = ? AND (expires_at <= ?
    OR device IN (SELECT device FROM device_codes WHERE account = ? AND step = 'over'))"""
STEPS = (
    "SELECT step, value, account, session, expires_at FROM device_codes WHERE device = ? AND expires_at > ?"
)
DEVICE = "SELECT device FROM device_codes WHERE value = ? AND step = ?"
PASSKEY = "SELECT passkey FROM credentials WHERE account = ? AND id = ?"


class Code(NamedTuple):
    """A code that has not expired, shown by `session`, with what was done so far."""

    device: str
    account: str
    session: str
    expires_at: int
    steps: Mapping[str, str]

    def step(self, name: str, value: str = "") -> Statement:
        return Statement(INSERT, (self.device, name, self.account, self.session, value, self.expires_at))

    @property
    def tries(self) -> int:
        return sum(step.startswith("try:") for step in self.steps)


class Entered(NamedTuple):
    """The account that was opened, and the new session."""

    account: str
    session: NewCredential


def show_code(store: Store, holder: Holder) -> DeviceCode:
    """A new code of this session; `Refused` gone-elsewhere while the account has another one."""
    at, secret = now(), b64u(secrets.token_bytes(32))
    code = Code(secrets.token_hex(16), holder.account, holder.id, at + TIME, {})
    forget = Statement(FORGET, (holder.account, at, holder.account))
    try:
        store.append("", [], [forget, code.step(OPEN, digest(secret))])
    except Duplicate:
        raise Refused(
            Refusal.GONE_ELSEWHERE, "This account shows a code already; it is valid for two minutes."
        ) from None
    return DeviceCode(device=code.device, url=f"/devices#{secret}", expires_at=rfc3339(code.expires_at))


def open_code(store: Store, secret: str) -> DeviceOpened:
    """Digits and a ticket for the device that opens a code first. Opening it again ends it for both: somebody else saw it."""
    code = _find(store, OPEN, digest(secret))
    if code is None:
        raise Refused(Refusal.NOT_VERIFIED, "This was not accepted.")
    ticket = b64u(secrets.token_bytes(32))
    if OPENED not in code.steps and OVER not in code.steps:
        with suppress(Duplicate):
            store.append("", [], [code.step(OPENED, digest(ticket))])
            digits = _digits(store, code.device, digest(ticket))
            return DeviceOpened(digits=digits, ticket=ticket, expires_at=rfc3339(code.expires_at))
    with suppress(Duplicate):
        store.append("", [], [code.step(OVER, "ended")])
    raise _no_code()


def confirm(store: Store, holder: Holder, device: str, digits: str) -> DeviceStatus:
    """Let the device in that shows these digits. `Refused` not-verified for others, the third time for the last time."""
    while True:
        code = _load(store, device)
        if code is None or OVER in code.steps or CONFIRMED in code.steps or code.session != holder.id:
            raise _no_code()
        expected = _digits(store, device, code.steps[OPENED]) if OPENED in code.steps else ""
        right, number = hmac.compare_digest(expected, digits), code.tries + 1
        rows = [code.step(f"try:{number}")]
        if right:
            rows.append(code.step(CONFIRMED))
        elif number == TRIES:
            rows.append(code.step(OVER, "ended"))
        with suppress(Duplicate):  # something happened to the code at the same moment
            store.append("", [], rows)
            if right:
                return DeviceStatus(expires_at=rfc3339(code.expires_at))
            raise Refused(Refusal.NOT_VERIFIED, "This was not accepted.")


def enter(store: Store, ticket: str, label: str) -> Entered | DeviceStatus:
    """The session of the device with this ticket, which begins without an assertion; a status while nobody has let it in."""
    code = _find(store, OPENED, digest(ticket))
    if code is None or OVER in code.steps:
        raise _no_code()
    if CONFIRMED not in code.steps:
        return DeviceStatus(expires_at=rfc3339(code.expires_at))
    owner = (code.account, code.session)
    passkey = next((passkey for (passkey,) in store.query(PASSKEY, owner)), None)
    session = new_session(code.account, label, passkey, asserted=False)
    notified = account_changed(code.account, "device")
    try:
        store.append("", [], [code.step(OVER, "entered"), *still_holding(*owner), session.row, *notified])
    except Duplicate:
        raise _no_code() from None
    return Entered(code.account, session)


def _digits(store: Store, device: str, ticket: str) -> str:
    """The digits of a ticket, by its SHA-256. They are stored nowhere."""
    return f"{int(store.mac(f'digits of {device} {ticket}'), 16) % 10**6:06}"


def _find(store: Store, step: str, value: str) -> Code | None:
    found = store.query(DEVICE, (value, step))
    return _load(store, found[0][0]) if found else None


def _load(store: Store, device: str) -> Code | None:
    rows = store.query(STEPS, (device, now()))
    if not rows:
        return None
    account, session, expires_at = rows[0][2:]
    return Code(device, account, session, expires_at, {step: value for step, value, *_ in rows})


def _no_code() -> Refused:
    return Refused(Refusal.NOT_FOUND, NO_CODE)
