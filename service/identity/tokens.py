"""Bearer tokens: random and opaque. The store holds their SHA-256 only."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Iterable

from domain.ledger.text import b64u
from projections.paging import marks
from service.store import Statement, Store

ROLES_AT = "SELECT role FROM tokens WHERE game = ? AND hash IN ({})"


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


def exchange(old: str, new: str) -> Statement:
    """The new token counts as the old one did, which counts no longer."""
    return Statement("UPDATE tokens SET hash = ? WHERE hash = ?", (digest(new), digest(old)))


def revoke_seat(game: str, seat: int) -> Statement:
    """Whoever held this seat's token acts for it no longer; streams and polls that it opened end."""
    return revoke_role(game, f"seat:{seat}")


def revoke_role(place: str, role: str) -> Statement:
    """Whoever held a token of this role in a game or tournament has none there any more."""
    return Statement("DELETE FROM tokens WHERE game = ? AND role = ?", (place, role))


def roles_of(store: Store, place: str, tokens: Iterable[str | None]) -> set[str]:
    """What these tokens are in a game or tournament; those of other places and unknown ones are nothing there."""
    hashes = {digest(token) for token in tokens if token is not None}
    found = store.query(ROLES_AT.format(marks(hashes)), (place, *hashes)) if hashes else ()
    return {role for (role,) in found}


def revoke(token: str) -> Statement:
    return Statement("DELETE FROM tokens WHERE hash = ?", (digest(token),))
