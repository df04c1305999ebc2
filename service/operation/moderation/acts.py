"""The operator's acts. Each is written in the transaction of what it does, so that none is without its entry here."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, TypeVar

from domain.ledger import canonical
from domain.table.refusals import Refusal, Refused, malformed
from projections.sentences import LANGUAGES
from service.store import Duplicate, Statement, Store

MAX_REASON = 4000
"""Characters of a reason."""
ATTEMPTS = 20
"""How often an act is tried while others take its number first."""
COLUMNS = "id, at, act, subject, details, reason"
LAST = "SELECT coalesce(max(id), 0) FROM operator_acts"
INSERT = f"INSERT INTO operator_acts ({COLUMNS}) VALUES (?, ?, ?, ?, ?, ?)"
AFTER = f"SELECT {COLUMNS} FROM operator_acts WHERE id > ? ORDER BY id LIMIT ?"
T = TypeVar("T")


class Act(NamedTuple):
    """What the operator did, numbered from 1 without gaps; `at` in milliseconds since the epoch.

    `act`: block, unblock, close-game, reopen-game, abandon-game, pause-games, resume-games, suspend-account or
    resume-account. `subject`: who is blocked (`restrictions.subject_of`), the id of a game, "account " and its id, or "" for new
    games. `details` is canonical JSON.
    """

    id: int
    at: int
    act: str
    subject: str
    details: str
    reason: str

    @property
    def statement(self) -> Statement:
        return Statement(INSERT, self)


def acts_after(store: Store, id: int, limit: int) -> list[Act]:
    """The next acts after the one with this number (0: from the first on), at most `limit`."""
    return [Act(*row) for row in store.query(AFTER, (id, limit))]


def next_act(
    store: Store, at: int, act: str, subject: str, reason: str, details: Mapping[str, Any] | None = None
) -> Act:
    """The act, to be written with what it does; the store's `Duplicate` when another act was faster."""
    [(last,)] = store.query(LAST)
    return Act(last + 1, at, act, subject, canonical.encode(dict(details or {})).decode(), reason)


def in_turn(attempt: Callable[[], T]) -> T:
    """What an attempt to act returns, repeated while other acts take its number; `Refused` busy after many."""
    for _ in range(ATTEMPTS):
        try:
            return attempt()
        except Duplicate:
            continue
    raise Refused(Refusal.BUSY, "Others act at the same time; try again.")


def record(store: Store, act: Callable[[], tuple[Act, Sequence[Statement]]]) -> Act:
    """Write an act and its statements in one transaction."""

    def attempt() -> Act:
        made, statements = act()
        store.append("", [], [made.statement, *statements])
        return made

    return in_turn(attempt)


def check_reason(reason: str) -> None:
    """`Refused` malformed for a blank or overlong reason."""
    if not reason.strip() or len(reason) > MAX_REASON:
        raise malformed("reason", f"An act needs a reason of 1 to {MAX_REASON} characters.")


def check_sentence(reason: str, lang: str) -> None:
    """`Refused` malformed for a reason that is not fit to be told to clients, in the language `lang`."""
    check_reason(reason)
    if lang not in LANGUAGES:
        raise malformed("lang", f"The language of a reason is one of {', '.join(LANGUAGES)}.")
