"""Tournaments as people read them."""

from __future__ import annotations

from typing import Any

from projections import tournaments
from service.access import tournament_seen
from service.log.repository import Repository


def document(repository: Repository, id: str, token: str | None) -> dict[str, Any]:
    """The tournament as it stands."""
    tournament, caller = tournament_seen(repository.store, id, token)
    return tournaments.document(tournament, caller.role)


def page(repository: Repository, limit: int, cursor: str | None) -> dict[str, Any]:
    """Public tournaments, newest first."""
    found, following = tournaments.page(repository.store.query, limit, cursor)
    return {"tournaments": found, "next": following}
