"""Idempotency: a repeated request gets the first response again, even after a crash.

A row records which versions of which game a request wrote; the response is rebuilt from the log, so no secret is stored twice.
Tokens minted under a key are derived from it, so a repeated request gets the same token. A key under which a token is minted is
therefore as good as the token: it must be long, and is valid for an hour only.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Callable
from typing import Any, Generic, NamedTuple, TypeVar

import msgspec
import orjson

from domain.table.refusals import Refusal, Refused, malformed
from service.identity.tokens import spelled_token
from service.log.retention import REPEATED
from service.log.signing import Signer
from service.store import Duplicate, Statement, Store
from service.system.clock import now

MIN_KEY_LENGTH = 22
"""The minimum length of an unguessable key: 128 random bits in base64."""
INSERT = """INSERT INTO idempotency (scope, actor, key, fingerprint, game, first, last, at)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?)"""
SELECT = (
    "SELECT fingerprint, at, game, first, last FROM idempotency WHERE scope = ? AND actor = ? AND key = ?"
)


TOO_SHORT = (
    f"Anyone who knows this key gets the token in the response, so it must have at least {MIN_KEY_LENGTH} random "
    "characters, such as a UUID."
)


class WriteRecord(NamedTuple):
    """What a request wrote: the versions `first`..`last` of a game. `again`: whether the request is a repetition."""

    game: str
    first: int
    last: int
    replayed: bool = False


D = TypeVar("D")


class CommandResponse(NamedTuple, Generic[D]):
    """The response to a command without a version. `again`: whether it repeats the response to an earlier request."""

    document: D
    replayed: bool = False


class Request(NamedTuple):
    """A request that writes. `scope` is a game or "games", `key` the client's idempotency key or None.

    `fingerprint` identifies its content; it is "" without a key, since it is then never looked up.
    """

    scope: str
    actor: str
    key: str | None
    fingerprint: str
    mints: bool = False
    """Whether the response contains a token or a code."""

    @classmethod
    def of(cls, scope: str, actor: str, key: str | None, content: Any, mints: bool = False) -> Request:
        """`content` is JSON-able, may contain structs, and identifies the request completely, including its kind."""
        if mints and key is not None and len(key) < MIN_KEY_LENGTH:
            raise malformed("Idempotency-Key", TOO_SHORT)
        if key is None:
            return cls(scope, actor, key, "", mints)
        body = orjson.dumps(content, default=msgspec.to_builtins, option=orjson.OPT_SORT_KEYS)
        return cls(scope, actor, key, hashlib.sha256(body).hexdigest(), mints)

    def earlier(self, store: Store) -> WriteRecord | None:
        """What the same request wrote before; `Refused` if the key was used for another request or has expired."""
        if self.key is None:
            return None
        found = store.query(SELECT, (self.scope, self.actor, self.key))
        if not found:
            return None
        fingerprint, at, game, first, last = found[0]
        if fingerprint != self.fingerprint:
            raise Refused(
                Refusal.IDEMPOTENCY_CONFLICT,
                "This Idempotency-Key was used for another request; use a new key for each new request.",
            )
        if self.mints and at <= now() - REPEATED:
            raise _key_expired()
        return WriteRecord(game, first, last, replayed=True)

    def remember(self, written: WriteRecord) -> list[Statement]:
        """Statements for the transaction of the request."""
        if self.key is None:
            return []
        wrote = (written.game, written.first, written.last)
        row = (self.scope, self.actor, self.key, self.fingerprint, *wrote, now())
        return [Statement(INSERT, row)]

    def check_not_expired(self) -> None:
        """Called if the request is not recorded but its rows exist: its key was used and has been forgotten."""
        if self.mints and self.key is not None:
            raise _key_expired()

    def token(self, signer: Signer) -> str:
        """The bearer token minted by this request; without a key, a new one each time."""
        return spelled_token(self.secret(signer))

    def secret(self, signer: Signer) -> bytes:
        """The 32 bytes of the token or code minted by this request."""
        assert self.mints, "only minting requests have secrets"
        if self.key is None:
            return secrets.token_bytes(32)
        identity = [self.scope, self.actor, self.key, self.fingerprint]
        return signer.derive(orjson.dumps(identity).decode())


def _key_expired() -> Refused:
    return Refused(
        Refusal.IDEMPOTENCY_EXPIRED,
        "This Idempotency-Key was used more than an hour ago; its response contained a token and is not repeated.",
    )


def run_once(store: Store, request: Request, begin: Callable[[], WriteRecord]) -> WriteRecord:
    """Create a game or tournament for this request, or find the one that the same request created before."""
    written = request.earlier(store)
    if written is None:
        try:
            return begin()
        except Duplicate:
            written = request.earlier(store)
    if written is None:  # the key was forgotten, but the rows derived from it exist
        raise _key_expired()
    return written
