"""Persons end a suspension to which they had agreed."""

from __future__ import annotations

from typing import Any

from domain.ruleset import Ruleset
from domain.table.absence.organising import needs_agreement
from domain.table.absence.presence import check_not_excluded, check_person
from domain.table.actors import TABLE
from domain.table.events import GameResumed
from domain.table.fold import Fold
from domain.table.refusals import Refusal, Refused
from domain.table.state import Table

DAY = 24 * 60 * 60 * 1000


def end_suspension(ruleset: Ruleset[Any], table: Table, seat: int) -> Fold:
    """The person of a seat wants to go on, a day after the organiser suspended the game by everybody's agreement."""
    check_person(table, seat)
    check_not_excluded(table, seat)
    return resume_by_table(ruleset, table)


def resume_by_table(ruleset: Ruleset[Any], table: Table) -> Fold:
    """The same, no matter who wants it: the log does not say."""
    ends = suspension_ends(table)
    if ends is None:
        suspended = table.status == "suspended"
        theirs = "Only a suspension to which all persons had to agree is theirs to end."
        raise _refused(theirs if suspended else "The game is not suspended.")
    if table.time < ends:
        raise _refused(
            "Everybody agreed to this suspension: the persons may end it when it has lasted a day."
        )
    fold = Fold(ruleset, table)
    fold.begin_action(TABLE)
    fold.record(GameResumed(), ("clock.suspension",))
    return fold


def suspension_ends(table: Table) -> int | None:
    """From when on persons may end the suspension, in milliseconds since the epoch; None where they never may."""
    stands = table.halted and table.status == "suspended" and needs_agreement(table)
    return table.clock.suspended + DAY if stands else None


def _refused(detail: str) -> Refused:
    return Refused(Refusal.ILLEGAL_ACTION, detail, rule="clock.suspension")
