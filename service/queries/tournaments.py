"""Tournaments as people read them."""

from __future__ import annotations

from projections import tournaments
from projections.documents.tournaments import PlanDocument, TournamentDocument, TournamentList
from service.identity.access import tournament_seen
from service.log.repository import Repository


def document(repository: Repository, id: str, token: str | None) -> TournamentDocument:
    """The tournament as it stands."""
    tournament, caller = tournament_seen(repository.store, id, token)
    return tournaments.document(tournament, caller.role)


def page(repository: Repository, limit: int, cursor: str | None) -> TournamentList:
    """Public tournaments, newest first."""
    return tournaments.page(repository.store.query, limit, cursor)


def plan(repository: Repository, id: str, token: str | None) -> PlanDocument:
    """What its games are bound to, for whoever may see it."""
    tournament, _ = tournament_seen(repository.store, id, token)
    return tournaments.plan_document(repository.store.query, tournament)
