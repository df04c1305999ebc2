"""The seats of accounts: written with a game's events when a seat, the status or the outcome changes, so not by most actions."""

from __future__ import annotations

from projections.commit import Commit, Sql
from projections.paging import marks

DELETE = "DELETE FROM account_games WHERE game = ?"
IN_VIEW = "CASE WHEN visibility = 'public' AND hidden = 0 AND imported = 0 THEN 1 ELSE 0 END"
INSERT = f"""INSERT INTO account_games (account, game, seat, ruleset, status, created_at, begun, listed, won)
    SELECT account, lobby.game, CAST(substr(role, 6) AS BIGINT), ruleset, status, created_at, ?, {IN_VIEW},
        CASE WHEN role IN ({{winners}}) THEN 1 ELSE 0 END
    FROM account_roles, lobby WHERE lobby.game = ? AND place IN (?, ?) AND role >= 'seat:' AND role < 'seat;'
    ON CONFLICT (account, game) DO NOTHING"""
"""The roles in a game, and those in its tournament, are written before it in the same transaction."""
SET_LISTED = f"""UPDATE account_games SET listed = coalesce(
    (SELECT {IN_VIEW} FROM lobby WHERE lobby.game = account_games.game), 0) WHERE {{}}"""


def rows_for(commit: Commit) -> list[Sql]:
    """The inline projection, which follows the lobby's."""
    setup, before = commit.table.setup, commit.before
    if commit.imported or (before is None and not commit.players) or _same(before, commit):
        return []
    tournament = setup.game if setup.tournament is None else setup.tournament.id
    outcome = commit.table.outcome
    winners = [f"seat:{seat}" for seat in (() if outcome is None else outcome.winners)]
    begun = int(commit.table.game is not None)
    insert = INSERT.format(winners=marks(winners) or "NULL")
    return [(DELETE, (setup.game,)), (insert, (begun, *winners, setup.game, setup.game, tournament))]


def _same(before: Commit | None, commit: Commit) -> bool:
    return before is not None and _seats(before) == _seats(commit)


def _seats(commit: Commit) -> tuple[object, ...]:
    table = commit.table
    return (table.status, table.outcome, table.seats, commit.players)


def visibility_rows(games: str, params: tuple[object, ...]) -> list[Sql]:
    """Statements after hiding or restoring games: `games` is a condition on the column `game`."""
    return [(SET_LISTED.format(games), params)]
