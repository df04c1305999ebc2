"""Idempotency: a request that is sent again gets the first answer again, also after a crash.

A row remembers which versions of which game a request wrote; the answer is made anew from the log, so no secret is
stored twice. Tokens handed out under a key are derived from it, so that they come out the same. Hence a key under which
a token is minted is as good as the token: it has to be long, and counts for an hour only.
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

LONG_KEY = 22
"""Characters of a key that nobody guesses: 128 random bits in base64."""
INSERT = """INSERT INTO idempotency (scope, actor, key, fingerprint, game, first, last, at)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?)"""
SELECT = (
    "SELECT fingerprint, at, game, first, last FROM idempotency WHERE scope = ? AND actor = ? AND key = ?"
)


TOO_SHORT = (
    f"Whoever knows this key gets the token of the answer, so here it has at least {LONG_KEY} random characters, such as "
    "a UUID."
)


class Written(NamedTuple):
    """What a request wrote: the versions `first`..`last` of a game. `again`: when it was sent before."""

    game: str
    first: int
    last: int
    again: bool = False


D = TypeVar("D")


class Given(NamedTuple, Generic[D]):
    """What is answered to a request that mints. `again`: as it was answered to the same request before."""

    document: D
    again: bool = False


class Request(NamedTuple):
    """One request that writes. `scope` is a game or "games", `key` the client's idempotency key or None.

    `fingerprint` is what it is known again by; "" without a key, for then nobody looks for it.
    """

    scope: str
    actor: str
    key: str | None
    fingerprint: str
    mints: bool = False
    """Whether the answer holds a token or a code."""

    @classmethod
    def of(cls, scope: str, actor: str, key: str | None, content: Any, mints: bool = False) -> Request:
        """`content` is JSON-able or holds structs, and is all that makes the request what it is, its kind included."""
        if mints and key is not None and len(key) < LONG_KEY:
            raise malformed("Idempotency-Key", TOO_SHORT)
        if key is None:
            return cls(scope, actor, key, "", mints)
        body = orjson.dumps(content, default=msgspec.to_builtins, option=orjson.OPT_SORT_KEYS)
        return cls(scope, actor, key, hashlib.sha256(body).hexdigest(), mints)

    def earlier(self, store: Store) -> Written | None:
        """What the same request wrote before; `Refused` when the key was used for another request, or too long ago."""
        if self.key is None:
            return None
        found = store.query(SELECT, (self.scope, self.actor, self.key))
        if not found:
            return None
        fingerprint, at, game, first, last = found[0]
        if fingerprint != self.fingerprint:
            raise Refused(
                Refusal.IDEMPOTENCY_CONFLICT,
                "This Idempotency-Key was used for another request; take a new key for a new request.",
            )
        if self.mints and at <= now() - REPEATED:
            raise _used_long_ago()
        return Written(game, first, last, again=True)

    def remember(self, written: Written) -> list[Statement]:
        """Goes into the transaction of the request."""
        if self.key is None:
            return []
        wrote = (written.game, written.first, written.last)
        row = (self.scope, self.actor, self.key, self.fingerprint, *wrote, now())
        return [Statement(INSERT, row)]

    def check_new(self) -> None:
        """For one that was not remembered, and whose rows are there all the same: its key was, and is forgotten."""
        if self.mints and self.key is not None:
            raise _used_long_ago()

    def token(self, signer: Signer) -> str:
        """The bearer token that this request hands out; without a key a new one each time."""
        return spelled_token(self.secret(signer))

    def secret(self, signer: Signer) -> bytes:
        """32 bytes behind the token or code that this request hands out."""
        assert self.mints, "tokens are handed out under long keys only"
        if self.key is None:
            return secrets.token_bytes(32)
        known_by = [self.scope, self.actor, self.key, self.fingerprint]
        return signer.derive(orjson.dumps(known_by).decode())


def _used_long_ago() -> Refused:
    return Refused(
        Refusal.IDEMPOTENCY_EXPIRED,
        "This Idempotency-Key was used more than an hour ago; its answer, which held a token, is not given again.",
    )


def once(store: Store, request: Request, begin: Callable[[], Written]) -> Written:
    """Begin a game or tournament for this request, or find the one that the same request began before."""
    written = request.earlier(store)
    if written is None:
        try:
            return begin()
        except Duplicate:
            written = request.earlier(store)
    if written is None:  # the key is forgotten, and the token that follows from it is not
        raise _used_long_ago()
    return written
