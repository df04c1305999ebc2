"""What an organiser may do to a started game with a clock. Players can read this before they sit down."""

from __future__ import annotations

from domain.table.absence.presence import present
from domain.table.refusals import Refusal, Refused
from domain.table.state import Table


def needs_agreement(table: Table) -> bool:
    """Whether the organiser stops nothing here unless everybody agrees."""
    clock = table.setup.clock
    return clock is not None and not clock.organiser_stops and table.game is not None


def all_agreed(table: Table, to: str) -> bool:
    """Whether every person at the table who is not away agrees to this. Where nobody is left, nobody does."""
    seats = present(table)
    return bool(seats) and all((seat, to) in table.absence.agreed for seat in seats)


def check_organiser_may(table: Table, to: str) -> None:
    """`Refused` clock.organiser.1 for what needs an agreement that there is not."""
    if needs_agreement(table) and not all_agreed(table, to):
        seats = [f"seat {seat}" for seat in present(table) if (seat, to) not in table.absence.agreed]
        who = f"still to agree: {', '.join(seats)}" if seats else "nobody is left at the table to agree"
        detail = f"In this game the organiser may do this only if all persons agree to `{to}`; {who}."
        raise Refused(Refusal.ILLEGAL_ACTION, detail, rule="clock.organiser.1")
