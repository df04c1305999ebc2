"""The notices of accounts, as they are sent: only of what the account may see at that moment."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from msgspec import UNSET

from projections.documents.notices import NoticeGap, NoticeSent
from projections.paging import marks
from projections.people import rfc3339
from service.accounts.notices.writing import OF_ACCOUNTS, account
from service.identity.game_access import visible
from service.identity.tokens import digest
from service.store import Store
from service.system.clock import now

PAGE = 100
"""Notices read at once."""
OPENED = """SELECT hash, credentials.account, coalesce(n, 0) FROM credentials
    JOIN accounts ON accounts.id = credentials.account
    LEFT JOIN notice_counts ON recipient = 'account:' || credentials.account
    WHERE hash IN ({}) AND expires_at > ? AND ends_at > ? AND status <> 'closed'"""
AFTER = f"""SELECT n, kind, game, version, seat, what, at FROM notices WHERE recipient = ? AND n > ? AND n <= ?
    ORDER BY n LIMIT {PAGE}"""
INVITED = "SELECT id FROM account_invitations WHERE id IN ({}) AND ended IS NULL AND expires_at > ?"
APPOINTED = "SELECT place, 'referee:' || CAST(number AS TEXT) FROM referees WHERE account = ? AND name IS NULL AND dismissed = 0"


class Row(NamedTuple):
    n: int
    kind: str
    game: str
    version: int
    seat: int
    what: str
    at: int


class Opened(NamedTuple):
    """The account that a credential opens, and the number of its last notice."""

    account: str
    newest: int


def opened(store: Store, credentials: Collection[str]) -> Mapping[str, Opened]:
    """What each of these credentials opens now; one query. Those that have ended are left out."""
    hashes, at = {digest(it): it for it in credentials}, now()
    rows = store.query(OPENED.format(marks(hashes)), (*hashes, at, at)) if hashes else []
    return {hashes[hash]: Opened(*found) for hash, *found in rows}


def notices(
    store: Store, credential: str, of: Opened, after: int
) -> tuple[list[NoticeSent | NoticeGap], int]:
    """The next notices after a number, and the number that they lead to. Those that are no longer stored are a gap."""
    rows = [Row(*row) for row in store.query(AFTER, (account(of.account), after, of.newest))]
    first, upto = (rows[0].n, rows[-1].n) if rows else (of.newest + 1, of.newest)
    gap = [NoticeGap(from_=after + 1, to=first - 1)] if first > after + 1 else []
    return [*gap, *map(_document, _visible(store, credential, of.account, rows))], upto


def _visible(store: Store, credential: str, id: str, rows: Sequence[Row]) -> list[Row]:
    """Without notices of games that the holder may not see any more, and of invitations and appointments that have ended."""
    seen = visible(store, credential, {row.game for row in rows if row.kind not in OF_ACCOUNTS})
    invited = _invited(store, {row.what for row in rows if row.kind == "invited"})
    appointed = _appointed(store, id) if any(row.kind == "appointed" for row in rows) else ()

    def is_visible(row: Row) -> bool:
        if row.kind == "invited":
            return row.what in invited
        if row.kind == "appointed":
            return (row.game, row.what) in appointed
        return row.kind == "account" or row.game in seen

    return list(filter(is_visible, rows))


def _invited(store: Store, ids: Collection[str]) -> set[str]:
    sql = INVITED.format(marks(ids))
    return {id for (id,) in store.query(sql, (*ids, now()))} if ids else set()


def _appointed(store: Store, id: str) -> set[tuple[str, str]]:
    """The appointments of an account that it may accept still: place and role."""
    return {(place, role) for place, role in store.query(APPOINTED, (id,))}


def _document(row: Row) -> NoticeSent:
    n, kind, game, version, seat, what, at = row
    return NoticeSent(
        n=n, kind=kind, game=game or None, version=version, seat=seat, at=rfc3339(at), what=what or UNSET
    )
