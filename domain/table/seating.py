"""Who sits at a table, and its start: seats are taken and freed, seeds opened, substitutes sit down.

Seats commit to their seeds while they sit down, and open them when all seats are taken, so that nobody, the service
included, knows a seed of another before their own part is fixed. Like `decisions`: what is to be logged, or a refusal.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Any

from domain.draws import Draws
from domain.ledger.entry import Sig
from domain.play import Play
from domain.ruleset import Ruleset
from domain.table import events as t
from domain.table.absence.organising import check_organiser_may
from domain.table.absence.returning import check_may_return
from domain.table.absence.state import reassign
from domain.table.accounts import check_person
from domain.table.actors import ORGANISER, TABLE, seat_actor
from domain.table.decisions import (
    GOING,
    NOT_PLAYING,
    check_no_case,
    create,
    note_todays_rules,
    under_todays_rules,
)
from domain.table.fold import Fold
from domain.table.refusals import Refusal, Refused
from domain.table.state import Table

DrawsOf = Callable[[Table], Draws]
"""Makes a table's draws once its seeds are known."""
Declared = tuple[t.SeatTaken | t.SeedRevealed, Sig | None]
"""What a seat has said, and its signature under it if it has a key."""


def create_seated(
    ruleset: Ruleset[Any],
    setup: t.GameCreated,
    declared: Sequence[Declared],
    draws_of: DrawsOf,
    time: int = 0,
) -> Fold:
    """A new table where everybody sits down and opens their seed at once, at a `time` in milliseconds since the epoch.

    Its log is that of a table filled seat by seat.
    """
    fold = note_todays_rules(create(ruleset, setup, time), setup.rules)
    for event, sig in declared:
        fold.begin_action(seat_actor(event.seat), sig)
        fold.record(event)
    return _start_if_ready(fold, draws_of)


def take_seat(
    ruleset: Ruleset[Any], table: Table, taken: t.SeatTaken, draws_of: DrawsOf, sig: Sig | None = None
) -> Fold:
    """Seat somebody; the game starts when the last seat is taken, unless seeds are to be opened first."""
    if table.status != "waiting" or len(table.seats.taken) == table.setup.seats:
        raise Refused(Refusal.GONE_ELSEWHERE, "All seats of this game are taken.")
    if existing_seat(table, taken.seat) in table.seats.numbers:
        raise Refused(Refusal.GONE_ELSEWHERE, f"Seat {taken.seat} is taken.")
    if taken.bot is None:
        check_person(table, taken.account_hash)
    fold = under_todays_rules(ruleset, table)
    fold.begin_action(seat_actor(taken.seat), sig)
    fold.record(taken)
    return _start_if_ready(fold, draws_of)


def free_seat(ruleset: Ruleset[Any], table: Table, seat: int, by: str = ORGANISER) -> Fold:
    """Free a seat before all are taken: after that everybody may have opened their seed to these others.

    `by` is the organiser, or the table for a player who leaves.
    """
    if table.status != "waiting" or len(table.seats.taken) == table.setup.seats:
        detail = (
            "All seats are taken, so none is freed any more. Abandon the game and set another, or, once it has begun, "
            "invite a substitute to the seat."
        )
        raise Refused(Refusal.ILLEGAL_ACTION, detail, rule="table.seeds")
    if existing_seat(table, seat) not in table.seats.numbers:
        raise Refused(Refusal.NOT_FOUND, f"Nobody sits at seat {seat}.")
    fold = under_todays_rules(ruleset, table)
    fold.begin_action(by)
    fold.record(t.SeatFreed(seat))
    return fold


def reassign_seat(
    ruleset: Ruleset[Any], table: Table, reassigned: t.SeatReassigned, sig: Sig | None = None
) -> Fold:
    """A substitute plays on for the person at a seat, once the game has begun."""
    if table.status not in GOING:
        raise Refused(Refusal.GONE_ELSEWHERE, f"Seat {reassigned.seat} is taken.")
    if any(taken.bot for taken in table.seats.taken if taken.seat == reassigned.seat):
        raise Refused(Refusal.GONE_ELSEWHERE, f"A bot plays seat {reassigned.seat}, and goes on playing it.")
    check_person(table, reassigned.account_hash)
    check_no_case(table)
    if reassigned.seat in table.absence.away:
        check_may_return(ruleset, table, reassigned.seat)
    else:
        check_organiser_may(table, reassign(reassigned.seat))
    fold = under_todays_rules(ruleset, table)
    fold.begin_action(ORGANISER, sig)
    fold.record(reassigned)
    return fold


def seat_wanted(table: Table, wanted: int | None, reserved: Collection[int] = ()) -> int:
    """The wanted seat, or the first free one; one that is `reserved` for somebody only if no other is free."""
    if wanted is None:
        free = [s for s in range(1, table.setup.seats + 1) if s not in table.seats.numbers]
        return min(free, key=lambda s: (s in reserved, s), default=1)
    return existing_seat(table, wanted)


def existing_seat(table: Table, seat: int) -> int:
    """The seat itself; `Refused` when the game has no such seat."""
    if not 1 <= seat <= table.setup.seats:
        raise Refused(Refusal.NOT_FOUND, f"This game has seats 1 to {table.setup.seats}.")
    return seat


def reveal_seed(
    ruleset: Ruleset[Any],
    table: Table,
    revealed: t.SeedRevealed,
    draws_of: DrawsOf,
    sig: Sig | None = None,
) -> Fold:
    """A seat opens its seed (the caller has checked it against the commitment); the last one starts the game."""
    check_may_reveal(table, revealed.seat)
    fold = under_todays_rules(ruleset, table)
    fold.begin_action(seat_actor(revealed.seat), sig)
    fold.record(revealed)
    return _start_if_ready(fold, draws_of)


def check_may_reveal(table: Table, seat: int) -> None:
    """`Refused` unless the start waits for the seed of this seat."""
    if seat not in table.to_reveal:
        raise _no_seed(table, seat)


def _no_seed(table: Table, seat: int) -> Refused:
    if any(revealed.seat == seat for revealed in table.seats.seeds):
        return Refused(Refusal.GONE_ELSEWHERE, "Your seed is known already.")
    if not any(taken.seed_commitment for taken in table.seats.taken if taken.seat == seat):
        return Refused(Refusal.GONE_ELSEWHERE, "Your seat has not committed to a seed.")
    free = [str(n) for n in range(1, table.setup.seats + 1) if n not in table.seats.numbers]
    if table.status == "waiting":
        detail = f"Seeds are opened when all seats are taken; seat {' and '.join(free)} is free still. Keep yours till then."
        return Refused(Refusal.ILLEGAL_ACTION, detail, rule="table.seeds")
    return Refused(
        Refusal.ILLEGAL_ACTION, NOT_PLAYING.get(table.status, "The game has begun."), rule="table.status"
    )


def _start_if_ready(fold: Fold, draws_of: DrawsOf) -> Fold:
    table = fold.table()
    if len(table.seats.taken) == table.setup.seats and not table.to_reveal:
        fold.actor = TABLE
        fold.record(t.GameStarted(0))
        fold.ruleset.setup(Play(fold, draws_of(fold.table())))
    return fold
