"""Who made an analysis, and its title: beside the log, like its notes."""

from __future__ import annotations

from service.store import Statement, Store

BEGUN = "INSERT INTO studies (game, account, created_at) VALUES (?, ?, ?)"
TITLE = "SELECT title FROM studies WHERE game = ?"
SET_TITLE = """INSERT INTO studies (game, created_at, title) SELECT game, created_at, ? FROM lobby WHERE game = ? AND hidden < 2
    ON CONFLICT (game) DO UPDATE SET title = excluded.title"""
"""Not of an analysis that is deleted concurrently; the caller locks its row first."""
SEALED_AT = 0
"""No note is sealed for this version: they begin at 1."""


def begun_by(account: str, game: str, at: int) -> Statement:
    """For the transaction in which an account forks a game."""
    return Statement(BEGUN, (game, account, at))


def set_title(store: Store, game: str, title: str) -> Statement:
    """Give an analysis a title in place of its earlier one; an empty one removes it."""
    sealed = store.seal(title.encode(), game, SEALED_AT) if title else None
    return Statement(SET_TITLE, (sealed, game))


def title_of(store: Store, game: str) -> str:
    """The title of an analysis; empty without one."""
    return opened_title(store, game, *(sealed for (sealed,) in store.query(TITLE, (game,))))


def opened_title(store: Store, game: str, sealed: bytes | None = None) -> str:
    return "" if sealed is None else store.unseal(sealed, game, SEALED_AT).decode()
