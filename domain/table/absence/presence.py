"""Who sits at a table in person, and who does not."""

from __future__ import annotations

from domain.table.actors import bot_actor, seat_actor
from domain.table.refusals import Refusal, Refused
from domain.table.state import Table


def player_of(table: Table, seat: int) -> str:
    """The actor who plays a seat: a bot while its person is away."""
    return bot_actor(seat) if seat in table.absence.away else seat_actor(seat)


def present(table: Table) -> tuple[int, ...]:
    """The seats of the persons at the table who are not away."""
    return tuple(seat for seat in table.seats.people if seat not in table.absence.away)


def check_present(table: Table, seat: int) -> None:
    """`Refused` while a bot plays this seat for its person: referee.exclusion where a ruling wants it so, else clock.away."""
    check_not_excluded(table, seat)
    if seat in table.absence.away:
        detail = f"A bot plays seat {seat} while its person is away: come back first."
        raise Refused(Refusal.ILLEGAL_ACTION, detail, rule="clock.away")


def check_person(table: Table, seat: int) -> None:
    """`Refused` for a seat that the organiser gave to a bot."""
    if seat not in table.seats.people:
        raise Refused(Refusal.FORBIDDEN, f"Seat {seat} is a bot's: only persons do this.")


def check_not_excluded(table: Table, seat: int) -> None:
    """`Refused` referee.exclusion for a seat whose person a ruling keeps from playing: it reads, and speaks at the desk only."""
    if seat in table.absence.excluded:
        detail = f"Seat {seat} is excluded by a ruling: a bot plays it, and its person speaks at the referee's desk only."
        raise Refused(Refusal.ILLEGAL_ACTION, detail, rule="referee.exclusion")
