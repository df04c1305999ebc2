"""Tournament queries."""

from __future__ import annotations

from projections import tournaments
from projections.documents.tournaments import PlanDocument, TournamentDocument, TournamentList
from service.identity.access import authorize_tournament
from service.identity.referee_lists import referees_listed
from service.log.repository import Repository


def document(repository: Repository, id: str, token: str | None) -> TournamentDocument:
    """The tournament in its current state."""
    tournament, caller = authorize_tournament(repository.store, id, token)
    return tournaments.document(tournament, caller.role, referees_listed(repository.store, id))


def page(repository: Repository, limit: int, cursor: str | None) -> TournamentList:
    """Public tournaments, newest first."""
    return tournaments.page(repository.store.query, limit, cursor)


def plan(repository: Repository, id: str, token: str | None) -> PlanDocument:
    """The plan that its games are bound to, for every caller who may see the tournament."""
    tournament, _ = authorize_tournament(repository.store, id, token)
    return tournaments.plan_document(repository.store.query, tournament)
