"""Who is asking: bearer tokens, roles, and which games they open.

Tokens are random and opaque; the store holds their SHA-256 only. Roles are "seat:N", "organiser", "referee" and,
in an analysis, "analyst". A tournament's tokens count in each of its games.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Sequence
from typing import NamedTuple

from domain.hidden import REFEREE, Viewer
from domain.ledger.text import b64u
from domain.table.decisions import Refused, existing_seat
from domain.table.state import Table
from service.log.loaded import LoadedGame
from service.log.repository import now
from service.store import Statement, Store

SPECTATOR = "spectator"
ANALYST = "analyst"
PART_OF = "SELECT 1 FROM tournament_games WHERE tournament = ? AND game = ?"


def digest(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def spelled_token(secret: bytes) -> str:
    """A bearer token as text. Its first letters are no hyphen, which command lines would take for an option."""
    return f"kr_{b64u(secret)}"


def new_token() -> str:
    return spelled_token(secrets.token_bytes(32))


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
        """What redaction goes by: a seat number, the referee, or None. An organiser knows what a spectator knows.

        An analyst knows all of his analysis: what he could not know in the game was dealt anew.
        """
        if self.role.startswith("seat:"):
            return int(self.role.removeprefix("seat:"))
        return REFEREE if self.role in (REFEREE, ANALYST) else None

    @property
    def actor(self) -> str:
        """Names this caller in the idempotency table without naming the token."""
        return digest(self.token) if self.token else SPECTATOR

    @property
    def acts(self) -> bool:
        return self.role == ANALYST or isinstance(self.viewer, int)

    def acting(self, table: Table, candidates: Sequence[int], wanted: int | None) -> int:
        """The seat that the caller acts for: his own, or for an analyst `wanted`, or the only candidate."""
        if self.role != ANALYST:
            if wanted not in (None, self.seat()):
                raise Refused("forbidden", f"Your token acts for seat {self.viewer} only.")
            return self.seat()
        if wanted is None and len(candidates) > 1:
            detail = f"Seats {', '.join(map(str, candidates))} are to act; name one of them with ?seat=."
            raise Refused("malformed", detail, errors={"seat": [detail]})
        return existing_seat(table, wanted if wanted is not None else next(iter(candidates), 1))

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

    def caller(self, loaded: LoadedGame, token: str | None) -> Caller:
        """The caller's role in this game."""
        return self.caller_of(loaded.id, loaded.table.setup.visibility, token, "There is no such game.")

    def caller_of(self, id: str, visibility: str, token: str | None, unknown: str) -> Caller:
        """The caller's role in a game or tournament. What is private does not exist (`unknown`) for those who hold
        no token of it.
        """
        try:
            caller = self._role(id, token)
        except Refused:
            if visibility == "private":
                raise Refused("not-found", unknown) from None
            raise
        if visibility == "private" and caller.role == SPECTATOR:
            raise Refused("not-found", unknown)
        return caller

    def _role(self, id: str, token: str | None) -> Caller:
        if token is None:
            return Caller(SPECTATOR)
        found = self._store.query(
            "SELECT game, role, expires_at FROM tokens WHERE hash = ?", (digest(token),)
        )
        if not found:
            raise Refused("unauthenticated", "This token is not known here.")
        of, role, expires_at = found[0]
        if expires_at is not None and expires_at <= now():
            raise Refused("unauthenticated", "This token has expired.")
        if of != id and not self._store.query(PART_OF, (of, id)):
            raise Refused("forbidden", "This token belongs to another game.")
        return Caller(role, token)
