"""Bearer tokens: random and opaque. The store holds only their SHA-256."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Iterable

from domain.ledger.text import b64u
from projections.paging import marks
from service.log.repository import HAS_LEFT
from service.log.restrictions import token_subject
from service.store import Statement, Store

HELD = f"SELECT game, role FROM tokens LEFT JOIN referees ON {HAS_LEFT} WHERE hash IN ({{}}) AND dismissed IS NULL"


def digest(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def spelled_token(secret: bytes) -> str:
    """A bearer token as text. Its prefix avoids a leading hyphen, which command lines would parse as an option."""
    return f"kr_{b64u(secret)}"


def new_token() -> str:
    return spelled_token(secrets.token_bytes(32))


def grant(token: str, game: str, role: str, expires_at: int | None = None) -> Statement:
    """Store a token. `expires_at` is in milliseconds since the epoch; None for the lifetime of the game."""
    sql = "INSERT INTO tokens (hash, game, role, expires_at) VALUES (?, ?, ?, ?)"
    return Statement(sql, (digest(token), game, role, expires_at))


def exchange(old: str, new: str, now: int) -> Statement:
    """Replace the old token by the new one, with the same role, unless the operator blocks it at this time."""
    sql = """UPDATE tokens SET hash = ?
        WHERE hash = ? AND NOT EXISTS (SELECT 1 FROM blocks WHERE subject = ? AND until > ?)"""
    return Statement(sql, (digest(new), digest(old), token_subject(digest(old)), now))


def revoke_seat(game: str, seat: int) -> list[Statement]:
    """Revoke the token of this seat, and an account's role; streams and polls that use them end."""
    return revoke_role(game, f"seat:{seat}")


def revoke_role(place: str, role: str) -> list[Statement]:
    """Revoke this role in a game, tournament or meeting: all its tokens, and that of an account."""
    tokens = Statement("DELETE FROM tokens WHERE game = ? AND role = ?", (place, role))
    return [tokens, Statement("DELETE FROM account_roles WHERE place = ? AND role = ?", (place, role))]


def roles_held(store: Store, tokens: Iterable[str | None]) -> set[tuple[str, str]]:
    """The roles that these tokens grant, each with its game, tournament or meeting; unknown tokens grant none."""
    hashes = {digest(token) for token in tokens if token is not None}
    found = store.query(HELD.format(marks(hashes)), (*hashes,)) if hashes else ()
    return {(place, role) for place, role in found}


def revoke(token: str) -> Statement:
    return Statement("DELETE FROM tokens WHERE hash = ?", (digest(token),))
