"""Idempotency: a request that is sent again gets the first answer again, also after a crash.

A row remembers which versions of which game a request wrote; the answer is made anew from the log, so nothing
secret is kept. Tokens handed out under a key are derived from it, so that they come out the same.
"""

from __future__ import annotations

import hashlib
from typing import Any, NamedTuple

import orjson

from domain.table.decisions import Refused
from service.access import new_token, spelled_token
from service.log.signing import Signer
from service.store import Statement, Store

INSERT = """INSERT INTO idempotency (scope, actor, key, fingerprint, game, first, last)
    VALUES (?, ?, ?, ?, ?, ?, ?)"""
SELECT = "SELECT fingerprint, game, first, last FROM idempotency WHERE scope = ? AND actor = ? AND key = ?"


class Written(NamedTuple):
    """What a request wrote: the versions `first`..`last` of a game."""

    game: str
    first: int
    last: int


class KeyedRequest(NamedTuple):
    """One request that writes. `scope` is a game or "games", `key` the client's idempotency key or None."""

    scope: str
    actor: str
    key: str | None
    fingerprint: str

    @classmethod
    def of(cls, scope: str, actor: str, key: str | None, request: Any) -> KeyedRequest:
        """`request` is JSON-able and holds all that makes the request what it is, its kind included."""
        body = orjson.dumps(request, option=orjson.OPT_SORT_KEYS)
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
                "idempotency-conflict",
                "This Idempotency-Key was used for another request; take a new key for a new request.",
            )
        return Written(*written)

    def remember(self, written: Written) -> list[Statement]:
        """Goes into the transaction of the request."""
        if self.key is None:
            return []
        return [Statement(INSERT, (self.scope, self.actor, self.key, self.fingerprint, *written))]

    def token(self, signer: Signer) -> str:
        """The bearer token that this request hands out."""
        if self.key is None:
            return new_token()
        return spelled_token(signer.derive(orjson.dumps(list(self)).decode()))
