"""Idempotency: a request that is sent again gets the first answer again, also after a crash.

A row remembers which versions of which game a request wrote; the answer is made anew from the log, so no secret is
stored twice. Tokens handed out under a key are derived from it, so that they come out the same.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import Any, NamedTuple

import msgspec
import orjson

from domain.table.refusals import Refusal, Refused
from service.log.signing import Signer
from service.store import Duplicate, Statement, Store
from service.tokens import new_token, spelled_token

INSERT = """INSERT INTO idempotency (scope, actor, key, fingerprint, game, first, last)
    VALUES (?, ?, ?, ?, ?, ?, ?)"""
SELECT = "SELECT fingerprint, game, first, last FROM idempotency WHERE scope = ? AND actor = ? AND key = ?"


class Written(NamedTuple):
    """What a request wrote: the versions `first`..`last` of a game."""

    game: str
    first: int
    last: int


class Request(NamedTuple):
    """One request that writes. `scope` is a game or "games", `key` the client's idempotency key or None."""

    scope: str
    actor: str
    key: str | None
    fingerprint: str

    @classmethod
    def of(cls, scope: str, actor: str, key: str | None, content: Any) -> Request:
        """`content` is JSON-able or holds structs, and is all that makes the request what it is, its kind included."""
        body = orjson.dumps(content, default=msgspec.to_builtins, option=orjson.OPT_SORT_KEYS)
        return cls(scope, actor, key, hashlib.sha256(body).hexdigest())

    def earlier(self, store: Store) -> Written | None:
        """What the same request wrote before; `Refused` when the key was used for another request."""
        if self.key is None:
            return None
        found = store.query(SELECT, (self.scope, self.actor, self.key))
        if not found:
            return None
        fingerprint, *written = found[0]
        if fingerprint != self.fingerprint:
            raise Refused(
                Refusal.IDEMPOTENCY_CONFLICT,
                "This Idempotency-Key was used for another request; take a new key for a new request.",
            )
        return Written(*written)

    def remember(self, written: Written) -> list[Statement]:
        """Goes into the transaction of the request."""
        if self.key is None:
            return []
        return [Statement(INSERT, (self.scope, self.actor, self.key, self.fingerprint, *written))]

    def token(self, signer: Signer) -> str:
        """The bearer token that this request hands out; without a key a new one each time."""
        if self.key is None:
            return new_token()
        return spelled_token(signer.derive(orjson.dumps(list(self)).decode()))


def once(store: Store, request: Request, begin: Callable[[], Written]) -> Written:
    """Begin a game or tournament for this request, or find the one that the same request began before."""
    written = request.earlier(store)
    if written is None:
        try:
            return begin()
        except Duplicate:
            written = request.earlier(store)
    assert written is not None, "a duplicate is either found or was not one"
    return written
