"""The logs of accounts: read, folded, and continued in one transaction with what lies beside them."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Sequence
from typing import NamedTuple

import msgspec

from domain.accounts.events import AccountOpened, Event
from domain.accounts.fold import Account, folded
from domain.table.refusals import Refusal, Refused
from service.store import Conflict, Duplicate, Statement, Store
from service.system.clock import now

READ = "SELECT data, at FROM account_events WHERE account = ? ORDER BY n"
READ_ONE = "SELECT data FROM account_events WHERE account = ? AND n = ?"
INSERT = "INSERT INTO account_events (account, n, type, at, data) VALUES (?, ?, ?, ?, ?)"
OPEN = "INSERT INTO accounts (id, opened_at, name, folded, owner, status) VALUES (?, ?, ?, ?, ?, ?)"
NO_ACCOUNT = "There is no such account."
ATTEMPTS = 20
"""The most decisions about one account under concurrent writes."""
_decode = msgspec.json.Decoder(Event).decode


class Change(NamedTuple):
    """What is to be written: events of the account, and rows beside them in the same transaction."""

    events: Sequence[Event]
    rows: Sequence[Statement] = ()


def load(store: Store, id: str) -> Account:
    """`Refused` not-found for an unknown account."""
    found = [(_decode(data), at) for data, at in store.query(READ, (id,))]
    if not found:
        raise Refused(Refusal.NOT_FOUND, NO_ACCOUNT)
    return folded(Account(id), found)


def event_of(store: Store, id: str, version: int) -> Event:
    """One event of an account's log, by its number from 1; `Refused` not-found without it."""
    found = store.query(READ_ONE, (id, version))
    if not found:
        raise Refused(Refusal.NOT_FOUND, NO_ACCOUNT)
    event: Event = _decode(found[0][0])
    return event


def change(store: Store, id: str, decide: Callable[[Account], Change]) -> Account:
    """Decide on the account as it is now, and write; again after a concurrent change. Returns it as it is afterwards.

    `Duplicate` if a row of another table exists already and the account itself has not changed meanwhile.
    """
    for _ in range(ATTEMPTS):
        account = load(store, id)
        decided, at = decide(account), now()
        try:
            store.append("", [], [*entries(account, decided.events, at), *decided.rows])
        except Conflict:  # a deadlock, on PostgreSQL
            continue
        except Duplicate:
            if load(store, id).version == account.version:
                raise
        else:
            return folded(account, [(event, at) for event in decided.events])
    raise Refused(Refusal.BUSY, "This account is changed too often at this moment; try again.")


def new_id() -> str:
    return uuid.uuid4().hex


def opening(
    id: str, name: str, folded_name: str, owner: str | None, more: Sequence[Event] = ()
) -> list[Statement]:
    """Statements that open an account, with further events after the first."""
    at = now()
    begun = entries(Account(id), [AccountOpened(owner), *more], at)
    return [*begun, Statement(OPEN, (id, at, name, folded_name, owner, "open"))]


def entries(account: Account, events: Sequence[Event], at: int) -> list[Statement]:
    """Statements that continue the log of an account; `Duplicate` if it has changed meanwhile."""
    return [
        Statement(INSERT, (account.id, n, _type(event), at, msgspec.json.encode(event).decode()))
        for n, event in enumerate(events, account.version + 1)
    ]


def _type(event: Event) -> str:
    return str(event.__struct_config__.tag)
