"""A person comes back to a seat that a bot played: the one who left, or whom the organiser invites there."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from domain.ledger.entry import NO_ATTESTATION, Attestation
from domain.ruleset import Ruleset
from domain.table.absence.events import SeatReturned
from domain.table.absence.presence import check_not_excluded
from domain.table.actors import seat_actor
from domain.table.clock.events import ClockRow, ClockTerms
from domain.table.decisions import check_going, under_todays_rules
from domain.table.fold import Fold
from domain.table.refusals import Refusal, Refused
from domain.table.state import Table

RETURNS = 3
"""How often a seat may be brought back in a game."""


def come_back(
    ruleset: Ruleset[Any], table: Table, seat: int, attestation: Attestation = NO_ATTESTATION
) -> Fold:
    """The person of a seat is back and plays on. Never after they resigned or were excluded."""
    check_going(table)
    if seat not in table.absence.away:
        raise Refused(
            Refusal.ILLEGAL_ACTION, f"Seat {seat} is not away: its person plays it.", rule="clock.away"
        )
    if seat in table.absence.resigned:
        raise _never(f"Seat {seat} has resigned: nobody returns after that.")
    check_not_excluded(table, seat)
    check_may_return(ruleset, table, seat)
    fold = under_todays_rules(ruleset, table)
    fold.begin_action(seat_actor(seat), *attestation)
    fold.record(SeatReturned(seat), ("clock.return.2",))
    return fold


def check_may_return(ruleset: Ruleset[Any], table: Table, seat: int) -> None:
    """`Refused` while an away seat is to act, also while the game is suspended, and after it was brought back three times."""
    if seat in ruleset.to_act(table.game):
        detail = f"The bot at seat {seat} is to act: its person can return once it has acted."
        raise Refused(Refusal.ILLEGAL_ACTION, detail, rule="clock.return.1")
    if table.absence.returns.get(seat, 0) >= RETURNS:
        raise _never(f"Seat {seat} has been brought back {RETURNS} times, and that is the most in a game.")


def _never(detail: str) -> Refused:
    return Refused(Refusal.ILLEGAL_ACTION, detail, rule="clock.return.2")


def row_on_return(row: ClockRow, terms: ClockTerms) -> ClockRow:
    """The clock of a seat that is brought back, from its last row: a tenth of bank and grace, or what was left if more."""
    tenth = 100 * (terms.bank + terms.grace)
    return replace(row, left=max(tenth, row.left), grace=0, since=None)
