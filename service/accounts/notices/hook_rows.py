"""Webhooks as rows: who has them, what they are about, and which are in force."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any, Literal, NamedTuple

import msgspec

from projections.notices import KINDS
from projections.paging import marks
from service.accounts.notices.writing import HOOK
from service.accounts.notices.writing import TABLES as NOTICES
from service.store import Statement, Store
from service.system.clock import now

About = Literal["game", "tournament", "me", "public"]
Status = Literal["pending", "active", "disabled"]
PUBLIC_KINDS = ("game-started", "game-over")
OPERATOR = "operator:"
"""Before the game or account that an operator's hook is about."""
TABLES = ("hook_deliveries", "hook_cursors", "hook_requests")
ENDED = """(hooks.account IS NOT NULL AND NOT EXISTS
        (SELECT 1 FROM accounts WHERE accounts.id = hooks.account AND accounts.status <> 'closed')
    OR hooks.credential IS NOT NULL AND NOT EXISTS (SELECT 1 FROM credentials
        WHERE credentials.account = hooks.account AND credentials.id = hooks.credential AND credentials.expires_at > ?)
    OR hooks.owner LIKE 'token:%' AND NOT EXISTS (SELECT 1 FROM tokens WHERE hash = substr(hooks.owner, 7)
        AND role = 'organiser' AND (tokens.expires_at IS NULL OR tokens.expires_at > ?)))"""
"""Conditions under which the maker of the hook no longer has the right to it. Parameters: the time, twice."""
READ = f"""SELECT hooks.id, owner, account, about, place, events, status, sealed, made_at, failing_since, held_until,
        CASE WHEN {ENDED} THEN 0 ELSE 1 END, blocks.until
    FROM hooks LEFT JOIN blocks ON blocks.subject = replace(owner, 'token:', 'token ') WHERE hooks."""
INSERT = """INSERT INTO hooks (id, owner, slot, account, credential, about, place, events, status, sealed, made_at)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"""


class Sealed(msgspec.Struct):
    """What of a hook is encrypted: its address, and its secrets as receivers spell them. The `old` one signs, too, until then."""

    url: str
    secret: str
    old: str | None = None
    old_until: int = 0


class Hook(NamedTuple):
    """A webhook. `in_force`: whether who made it may still have it; `blocked`: whether its token may not be used now."""

    id: str
    owner: str
    account: str | None
    about: About
    place: str
    events: frozenset[str]
    status: Status
    made_at: int
    failing_since: int | None
    held_until: int
    in_force: bool
    blocked: bool
    sealed: Sealed

    @property
    def of_operator(self) -> bool:
        return self.owner.startswith(OPERATOR)

    @property
    def recipient(self) -> str:
        """As a recipient of notices."""
        return recipient(self.id)


def recipient(id: str) -> str:
    return f"{HOOK}{id}"


def hooks_of(store: Store, owner: str) -> list[Hook]:
    """The hooks of an owner that are in force, the oldest first."""
    at = now()
    found = store.query(READ + "owner = ? ORDER BY hooks.made_at, hooks.id", (at, at, owner))
    return [hook for row in found if (hook := _hook(store, row)).in_force]


def hooks_by_id(store: Store, ids: Collection[str]) -> dict[str, Hook]:
    """A few hundred at most."""
    at = now()
    found = store.query(READ + f"id IN ({marks(ids)})", (at, at, *ids)) if ids else []
    return {row[0]: _hook(store, row) for row in found}


def _hook(store: Store, row: tuple[Any, ...]) -> Hook:
    id, owner, account, about, place, events, status, content, made_at, *rest = row
    failing_since, held_until, in_force, blocked_until = rest
    return Hook(
        id,
        owner,
        account,
        about,
        place,
        frozenset(events.split()),
        status,
        made_at,
        failing_since,
        held_until,
        bool(in_force),
        (blocked_until or 0) > now(),
        msgspec.json.decode(store.unseal(bytes(content), id, 0), type=Sealed),
    )


def sealed(store: Store, id: str, content: Sealed) -> bytes:
    return store.seal(msgspec.json.encode(content), id, 0)


def spelled(events: Collection[str]) -> str:
    """As a row has kinds, in the order of the documentation."""
    return f" {' '.join(kind for kind in KINDS if kind in events)} "


def removal(condition: str, *params: object) -> list[Statement]:
    """Statements that delete the hooks of which this is true, with what was to be sent."""
    chosen = f"SELECT id FROM hooks WHERE {condition}"
    return [
        *(Statement(f"DELETE FROM {table} WHERE hook IN ({chosen})", params) for table in TABLES),
        *(
            Statement(
                f"DELETE FROM {table} WHERE recipient IN (SELECT 'hook:' || id FROM ({chosen}) AS ended)",
                params,
            )
            for table in NOTICES
        ),
        Statement(f"DELETE FROM hooks WHERE {condition}", params),
    ]


def removal_of_ended(owner: str) -> list[Statement]:
    """Statements that delete the hooks of an owner that have ended."""
    at = now()
    return removal(f"owner = ? AND {ENDED}", owner, at, at)


def removals_of_ended(store: Store) -> Iterator[list[Statement]]:
    """Statements that delete the hooks of all owners that have ended, hook by hook.

    They name the hook: PostgreSQL guesses that most hooks have ended, and would read all notices and deliveries.
    """
    at = now()
    for (id,) in store.query(f"SELECT id FROM hooks WHERE {ENDED}", (at, at)):
        yield removal(f"id = ? AND {ENDED}", id, at, at)


def ending_of_account(account: str, with_operators: bool = True) -> list[Statement]:
    """Statements that end the hooks of an account: those of the operator, too, when it closes, and not when it is recovered."""
    limit = "" if with_operators else f" AND owner NOT LIKE '{OPERATOR}%'"
    return removal(f"account = ?{limit}", account)


def carried_over(old: str, new: str) -> Statement:
    """Hooks of a token, by its hash, are those of the one that replaces it, if it does."""
    sql = "UPDATE hooks SET owner = ? WHERE owner = ? AND EXISTS (SELECT 1 FROM tokens WHERE hash = ?)"
    return Statement(sql, (f"token:{new}", f"token:{old}", new))
