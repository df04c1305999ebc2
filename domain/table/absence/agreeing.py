"""Persons at the table agree to what the organiser may do, or to give the game up."""

from __future__ import annotations

from typing import Any

from domain.ledger.entry import NO_ATTESTATION, Attestation
from domain.ruleset import Ruleset
from domain.table.absence.events import Agreed
from domain.table.absence.organising import all_agreed, needs_agreement
from domain.table.absence.presence import check_person, check_present
from domain.table.absence.state import ABANDON, SUSPEND, reassign
from domain.table.actors import TABLE, seat_actor
from domain.table.clock.disturbing import check_disturbs
from domain.table.decisions import check_going, check_no_case
from domain.table.events import GameAbandoned
from domain.table.fold import Fold
from domain.table.refusals import Refusal, Refused, malformed
from domain.table.state import Table


def agree(
    ruleset: Ruleset[Any], table: Table, seat: int, to: str, attestation: Attestation = NO_ATTESTATION
) -> Fold:
    """A seat agrees `to` something. Once every person who is not away agrees to abandon the game, the table does so."""
    _check(table, seat, to)
    fold = Fold(ruleset, table)
    fold.begin_action(seat_actor(seat), *attestation)
    fold.record(Agreed(seat, to), ("clock.agree.1",))
    after = fold.table()
    if to == ABANDON and all_agreed(after, ABANDON):
        fold.actor = TABLE
        fold.record(GameAbandoned("agreed"), ("clock.agree.2",))
    elif after.absence.agreed == table.absence.agreed:
        raise _refused(f"Seat {seat} has agreed to {to} already.")
    return fold


def _check(table: Table, seat: int, to: str) -> None:
    if to not in (ABANDON, SUSPEND, *map(reassign, table.seats.people)):
        raise malformed("to", "This is abandon, suspend, or reassign:N, where N is a person's seat.")
    check_going(table)
    if table.setup.tournament is not None:
        raise _refused("The games of a tournament are its organiser's to stop: nobody agrees to that.")
    check_no_case(table)
    check_person(table, seat)
    check_present(table, seat)
    if to != ABANDON and not needs_agreement(table):
        raise _refused(f"The organiser may {to.partition(':')[0]} here without anybody's agreement.")
    check_disturbs(table, seat)


def _refused(detail: str) -> Refused:
    return Refused(Refusal.ILLEGAL_ACTION, detail, rule="clock.agree.1")
