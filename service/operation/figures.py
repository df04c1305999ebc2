"""Figures of what is stored, for operators. They tell nothing of private games."""

from __future__ import annotations

from typing import NamedTuple

from projections.statistics import by_status
from service.log.projection_runner import lag
from service.log.repository import Repository

THOUSAND = 1000
WAITING = """SELECT game_analyses.status, count(*) FROM game_analyses CROSS JOIN lobby
    WHERE game_analyses.status IN ('queued', 'running') AND lobby.game = game_analyses.game
    AND visibility = 'public' AND hidden = 0 GROUP BY game_analyses.status"""
ENDED = "SELECT status, amount FROM analyses_ended"
CLEANED = "SELECT what, deleted, at FROM clean_ups"


class Figures(NamedTuple):
    """games, seats: of public games that were played here and are not hidden, by status.

    lag: how far each kept projection is behind, in thousands of events; so that one game more or less does not show.
    expired: what has been deleted because it had had its time, by kind, in thousands, for the same reason.
    analyses: of public games that are not hidden: those that wait and are under way, by status.
    analyses_ended: how many of such have been made, or failed, so far.
    cleaned_at: when that was last looked for, in seconds since the epoch; None before the first time.
    """

    games: dict[str, int]
    seats: dict[str, int]
    lag: dict[str, int]
    expired: dict[str, int]
    analyses: dict[str, int]
    analyses_ended: dict[str, int]
    cleaned_at: float | None


def figures(repository: Repository) -> Figures:
    """As of now."""
    store = repository.store
    behind = {name: count // THOUSAND for name, count in lag(store).items()}
    cleaned = store.query(CLEANED)
    return Figures(
        *by_status(store.query),
        behind,
        {what: deleted // THOUSAND for what, deleted, _ in cleaned},
        {status: int(count) for status, count in store.query(WAITING)},
        {status: int(amount) for status, amount in store.query(ENDED)},
        max((at / 1000 for *_, at in cleaned), default=None),
    )
