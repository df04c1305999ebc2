"""The one deletion: of an account and its bots, with everything beside the logs of games that leads to them.

Games stay, and name nobody. Restores of earlier states do it again (`service.operation.backup.erasing`), so all of it is SQL
on the id of the account, whatever the state. A table whose rows belong to an account is in `OWNED`.
"""

from __future__ import annotations

from collections.abc import Sequence

from service.accounts.notices.hook_rows import ending_of_account
from service.accounts.notices.writing import account as recipient
from service.accounts.notices.writing import forget
from service.identity import erasures
from service.identity.account_names import RESERVED
from service.identity.account_roles import LOCK
from service.identity.hiding import (
    ACCOUNT,
    DELETE_NOTES,
    REFEREE,
    SOMEBODY,
    Names,
    Part,
    name_changes,
    write,
)
from service.play.freeing import NOT_FULL
from service.store import Statement, Store
from service.system.clock import now

WHO = "(SELECT id FROM accounts WHERE id = ? OR owner = ?)"
"""The account and its bots."""
OWNED = {
    "account_games": ("account",),
    "account_invitations": ("account", "inviter"),
    "account_roles": ("account",),
    "account_seats": ("account",),
    "bot_places": ("owner", "bot"),
    "challenges": ("account",),
    "credentials": ("account",),
    "device_codes": ("account",),
    "invited_signups": ("account",),
    "passkeys": ("account",),
    "push_subscriptions": ("account",),
    "recovered_sessions": ("account",),
    "recovery_codes": ("account",),
    "studies": ("account",),
}
"""Tables whose rows are an account's, by the columns that name it."""
UNNAMED = f"UPDATE {{table}} SET hidden_name = NULL, name = '{SOMEBODY}' WHERE {{where}}"
SEATED = (
    "(game, account_entry) IN (SELECT account_seats.game, version FROM account_seats WHERE account IN {})"
)
"""Their seats, also of tables that are over, and of analyses, which copy the names."""
NO_LONGER = (
    f"DELETE FROM challenge_uses WHERE hash IN (SELECT hash FROM challenges WHERE account IN {WHO})",
    f"DELETE FROM tournament_seats WHERE account IN {WHO} AND {NOT_FULL}",
    f"UPDATE tournament_seats SET account = NULL, account_salt = NULL WHERE account IN {WHO}",
    f"UPDATE referees SET account = NULL WHERE account IN {WHO}",
)
OF_REQUESTS = f"""DELETE FROM idempotency WHERE actor IN (SELECT 'account:' || id FROM accounts WHERE id = ? OR owner = ?)
    AND scope IN (SELECT place FROM account_roles WHERE account IN {WHO}
        UNION SELECT game FROM account_seats WHERE account IN {WHO}
        UNION VALUES ('bots'), ('games'), ('meetings'), ('personal-tokens'), ('tournaments'))"""
"""Which games they acted in. The scopes are named because the index begins with them."""
RELEASE = f"UPDATE account_names SET until = ? WHERE until IS NULL AND account IN {WHO}"
CLOSED = f"""INSERT INTO account_events (account, n, type, at, data)
    SELECT id, (SELECT coalesce(max(n), 0) + 1 FROM account_events WHERE account = accounts.id), 'closed', ?, ?
    FROM accounts WHERE id IN {WHO} AND status <> 'closed'"""
"""A change of the account at the same time takes the same number, and one of both is decided again."""
FORGET = f"DELETE FROM account_events WHERE account IN {WHO} AND type <> 'closed'"
NOBODY = """UPDATE accounts SET status = 'closed', name = NULL, hidden_name = NULL, folded = NULL, owner = NULL, opened_at = 0
    WHERE id = ? OR owner = ?"""
EVENT = '{"type":"closed"}'


def erase_account(store: Store, id: str, unless: Sequence[Statement] = ()) -> None:
    """In one transaction; erasing it again does no harm. `unless`: statements that fail where it may not be.

    The store raises `Duplicate`, of one of them too, or `Conflict` after a change at the same time.
    """
    notices = [row for one in [id, *_bots(store, id)] for row in _notices_of(one)]
    rows = [Statement(LOCK, (id, id)), *unless, *notices, *_statements(id)]
    write(store, erasures.DELETE, erasures.account_key(id), rows)


def _bots(store: Store, id: str) -> list[str]:
    return [bot for (bot,) in store.query("SELECT id FROM accounts WHERE owner = ?", (id,))]


def _notices_of(account: str) -> list[Statement]:
    """Its webhooks and notices, which have tables of their own."""
    return [*ending_of_account(account), *forget(recipient(account))]


def _statements(id: str) -> Sequence[Statement]:
    who, names = (id, id), names_of_account(id)
    rows = [
        Statement(f"DELETE FROM {table} WHERE {column} IN {WHO}", who)
        for table, columns in OWNED.items()
        for column in columns
    ]
    return [
        Statement(CLOSED, (now(), EVENT, *who)),
        Statement(FORGET, who),
        names.players.statement(DELETE_NOTES),
        *name_changes(names, UNNAMED),
        *(Statement(sql, who) for sql in NO_LONGER),
        Statement(OF_REQUESTS, who * 3),
        *rows,
        Statement(RELEASE, (now() + RESERVED, *who)),
        Statement(NOBODY, who),
    ]


def names_of_account(id: str, accounts: str = WHO) -> Names:
    """The names under which they play, played, entered or referee. `accounts`: "(?)" for the account without its bots."""
    who = (id,) * accounts.count("?")
    return Names(
        Part("players", SEATED.format(accounts), who),
        Part("former_players", SEATED.format(accounts), who),
        Part("tournament_seats", f"account IN {accounts}", who, "tournament"),
        Part("referees", f"account IN {accounts}", who, *REFEREE),
        lambda store: erasures.account_key(id),
        Part("accounts", f"id IN {accounts}", who, *ACCOUNT),
    )
