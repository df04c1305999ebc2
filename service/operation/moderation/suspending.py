"""Suspending an account, and lifting that. A suspended account reads and plays what has begun, and begins nothing."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from functools import partial

from domain.accounts.events import Resumed, Suspended
from domain.accounts.fold import Account
from domain.table.refusals import Refusal, Refused
from service.identity.account_log import Change, change
from service.identity.account_names import account_named
from service.operation.moderation.acts import Act, check_reason, in_turn, next_act
from service.play.context import Context
from service.play.freeing import NOT_FULL, free_by_table, free_entry
from service.store import Duplicate, Statement, Store
from service.system.clock import now

WHO = "(SELECT id FROM accounts WHERE id = ? OR owner = ?)"
"""An account and its bots."""
SEATED = f"SELECT game FROM account_games WHERE account IN {WHO} AND status IN ('playing', 'suspended')"
TOGETHER = f"{SEATED} INTERSECT {SEATED} ORDER BY game LIMIT 1"
WAITING = f"""SELECT game, seat FROM account_games WHERE account IN {WHO} AND status = 'waiting'
    AND EXISTS (SELECT 1 FROM accounts WHERE id = ? AND status = 'suspended') ORDER BY game"""
ENTERED = f"""SELECT tournament, account FROM tournament_seats WHERE account IN {WHO} AND {NOT_FULL}
    AND EXISTS (SELECT 1 FROM accounts WHERE id = ? AND status = 'suspended') ORDER BY tournament"""
STATUS = "UPDATE accounts SET status = ? WHERE id = ?"


def suspend_account(context: Context, name: str, by: str, reason: str) -> Act:
    """Seats of tables and tournaments that are not full are freed, also those of bots. `by` names the operator's own account.

    Suspending it again frees those that are left, because the process ended or they were taken at the same moment.

    `Refused` not-found for unknown names, illegal-action while both sit in one running game or for an account that is suspended.
    """
    store, (id, own) = context.repository.store, _accounts(context.repository.store, name, by)
    together = store.query(TOGETHER, (id, id, own, own))
    if together:
        raise _refused(f"{name} and {by} sit in one running game: {together[0][0]}.")
    try:
        return in_turn(partial(_change, store, id, own, "suspend-account", reason))
    finally:
        _free_seats(context, id)


def _free_seats(context: Context, id: str) -> None:
    for game, seat in context.repository.store.query(WAITING, (id, id, id)):
        with suppress(Refused):  # the table is full, or the seat was freed meanwhile
            free_by_table(context, game, seat)
    for tournament, account in context.repository.store.query(ENTERED, (id, id, id)):
        with suppress(Duplicate):  # somebody has entered at the same moment
            free_entry(context.repository.store, tournament, account)


def resume_account(context: Context, name: str, by: str, reason: str) -> Act:
    """`Refused` not-found for unknown names, illegal-action for an account that is not suspended."""
    store, (id, own) = context.repository.store, _accounts(context.repository.store, name, by)
    return in_turn(partial(_change, store, id, own, "resume-account", reason))


def _accounts(store: Store, *names: str) -> Sequence[str]:
    found = [account_named(store, name) for name in names]
    for name, id in zip(names, found, strict=True):
        if id is None:
            raise Refused(Refusal.NOT_FOUND, f"There is no account {name}.")
    return [id for id in found if id is not None]


def _change(store: Store, id: str, by: str, what: str, reason: str) -> Act:
    check_reason(reason)
    suspends, acts = what == "suspend-account", list[Act]()

    def decide(account: Account) -> Change:
        if (account.status == "suspended") is suspends:
            raise _refused(
                "The account is suspended already. Its seats at tables that are not full are free."
                if suspends
                else "The account is not suspended."
            )
        acts[:] = [next_act(store, now(), what, f"account {id}", reason, {"by": by})]
        status = Statement(STATUS, ("suspended" if suspends else "open", id))
        return Change([Suspended() if suspends else Resumed()], [acts[0].statement, status])

    change(store, id, decide)
    return acts[0]


def _refused(detail: str) -> Refused:
    return Refused(Refusal.ILLEGAL_ACTION, detail)
