"""Notices as rows. Each recipient's are counted, and committed in the order of their numbers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal, NamedTuple

from projections.notices import NO_SEAT, Kind
from service.store import Statement, Store
from service.system.clock import now

AccountChange = Literal["passkey", "codes", "token", "recovery", "device", "hook"]
"""What of an account was changed; `hook`: one of its hooks was disabled."""
NEWEST = "SELECT n FROM notice_counts WHERE recipient = ?"
LOCK = """INSERT INTO notice_counts (recipient, n) VALUES (?, 0)
    ON CONFLICT (recipient) DO UPDATE SET n = notice_counts.n"""
INSERT = """INSERT INTO notices (recipient, n, kind, game, version, seat, since, what, at)
    SELECT recipient, n + 1, ?, ?, ?, ?, ?, ?, ? FROM notice_counts WHERE recipient = ? ON CONFLICT DO NOTHING"""
COUNT = """UPDATE notice_counts SET n = n + 1 WHERE recipient = ? AND EXISTS
    (SELECT 1 FROM notices WHERE notices.recipient = notice_counts.recipient AND notices.n = notice_counts.n + 1)"""

HOOK = "hook:"
"""Before the id of a hook as a recipient."""
OF_ACCOUNTS = ("account", "invited", "appointed")
ITS_HOOKS = "about = 'me' AND place = ? AND status <> 'pending' AND events LIKE ?"
AND_DUE = "ON CONFLICT (hook, game) DO UPDATE SET due_at = coalesce(hook_cursors.due_at, excluded.due_at)"
DUE = f"INSERT INTO hook_cursors (hook, game, due_at) VALUES (?, ?, ?) {AND_DUE}"
LOCK_HOOKS = f"""INSERT INTO notice_counts (recipient, n) SELECT 'hook:' || id, 0 FROM hooks WHERE {ITS_HOOKS} ORDER BY id
    ON CONFLICT (recipient) DO UPDATE SET n = notice_counts.n"""
INSERT_HOOKS = f"""INSERT INTO notices (recipient, n, kind, game, version, seat, since, what, at)
    SELECT recipient, n + 1, ?, ?, ?, ?, ?, ?, ? FROM notice_counts JOIN hooks ON recipient = 'hook:' || id WHERE {ITS_HOOKS}
    ON CONFLICT DO NOTHING"""
COUNT_HOOKS = f"""UPDATE notice_counts SET n = n + 1 WHERE recipient IN (SELECT 'hook:' || id FROM hooks WHERE {ITS_HOOKS})
    AND EXISTS (SELECT 1 FROM notices WHERE notices.recipient = notice_counts.recipient AND notices.n = notice_counts.n + 1)"""
DUE_HOOKS = f"INSERT INTO hook_cursors (hook, game, due_at) SELECT id, ?, ? FROM hooks WHERE {ITS_HOOKS} ORDER BY id {AND_DUE}"


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


def appointed(id: str, place: str, referee: int) -> list[Statement]:
    """Notify an account of its appointment in a game, tournament or meeting; for the transaction that makes it."""
    return rows([Notice(account(id), "appointed", place, 0, now(), what=f"referee:{referee}")])


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
    if recipient.startswith(HOOK):
        yield Statement(DUE, (recipient.removeprefix(HOOK), game, now()))
    elif kind in OF_ACCOUNTS:
        yield from _rows_of_hooks(notice)


def _rows_of_hooks(notice: Notice) -> Iterator[Statement]:
    """The same for the hooks of an account: of what does not happen in a game, nobody else looks for them."""
    recipient, kind, game, version, at, seat, since, what = notice
    hooks = (recipient.removeprefix("account:"), f"% {kind} %")
    yield Statement(LOCK_HOOKS, hooks)
    yield Statement(INSERT_HOOKS, (kind, game, version, seat, since, what, at, *hooks))
    yield Statement(COUNT_HOOKS, hooks)
    yield Statement(DUE_HOOKS, (game, now(), *hooks))
