"""Analyses of games that were asked for: a row a game, beside its log; together they are the queue that the keeper works off.

What was found is encrypted as secrets are: it tells of private games, and of what was hidden.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from domain.table.refusals import Refusal, Refused
from projections.documents.analyses import Analysis, AnalysisProgress, GameAnalysis
from projections.people import rfc3339
from service.log.loaded import LoadedGame
from service.log.opened_keys import all_open
from service.store import Statement, Store
from service.system.clock import now

MOST_WAITING = 20
"""Games that wait for their analysis in the whole database."""
UNDER_WAY = ("queued", "running")
COLUMNS = "game, version, status, progress, asked_at, done_at, sealed"
OF_GAME = f"SELECT {COLUMNS} FROM game_analyses WHERE game = ?"
NEXT = """SELECT game, version FROM game_analyses WHERE status IN ('queued', 'running')
    ORDER BY CASE status WHEN 'running' THEN 0 ELSE 1 END, asked_at, game LIMIT 1"""
"""One that is running was left by a keeper that is gone."""
HOLD_QUEUE = "UPDATE service_meta SET value = value WHERE name = 'signing-key'"
"""Of two who ask at once one comes later, and counts the other one."""
HOLD_GAME = "UPDATE lobby SET hidden = hidden WHERE game = ?"
ASK = """INSERT INTO game_analyses (game, version, status, progress, asked_at)
    SELECT game, ?, 'queued', 0, ? FROM lobby WHERE game = ? AND hidden < 2
        AND (SELECT count(*) FROM game_analyses
            WHERE status IN ('queued', 'running') AND status <> 'running' AND game <> lobby.game) < ?
    ON CONFLICT (game) DO UPDATE SET version = excluded.version, status = 'queued', progress = 0, done_at = NULL,
        run = NULL, sealed = NULL, asked_at =
            CASE game_analyses.status WHEN 'queued' THEN game_analyses.asked_at ELSE excluded.asked_at END"""
"""A game that has waited keeps its place. Those that wait are counted by the index of those wanted, which are few:
SQLite takes a partial index only for its very condition."""
UNLESS_THERE = "WHERE game_analyses.status = 'failed' OR game_analyses.version <> excluded.version"
BEGIN = "UPDATE game_analyses SET status = 'running', progress = 0, run = ? WHERE game = ? AND version = ? AND status <> 'done'"
GO_ON = "UPDATE game_analyses SET progress = ? WHERE game = ? AND run = ?"
STILL_WANTED = "SELECT 1 FROM game_analyses WHERE game = ? AND run = ?"
END = """UPDATE game_analyses SET status = ?, progress = ?, done_at = ?, run = NULL, sealed = ?
    WHERE game = ? AND run = ?"""
COUNT_END = """INSERT INTO analyses_ended (status, amount) SELECT ?, 1 FROM game_analyses JOIN lobby USING (game)
    WHERE game = ? AND run = ? AND visibility = 'public' AND hidden = 0
    ON CONFLICT (status) DO UPDATE SET amount = analyses_ended.amount + excluded.amount"""
"""Before `END`, which counts no more than once. Figures are for everybody, and tell nothing of what is private."""
TOO_SOON = "What its decisions were worth is told when this game is over and everything is open to everybody; it is not over yet."


class Row(NamedTuple):
    """What is known of one analysis. Times in milliseconds."""

    game: str
    version: int
    status: str
    progress: float
    asked_at: int
    done_at: int | None
    sealed: bytes | None


class Run(NamedTuple):
    """One attempt: `id` names it, and it counts for as long as the row has this name."""

    game: str
    version: int
    id: str


def check_open(loaded: LoadedGame) -> None:
    """`Refused` unless everybody who may see this game may know all of it."""
    if not may_be_told(loaded):
        raise Refused(Refusal.ILLEGAL_ACTION, TOO_SOON, rule="table.analysis", version=loaded.version)


def may_be_told(loaded: LoadedGame) -> bool:
    """It is over, or an analysis, which nobody opens but its analyst and those he shows it to, who know all of it."""
    return all_open(loaded) or loaded.table.forked is not None


def row_of(store: Store, game: str) -> Row | None:
    """That of a game, if an analysis of it was ever asked for."""
    found = store.query(OF_GAME, (game,))
    return Row(*found[0]) if found else None


def asking(loaded: LoadedGame, anew: bool = False, most: int = MOST_WAITING) -> Sequence[Statement]:
    """Puts the game into the queue, if there is a place; `anew` also when its analysis is there or under way."""
    ask = ASK if anew else f"{ASK} {UNLESS_THERE}"
    return [
        Statement(HOLD_QUEUE),
        Statement(HOLD_GAME, (loaded.id,)),
        Statement(ask, (loaded.version, now(), loaded.id, most)),
    ]


def next_wanted(store: Store) -> tuple[str, int] | None:
    """The game and version to go on with."""
    found = store.query(NEXT)
    return (str(found[0][0]), int(found[0][1])) if found else None


def begin(store: Store, run: Run) -> None:
    """Take it up, or take it over."""
    store.append("", [], [Statement(BEGIN, (run.id, run.game, run.version))])


def go_on(store: Store, run: Run, progress: float) -> bool:
    """Write down how far it has come; whether it is wanted still: it may have been asked for anew, or deleted."""
    store.append("", [], [Statement(GO_ON, (progress, run.game, run.id))])
    return bool(store.query(STILL_WANTED, (run.game, run.id)))


def end(store: Store, run: Run, found: Analysis | None) -> None:
    """Write down what was found, or that it failed; nothing if it is not wanted any more."""
    status = "failed" if found is None else "done"
    sealed = None if found is None else store.seal(msgspec.json.encode(found), run.game, run.version)
    progress = 0.0 if found is None else 1.0
    values = (status, progress, now(), sealed, run.game, run.id)
    counted = Statement(COUNT_END, (status, run.game, run.id))
    store.append("", [], [counted, Statement(END, values)])


def document(store: Store, loaded: LoadedGame, row: Row) -> GameAnalysis:
    """The analysis, or how far it has come."""
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
    """How far it has come; None where there is none, or nobody may know."""
    return progress_in(store, loaded.id) if may_be_told(loaded) else None


def progress_in(store: Store, game: str) -> AnalysisProgress | None:
    """As `progress_of`, for a game of which it may be told."""
    row = row_of(store, game)
    if row is None:
        return None
    return AnalysisProgress(game=row.game, version=row.version, status=row.status, progress=row.progress)


def under_way(progress: AnalysisProgress | None) -> bool:
    """Whether more is to come of an analysis."""
    return progress is not None and progress.status in UNDER_WAY


def _found(store: Store, row: Row) -> Analysis:
    assert row.sealed is not None
    return msgspec.json.decode(store.unseal(row.sealed, row.game, row.version), type=Analysis)


def _nothing(ruleset: str) -> Analysis:
    return Analysis(ruleset=ruleset, decisions=0, moments=(), hurried=False, result=None)
