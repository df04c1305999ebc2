"""Seats of accounts: who may sit down, a guest who takes the seat into an account, and a person who plays on elsewhere.

Like `decisions`: what is to be logged, or a refusal. The log knows an account by a salted hash alone.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from domain.ledger.entry import Sig
from domain.ledger.seats import ACCOUNTS_SINCE
from domain.ruleset import Ruleset
from domain.table import events as t
from domain.table.actors import ORGANISER, seat_actor
from domain.table.decisions import check_going, under_todays_rules
from domain.table.fold import Fold
from domain.table.refusals import Refusal, Refused
from domain.table.state import OVER, Logged, Table

TIMES = 10
"""How often a seat may go on on another device in a game."""
ACCOUNTS, DEVICE = "table.accounts", "table.device"


def check_person(table: Table, account_hash: str | None) -> None:
    """`Refused` where this table takes no guests, or is older than accounts."""
    if account_hash is not None:
        _check_supported(table)
    elif table.setup.accounts is not None:
        detail = "Guests cannot sit down at this table: sign in first."
        raise Refused(Refusal.ACCOUNT_NEEDED, detail, rule=ACCOUNTS)


def claim_seat(ruleset: Ruleset[Any], table: Table, claimed: t.SeatClaimed, sig: Sig | None = None) -> Fold:
    """The guest of a seat takes it into an account (the caller has checked whose, and the signature)."""
    check_may_claim(table, claimed.seat)
    return _by_seat(ruleset, table, claimed, ACCOUNTS, sig)


def check_may_claim(table: Table, seat: int) -> None:
    """`Refused` unless a guest holds this seat of a game that waits or runs, and is no game of a tournament."""
    _check_supported(table)
    if table.setup.tournament is not None:
        raise _gone("Seats of a tournament cannot be taken into an account.")
    if table.forked is not None or table.status in OVER:
        raise _gone("Only seats of games that wait for players or are played can be taken into an account.")
    if seat not in table.seats.people:
        raise _gone(f"No person sits at seat {seat}.")
    if seat in table.seats.accounts:
        raise _gone(f"Seat {seat} belongs to an account already.")


def go_on_here(
    ruleset: Ruleset[Any], table: Table, seat: int, key: str | None = None, sig: Sig | None = None
) -> Fold:
    """The person whose account holds a seat plays on with another key, or none, also while a case is open.

    The caller has checked the account and the signatures.
    """
    check_may_go_on(table, seat)
    return _by_seat(ruleset, table, t.SeatReassigned(seat, key), DEVICE, sig)


def check_may_go_on(table: Table, seat: int) -> None:
    """`Refused` unless an account holds this seat of a game that has begun and is not over, and for the eleventh time."""
    if seat not in table.seats.accounts:
        raise _gone(f"Seat {seat} does not belong to an account.")
    check_going(table)
    if table.seats.went_on.get(seat, 0) >= TIMES:
        detail = f"Seat {seat} has changed its device {TIMES} times, and that is the most in a game."
        raise Refused(Refusal.ILLEGAL_ACTION, detail, rule=DEVICE)


def substituted(log: Iterable[Logged]) -> set[int]:
    """The seats that the organiser gave to other persons in a stretch of the log."""
    return {it.event.seat for it in log if isinstance(it.event, t.SeatReassigned) and it.actor == ORGANISER}


def _by_seat(
    ruleset: Ruleset[Any],
    table: Table,
    event: t.SeatClaimed | t.SeatReassigned,
    clause: str,
    sig: Sig | None,
) -> Fold:
    fold = under_todays_rules(ruleset, table)
    fold.begin_action(seat_actor(event.seat), sig)
    fold.record(event, (clause,))
    return fold


def _check_supported(table: Table) -> None:
    if (table.setup.table or 0) < ACCOUNTS_SINCE:
        raise _gone(f"Games from before table {ACCOUNTS_SINCE} of the ledger have no seats of accounts.")


def _gone(detail: str) -> Refused:
    return Refused(Refusal.GONE_ELSEWHERE, detail)
