"""A seat resigns: the game ends, or a bot plays on."""

from __future__ import annotations

from typing import Any

from domain.ledger.entry import NO_ATTESTATION, Attestation
from domain.ruleset import Ruleset
from domain.table.absence.events import Resigned
from domain.table.absence.leaving import leave
from domain.table.absence.presence import check_person, check_present
from domain.table.actors import seat_actor
from domain.table.clock.forfeiting import forfeit
from domain.table.clock.terms import default_on_time_out
from domain.table.decisions import check_going, check_no_case, under_todays_rules
from domain.table.fold import Fold, sides_of
from domain.table.state import Table

RULES = ("clock.resign.1",)
RESIGNED = "resigned"
"""Why the seat loses."""


def resign(ruleset: Ruleset[Any], table: Table, seat: int, attestation: Attestation = NO_ATTESTATION) -> Fold:
    """A seat gives up, which follows the clock's terms, or their default where there is no clock."""
    check_going(table)
    check_no_case(table)
    check_person(table, seat)
    check_present(table, seat)
    fold = under_todays_rules(ruleset, table)
    fold.begin_action(seat_actor(seat), *attestation)
    if _forfeits(ruleset, table):
        fold.record(Resigned(seat, forfeit(fold, (seat,), RESIGNED)), (*RULES, "clock.forfeit"))
    else:
        fold.record(Resigned(seat), RULES)
        leave(fold, (seat,))
    return fold


def _forfeits(ruleset: Ruleset[Any], table: Table) -> bool:
    clock = table.setup.clock
    on_time_out = default_on_time_out(sides_of(ruleset, table.setup)) if clock is None else clock.on_time_out
    return on_time_out == "forfeit"
