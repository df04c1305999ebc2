"""Challenges: each is for one purpose, for five minutes, and used up by the transaction that it opens."""

from __future__ import annotations

import secrets
from typing import Literal, NamedTuple

from domain.ledger.text import b64u
from domain.table.refusals import Refusal, Refused
from service.identity.tokens import digest
from service.store import Statement, Store
from service.system.clock import now

LASTS = 5 * 60_000
Purpose = Literal["sign-up", "sign-in", "assertion", "passkey", "recovery"]
INSERT = "INSERT INTO challenges (hash, purpose, session, account, name, code, expires_at) VALUES (?, ?, ?, ?, ?, ?, ?)"
FIND = """SELECT account, name, code FROM challenges WHERE hash = ? AND purpose = ? AND coalesce(session, '') = ?
    AND expires_at > ? AND NOT EXISTS (SELECT 1 FROM challenge_uses WHERE challenge_uses.hash = challenges.hash)"""
USE = "INSERT INTO challenge_uses (hash) VALUES (?)"


class Challenge(NamedTuple):
    """`text` is what the authenticator signs, 32 bytes as b64u. The other members are those of its row."""

    text: str
    account: str | None = None
    name: str | None = None
    code: str | None = None

    @property
    def hash(self) -> str:
        return digest(self.text)

    @property
    def use(self) -> Statement:
        """For the transaction that the challenge opens: `Duplicate` if it was used before."""
        return Statement(USE, (self.hash,))


class Ask(NamedTuple):
    """Who asks for a challenge, and for what; `session` is the id of the session that asks, if one does."""

    purpose: Purpose
    session: str | None = None
    account: str | None = None
    name: str | None = None
    code: str | None = None


def not_verified() -> Refused:
    """The one answer, whatever was wrong."""
    return Refused(Refusal.NOT_VERIFIED, "This was not accepted. Begin again.")


def issue(store: Store, ask: Ask) -> tuple[Challenge, int]:
    """A new challenge and when it expires, in milliseconds since the epoch."""
    challenge = Challenge(b64u(secrets.token_bytes(32)), ask.account, ask.name, ask.code)
    expires = now() + LASTS
    row = (challenge.hash, ask.purpose, ask.session, ask.account, ask.name, ask.code, expires)
    store.append("", [], [Statement(INSERT, row)])
    return challenge, expires


def open_challenge(store: Store, text: str, purpose: Purpose, session: str | None) -> Challenge:
    """`Refused` not-verified for one that is unknown, used, expired, or for another purpose or session."""
    found = store.query(FIND, (digest(text), purpose, session or "", now()))
    if not found:
        raise not_verified()
    return Challenge(text, *found[0])
