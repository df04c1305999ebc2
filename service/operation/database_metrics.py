"""Metrics of the database, for operators. They disclose nothing about private games."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from domain.ledger.cosignature import parse_vkey
from projections.statistics import by_status
from service.log.async_projections import lag
from service.log.repository import Repository
from service.log.transparency.cosigned_heads import silence
from service.operation.backup_time import backed_up_at
from service.operation.closed_games import closed_games
from service.operation.private_games import private_games
from service.system.settings import WitnessEndpoint

TEN, THOUSAND = 10, 1000
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
    private: private games that were played here, by status, in tens, for the same reason.
    closed: games that lack signed entries, by state.
    backed_up_at: when the last back-up was made, in milliseconds since the epoch; None before the first one.
    silent: for how many seconds each witness, by name, has not cosigned the newest head of the log of logs.
    """

    games: dict[str, int]
    seats: dict[str, int]
    lag: dict[str, int]
    expired: dict[str, int]
    analyses: dict[str, int]
    analyses_ended: dict[str, int]
    cleaned_at: float | None
    private: dict[str, int]
    closed: dict[str, int]
    backed_up_at: int | None
    silent: dict[str, float]


def database_metrics(repository: Repository, witnesses: Sequence[WitnessEndpoint] = ()) -> DatabaseMetrics:
    """As of now; `witnesses` are those that cosign."""
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
        {status: count // TEN for status, count in private_games(store).items()},
        closed_games(store.query),
        backed_up_at(store),
        {parse_vkey(one.vkey)[0]: silence(store, repository.logs.last(), one.vkey) for one in witnesses},
    )
