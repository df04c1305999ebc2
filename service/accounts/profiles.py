"""What everybody sees of an account: its name, the results of its finished public games, and its public games."""

from __future__ import annotations

from typing import NamedTuple

from msgspec import UNSET

from domain.table.refusals import Refusal, Refused
from projections.documents.lobby import GameList
from projections.documents.profiles import AccountOwner, Profile, RulesetFigures
from projections.listing import END
from projections.lobby import summaries_of
from projections.paging import make_cursor, read_cursor
from projections.people import rfc3339
from service.identity.names import folded
from service.store import Store

COLUMNS = "id, opened_at, coalesce(name, ''), owner FROM accounts"
BY_ID = f"SELECT {COLUMNS} WHERE id = ? AND status <> 'closed'"
BY_NAME = f"SELECT {COLUMNS} WHERE folded = ? AND hidden_name IS NULL AND status <> 'closed'"
NAMED = "SELECT name FROM accounts WHERE id = ? AND status <> 'closed'"
FIGURES = """SELECT ruleset, count(*), sum(won) FROM account_games
    WHERE account = ? AND listed = 1 AND status = 'finished' GROUP BY ruleset ORDER BY ruleset"""
"""An index has exactly these columns, so no game is read."""
LISTED = """SELECT game, created_at FROM account_games WHERE account = ? AND listed = 1
    AND created_at <= ? AND (created_at < ? OR game < ?) ORDER BY created_at DESC, game DESC LIMIT ?"""
UNKNOWN = "There is no such account."
ID_LENGTH = 32


class Found(NamedTuple):
    """An account that is not closed. A bot has an `owner`."""

    id: str
    opened_at: int
    name: str
    owner: str | None


def find(store: Store, wanted: str) -> Found | None:
    """The account with this id or name; a name whatever its case, not one that only looks like it."""
    found = store.query(BY_ID, (wanted,)) if len(wanted) == ID_LENGTH else []
    if not found and "\0" not in wanted:  # which PostgreSQL does not store
        found = store.query(BY_NAME, (folded(wanted),))
    return Found(*found[0]) if found else None


def existing(store: Store, wanted: str) -> Found:
    """`Refused` not-found for unknown and closed ones."""
    account = find(store, wanted)
    if account is None:
        raise Refused(Refusal.NOT_FOUND, UNKNOWN)
    return account


def named(store: Store, id: str) -> AccountOwner | None:
    """An account by its id, with its name; None for a closed one."""
    found = store.query(NAMED, (id,))
    return AccountOwner(id=id, name=found[0][0]) if found else None


def profile(store: Store, wanted: str) -> Profile:
    account = existing(store, wanted)
    owner = None if account.owner is None else named(store, account.owner)
    return Profile(
        id=account.id,
        name=account.name,
        since=rfc3339(account.opened_at),
        bot=account.owner is not None,
        rulesets=tuple(
            RulesetFigures(ruleset=ruleset, games=games, won=int(won))
            for ruleset, games, won in store.query(FIGURES, (account.id,))
        ),
        owner=UNSET if owner is None else owner,
    )


def public_games(store: Store, wanted: str, limit: int, cursor: str | None) -> GameList:
    """A page of the public games in which the account has a seat, the newest first."""
    account = existing(store, wanted)
    last, game = END if cursor is None else read_cursor(cursor)
    rows = store.query(LISTED, (account.id, last, last, game, limit + 1))
    page = rows[:limit]
    following = make_cursor(page[-1][1], page[-1][0]) if len(rows) > limit else None
    return GameList(games=summaries_of(store.query, [game for game, _ in page]), next=following)
