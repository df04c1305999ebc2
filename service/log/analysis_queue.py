"""The queue of requested game analyses: a row per game, beside its log. The background worker processes it.

Results are encrypted as secrets are, because they describe private games, and what was hidden in them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from domain.table.refusals import Refusal, Refused
from projections.documents.analyses import Analysis, AnalysisProgress, GameAnalysis
from projections.people import rfc3339
from service.log.disclosed_keys import fully_disclosed
from service.log.loaded import LoadedGame
from service.store import Statement, Store
from service.system.clock import now

MAX_QUEUED = 20
"""The most games that may wait for their analysis, in the whole database."""
PENDING = ("queued", "running")
COLUMNS = "game, version, status, progress, asked_at, done_at, sealed"
OF_GAME = f"SELECT {COLUMNS} FROM game_analyses WHERE game = ?"
NEXT = """SELECT game, version FROM game_analyses WHERE status IN ('queued', 'running')
    ORDER BY CASE status WHEN 'running' THEN 0 ELSE 1 END, asked_at, game LIMIT 1"""
"""A running one comes first: an earlier background worker left it unfinished."""
LOCK_QUEUE = "UPDATE service_meta SET value = value WHERE name = 'signing-key'"
"""Orders concurrent requests, so that the later one counts the earlier one."""
LOCK_GAME = "UPDATE lobby SET hidden = hidden WHERE game = ?"
ENQUEUE = """INSERT INTO game_analyses (game, version, status, progress, asked_at)
    SELECT game, ?, 'queued', 0, ? FROM lobby WHERE game = ? AND hidden < 2
        AND (SELECT count(*) FROM game_analyses
            WHERE status IN ('queued', 'running') AND status <> 'running' AND game <> lobby.game) < ?
    ON CONFLICT (game) DO UPDATE SET version = excluded.version, status = 'queued', progress = 0, done_at = NULL,
        run = NULL, sealed = NULL, asked_at =
            CASE game_analyses.status WHEN 'queued' THEN game_analyses.asked_at ELSE excluded.asked_at END"""
"""A queued game keeps its place. The partial index counts the queued games, which are few; SQLite uses such an index only
for exactly its condition."""
UNLESS_DONE = "WHERE game_analyses.status = 'failed' OR game_analyses.version <> excluded.version"
START = "UPDATE game_analyses SET status = 'running', progress = 0, run = ? WHERE game = ? AND version = ? AND status <> 'done'"
SET_PROGRESS = "UPDATE game_analyses SET progress = ? WHERE game = ? AND run = ?"
STILL_VALID = "SELECT 1 FROM game_analyses WHERE game = ? AND run = ?"
FINISH = """UPDATE game_analyses SET status = ?, progress = ?, done_at = ?, run = NULL, sealed = ?
    WHERE game = ? AND run = ?"""
COUNT_FINISHED = """INSERT INTO analyses_ended (status, amount) SELECT ?, 1 FROM game_analyses JOIN lobby USING (game)
    WHERE game = ? AND run = ? AND visibility = 'public' AND hidden = 0
    ON CONFLICT (status) DO UPDATE SET amount = analyses_ended.amount + excluded.amount"""
"""Executed before `FINISH`, so that each analysis counts once. Metrics are public, so private games do not count."""
TOO_SOON = "The analysis of this game is available when the game is over and everything is open to everybody; it is not over yet."


class AnalysisRow(NamedTuple):
    """One analysis. Times in milliseconds."""

    game: str
    version: int
    status: str
    progress: float
    asked_at: int
    done_at: int | None
    sealed: bytes | None


class AnalysisRun(NamedTuple):
    """One attempt. It is valid as long as the row's `run` is its `id`."""

    game: str
    version: int
    id: str


def check_disclosed(loaded: LoadedGame) -> None:
    """`Refused` unless everybody who may see this game may know all of it."""
    if not is_disclosed(loaded):
        raise Refused(Refusal.ILLEGAL_ACTION, TOO_SOON, rule="table.analysis", version=loaded.version)


def is_disclosed(loaded: LoadedGame) -> bool:
    """Whether the game is over, or a fork; its analyst, and the viewers of its shares, know all of it."""
    return fully_disclosed(loaded) or loaded.table.forked is not None


def row_of(store: Store, game: str) -> AnalysisRow | None:
    """The row of a game, if its analysis was ever requested."""
    found = store.query(OF_GAME, (game,))
    return AnalysisRow(*found[0]) if found else None


def enqueue(loaded: LoadedGame, anew: bool = False, most: int = MAX_QUEUED) -> Sequence[Statement]:
    """Queue the game, unless the queue is full; `anew`: even if its analysis is done or pending."""
    ask = ENQUEUE if anew else f"{ENQUEUE} {UNLESS_DONE}"
    return [
        Statement(LOCK_QUEUE),
        Statement(LOCK_GAME, (loaded.id,)),
        Statement(ask, (loaded.version, now(), loaded.id, most)),
    ]


def next_queued(store: Store) -> tuple[str, int] | None:
    """The game and version to analyse next."""
    found = store.query(NEXT)
    return (str(found[0][0]), int(found[0][1])) if found else None


def start_run(store: Store, run: AnalysisRun) -> None:
    """Start an analysis, or take over one that was left unfinished."""
    store.append("", [], [Statement(START, (run.id, run.game, run.version))])


def record_progress(store: Store, run: AnalysisRun, progress: float) -> bool:
    """Record the progress; False if the run is no longer valid, because the analysis was requested anew or deleted."""
    store.append("", [], [Statement(SET_PROGRESS, (progress, run.game, run.id))])
    return bool(store.query(STILL_VALID, (run.game, run.id)))


def finish_run(store: Store, run: AnalysisRun, found: Analysis | None) -> None:
    """Store the result, or None for a failure. A run that is no longer valid stores nothing."""
    status = "failed" if found is None else "done"
    sealed = None if found is None else store.seal(msgspec.json.encode(found), run.game, run.version)
    progress = 0.0 if found is None else 1.0
    values = (status, progress, now(), sealed, run.game, run.id)
    counted = Statement(COUNT_FINISHED, (status, run.game, run.id))
    store.append("", [], [counted, Statement(FINISH, values)])


def document(store: Store, loaded: LoadedGame, row: AnalysisRow) -> GameAnalysis:
    """The analysis, or its progress."""
    found = _found(store, row) if row.sealed is not None else _nothing(loaded.ruleset.id)
    return GameAnalysis(
        **msgspec.structs.asdict(found),
        game=row.game,
        version=row.version,
        status=row.status,
        progress=row.progress,
        asked_at=rfc3339(row.asked_at),
        done_at=None if row.done_at is None else rfc3339(row.done_at),
    )


def progress_of(store: Store, loaded: LoadedGame) -> AnalysisProgress | None:
    """Its progress; None if there is no analysis, or if it is not disclosed."""
    return progress_in(store, loaded.id) if is_disclosed(loaded) else None


def progress_in(store: Store, game: str) -> AnalysisProgress | None:
    """As `progress_of`, for a game whose analysis is disclosed."""
    row = row_of(store, game)
    if row is None:
        return None
    return AnalysisProgress(game=row.game, version=row.version, status=row.status, progress=row.progress)


def is_pending(progress: AnalysisProgress | None) -> bool:
    """Whether an analysis is queued or running."""
    return progress is not None and progress.status in PENDING


def _found(store: Store, row: AnalysisRow) -> Analysis:
    assert row.sealed is not None
    return msgspec.json.decode(store.unseal(row.sealed, row.game, row.version), type=Analysis)


def _nothing(ruleset: str) -> Analysis:
    return Analysis(ruleset=ruleset, decisions=0, moments=(), hurried=False, result=None)
