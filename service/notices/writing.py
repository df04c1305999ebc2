"""Notices as rows. Each recipient's are counted, and committed in the order of their numbers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal, NamedTuple

from projections.notices import NO_SEAT, Kind
from service.store import Statement, Store
from service.system.clock import now

AccountChange = Literal["passkey", "codes", "token", "recovery", "device"]
"""What of an account was changed."""
NEWEST = "SELECT n FROM notice_counts WHERE recipient = ?"
LOCK = """INSERT INTO notice_counts (recipient, n) VALUES (?, 0)
    ON CONFLICT (recipient) DO UPDATE SET n = notice_counts.n"""
INSERT = """INSERT INTO notices (recipient, n, kind, game, version, seat, since, what, at)
    SELECT recipient, n + 1, ?, ?, ?, ?, ?, ?, ? FROM notice_counts WHERE recipient = ? ON CONFLICT DO NOTHING"""
COUNT = """UPDATE notice_counts SET n = n + 1 WHERE recipient = ? AND EXISTS
    (SELECT 1 FROM notices WHERE notices.recipient = notice_counts.recipient AND notices.n = notice_counts.n + 1)"""


class Notice(NamedTuple):
    """What a recipient is notified of. `at` and `since` in milliseconds since the epoch.

    `game` is "" where it is about an account. `since` is when the clock that is low began to run, or when an account was changed.
    """

    recipient: str
    kind: Kind
    game: str
    version: int
    at: int
    seat: int = NO_SEAT
    since: int = 0
    what: str = ""


def account(id: str) -> str:
    """An account as a recipient."""
    return f"account:{id}"


def newest(store: Store, recipient: str) -> int:
    """The number of the recipient's last notice; 0 before the first."""
    return next((n for (n,) in store.query(NEWEST, (recipient,))), 0)


def rows(notices: Iterable[Notice]) -> list[Statement]:
    """Statements that add notices; those that exist already are left out, and not counted.

    In the order of recipients, so that two transactions never wait for each other.
    """
    return [it for notice in sorted(notices, key=_recipient) for it in _row(notice)]


def account_changed(id: str, what: AccountChange) -> list[Statement]:
    """Notify an account of a change of what opens it; for the transaction of that change."""
    at = now()
    return rows([Notice(account(id), "account", "", 0, at, since=at, what=what)])


def invited(id: str, game: str, invitation: str) -> list[Statement]:
    """Notify an account of an invitation with this id to a game or a tournament; for the transaction that makes it."""
    return rows([Notice(account(id), "invited", game, 0, now(), what=invitation)])


def forget(recipient: str) -> list[Statement]:
    """Statements that delete all notices of a recipient that has ended."""
    return [Statement(f"DELETE FROM {table} WHERE recipient = ?", (recipient,)) for table in TABLES]


TABLES = ("notices", "notice_counts")


def _recipient(notice: Notice) -> str:
    return notice.recipient


def _row(notice: Notice) -> Iterator[Statement]:
    recipient, kind, game, version, at, seat, since, what = notice
    yield Statement(LOCK, (recipient,))
    yield Statement(INSERT, (kind, game, version, seat, since, what, at, recipient))
    yield Statement(COUNT, (recipient,))
