"""Who is asking: bearer tokens, roles, and which games they open.

Tokens are random and opaque; the store holds their SHA-256 only. Roles are "seat:N", "organiser" and "referee".
"""

from __future__ import annotations

import hashlib
import secrets
from typing import NamedTuple

from domain.hidden import REFEREE, Viewer
from domain.ledger.text import b64u
from domain.table.decisions import Refused
from service.book import Book
from service.shelf import now
from service.store import Statement, Store

SPECTATOR = "spectator"


def digest(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def new_token() -> str:
    return b64u(secrets.token_bytes(32))


def grant(token: str, game: str, role: str, expires_at: int | None = None) -> Statement:
    """Make a token count. `expires_at` in milliseconds since the epoch; None for as long as the game."""
    sql = "INSERT INTO tokens (hash, game, role, expires_at) VALUES (?, ?, ?, ?)"
    return Statement(sql, (digest(token), game, role, expires_at))


def revoke(token: str) -> Statement:
    return Statement("DELETE FROM tokens WHERE hash = ?", (digest(token),))


class Caller(NamedTuple):
    """Somebody asking about one game. `token` is None for a spectator."""

    role: str
    token: str | None = None

    @property
    def viewer(self) -> Viewer:
        """What redaction goes by: a seat number, the referee, or None. An organiser knows what a spectator knows."""
        if self.role.startswith("seat:"):
            return int(self.role.removeprefix("seat:"))
        return REFEREE if self.role == REFEREE else None

    @property
    def actor(self) -> str:
        """Names this caller in the idempotency table without naming the token."""
        return digest(self.token) if self.token else SPECTATOR

    def seat(self) -> int:
        """The caller's seat; `Refused` for those without one."""
        if isinstance(self.viewer, int):
            return self.viewer
        if self.token is None:
            raise Refused("unauthenticated", "Acting needs the bearer token of a seat.")
        raise Refused("forbidden", f"The {self.role} has no seat to act for.")


class Access:
    """Looks tokens up."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def caller(self, book: Book, token: str | None) -> Caller:
        """The caller's role in this game. Private games do not exist for those who hold no token of theirs."""
        private = book.table.setup.visibility == "private"
        try:
            caller = self._role(book.id, token)
        except Refused:
            if private:
                raise Refused("not-found", "There is no such game.") from None
            raise
        if private and caller.role == SPECTATOR:
            raise Refused("not-found", "There is no such game.")
        return caller

    def _role(self, game: str, token: str | None) -> Caller:
        if token is None:
            return Caller(SPECTATOR)
        found = self._store.query(
            "SELECT game, role, expires_at FROM tokens WHERE hash = ?", (digest(token),)
        )
        if not found:
            raise Refused("unauthenticated", "This token is not known here.")
        of_game, role, expires_at = found[0]
        if expires_at is not None and expires_at <= now():
            raise Refused("unauthenticated", "This token has expired.")
        if of_game != game:
            raise Refused("forbidden", "This token belongs to another game.")
        return Caller(role, token)
