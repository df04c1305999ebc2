"""What the operator of the service may do to a game, whatever its organiser and its players want."""

from __future__ import annotations

from typing import Any

from domain.ruleset import Event, Ruleset
from domain.table import events as t
from domain.table.actors import TABLE
from domain.table.decisions import GOING, check_no_case, not_playing
from domain.table.fold import Fold
from domain.table.operator.state import OPERATOR
from domain.table.refusals import Refusal, Refused
from domain.table.state import OVER, Table

SINCE = 3
"""The first revision of the closed tables that has a place for the operator's reason."""


def close(ruleset: Ruleset[Any], table: Table, reason_hash: str) -> Fold:
    """Nobody acts until the operator reopens the game. What the organiser or a case has halted stays so beside it."""
    _check_supported(table)
    if table.is_closed:
        raise _refused("The game is closed already.")
    if table.status not in GOING:
        raise _refused("Only a game that has begun and is not over can be closed.")
    return _record(ruleset, table, t.GameSuspended(OPERATOR, reason_hash))


def reopen(ruleset: Ruleset[Any], table: Table) -> Fold:
    """Reopen what the operator has closed. Any other halt of the game remains."""
    if not table.is_closed:
        raise _refused("The game is not closed.")
    return _record(ruleset, table, t.GameResumed(OPERATOR))


def abandon(ruleset: Ruleset[Any], table: Table, reason_hash: str) -> Fold:
    """The game ends without a result; not while a case is open, which the referees are to settle."""
    _check_supported(table)
    if table.status in OVER:
        raise not_playing(table)
    if table.forked is not None:
        raise _refused("An analysis is not abandoned; it can be hidden.")
    check_no_case(table)
    return _record(ruleset, table, t.GameAbandoned(OPERATOR, reason_hash))


def _check_supported(table: Table) -> None:
    """`Refused` for a game whose closed tables have no place for the operator's reason."""
    if (table.setup.table or 0) < SINCE:
        detail = (
            f"Games from before table {SINCE} of the ledger cannot be closed or abandoned by the operator."
        )
        raise _refused(detail)


def _record(ruleset: Ruleset[Any], table: Table, event: Event) -> Fold:
    fold = Fold(ruleset, table)
    fold.begin_action(TABLE)
    fold.record(event)
    return fold


def _refused(detail: str) -> Refused:
    return Refused(Refusal.ILLEGAL_ACTION, detail, rule="table.operator")
