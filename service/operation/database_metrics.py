"""Metrics of the database, for operators. They disclose nothing about private games."""

from __future__ import annotations

from typing import NamedTuple

from projections.statistics import by_status
from service.backup.progress import shipped_at
from service.log.async_projections import lag
from service.log.repository import Repository

THOUSAND = 1000
WAITING = """SELECT game_analyses.status, count(*) FROM game_analyses CROSS JOIN lobby
    WHERE game_analyses.status IN ('queued', 'running') AND lobby.game = game_analyses.game
    AND visibility = 'public' AND hidden = 0 GROUP BY game_analyses.status"""
ENDED = "SELECT status, amount FROM analyses_ended"
CLEANED = "SELECT what, deleted, at FROM clean_ups"


class DatabaseMetrics(NamedTuple):
    """games, seats: of public games that were played here and are not hidden, by status.

    lag: how far each async projection is behind, in thousands of events, so that no single game shows.
    expired: the rows deleted because they had expired, by kind, in thousands, for the same reason.
    analyses: queued and running analyses of public games that are not hidden, by status.
    analyses_ended: finished and failed analyses of such games so far.
    cleaned_at: when expired rows were last deleted, in seconds since the epoch; None before the first time.
    shipped_at: when the continuous back-up last had everything, in seconds since the epoch; None without one.
    """

    games: dict[str, int]
    seats: dict[str, int]
    lag: dict[str, int]
    expired: dict[str, int]
    analyses: dict[str, int]
    analyses_ended: dict[str, int]
    cleaned_at: float | None
    shipped_at: float | None


def database_metrics(repository: Repository) -> DatabaseMetrics:
    """As of now."""
    store = repository.store
    behind = {name: count // THOUSAND for name, count in lag(store).items()}
    cleaned = store.query(CLEANED)
    return DatabaseMetrics(
        *by_status(store.query),
        behind,
        {what: deleted // THOUSAND for what, deleted, _ in cleaned},
        {status: int(count) for status, count in store.query(WAITING)},
        {status: int(amount) for status, amount in store.query(ENDED)},
        max((at / 1000 for *_, at in cleaned), default=None),
        shipped_at(store),
    )
