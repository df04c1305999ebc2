"""Closing an account: refused while others play with it, then everything of it is deleted in one transaction.

Seats of tables that are not full are freed before that; a process that is killed in between leaves the account without these.
Those of tournaments that are not full are freed with it, because no log has them yet.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress

import msgspec
from msgspec import UNSET

from domain.table.refusals import Refusal, Refused
from projections.cases import OPEN_CASE
from projections.documents.seats import Seat
from projections.paging import marks
from service.accounts.erasure import WHO, erase_account
from service.identity.account_log import ATTEMPTS
from service.identity.names import name_lock
from service.play.context import Context
from service.play.freeing import NOT_FULL, free_by_table
from service.store import Conflict, Duplicate, Statement, Store

AT_PLAY = f"""SELECT account_games.game, account_games.seat, lobby.seats FROM account_games
    JOIN lobby ON lobby.game = account_games.game
    WHERE account IN {WHO} AND account_games.status IN ('playing', 'suspended') ORDER BY account_games.game"""
WAITING = f"SELECT game, seat FROM account_games WHERE account IN {WHO} AND status = 'waiting' ORDER BY game"
SITS = """INSERT INTO accounts (id, opened_at, status) SELECT id, opened_at, status FROM accounts
    WHERE (id = ? OR owner = ?) AND EXISTS (SELECT 1 FROM account_games WHERE account_games.account = accounts.id
        AND account_games.status IN ('waiting', 'playing', 'suspended') AND game NOT IN ({}))"""
ENTERED = f"SELECT DISTINCT tournament FROM tournament_seats WHERE account IN {WHO} AND {NOT_FULL}"
PLACES = f"SELECT place FROM account_roles WHERE account IN {WHO} AND role LIKE 'referee:%'"
IN_CASES = f"""SELECT game FROM cases WHERE {OPEN_CASE} AND game IN (
    SELECT account_games.game FROM account_games WHERE account IN {WHO}
    UNION {PLACES}
    UNION SELECT tournament_games.game FROM tournament_games WHERE tournament IN ({PLACES})
    UNION SELECT meeting_games.game FROM meeting_games WHERE meeting_games.meeting IN ({PLACES}))"""
"""The open cases in which they play, or which they may be to decide. A meeting lists the games of its tournaments, too."""
SEATS = msgspec.json.Decoder(tuple[Seat, ...])
MOST_NAMED = 100


def close_account(account: str, context: Context) -> None:
    """`account` is that of a person or a bot; a person's bots close with it.

    `Refused` too-early, with `games`, while one of them plays or has a part in an open case.
    """
    store = context.repository.store
    for _ in range(ATTEMPTS):
        check_may_close(store, account)
        full = _free_seats(context, account)
        unless = [_sits_elsewhere(store, account, full), *_entrance_locks(store, account)]
        with suppress(Duplicate, Conflict):
            return erase_account(store, account, unless)
    raise Refused(Refusal.BUSY, "This account is changed too often at this moment; try again.")


def _free_seats(context: Context, account: str) -> list[str]:
    """The waiting tables at which their seats stay, because they are full: these wait for a seed in vain."""
    full = []
    for game, seat in context.repository.store.query(WAITING, (account, account)):
        try:
            free_by_table(context, game, seat)
        except Refused:
            full.append(game)
    return full


def _entrance_locks(store: Store, account: str) -> list[Statement]:
    """So that nobody who still sees their seat takes the last one of a tournament."""
    entered = store.query(ENTERED, (account, account))
    return [name_lock(store, tournament) for (tournament,) in entered]


def check_may_close(store: Store, account: str) -> None:
    games = sorted({*_played(store, account), *_in_cases(store, account)})
    if games:
        detail = (
            "You, or a bot of yours, play in games that run, or have a part in an open case. Resign there, or wait until they "
            "are over."
        )
        raise Refused(Refusal.TOO_EARLY, detail, games=games[:MOST_NAMED])


def _played(store: Store, account: str) -> list[str]:
    """The running games in which a seat of theirs is not away."""
    return [game for game, away in _running(store, account) if not away]


def _running(store: Store, account: str) -> list[tuple[str, bool]]:
    """Their running games, and whether their seat is away."""
    found = store.query(AT_PLAY, (account, account))
    return [(game, SEATS.decode(seats)[seat - 1].away is not UNSET) for game, seat, seats in found]


def _sits_elsewhere(store: Store, account: str, full: Sequence[str]) -> Statement:
    """Fails if they have a seat in another game than these `full` tables and those from which they are away."""
    known = [*full, *(game for game, is_away in _running(store, account) if is_away)]
    return Statement(SITS.format(marks(known) or "''"), (account, account, *known))


def _in_cases(store: Store, account: str) -> list[str]:
    return [game for (game,) in store.query(IN_CASES, (account, account) * 4)]
