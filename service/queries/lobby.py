"""Lobby queries."""

from __future__ import annotations

from msgspec.json import encode

from projections import lobby
from projections.lobby import GameFilter
from service.log.repository import Repository


def page(
    repository: Repository, wanted: GameFilter, limit: int, cursor: str | None = None
) -> tuple[bytes, str | None]:
    """A page of public games, newest first, with the cursor of the next page."""
    found = lobby.page(repository.store.query_lists, wanted, limit, cursor)
    return encode(found), found.next
