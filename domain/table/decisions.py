"""What can be done at a table. Each function takes a table and gives what is to be logged, or refuses.

A refusal is a `Refused` (or the ruleset's `IllegalAction`) and records nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from domain.draws import Draws
from domain.play import IllegalAction, Play
from domain.ruleset import Event, Ruleset
from domain.table import events as t
from domain.table.fold import Fold
from domain.table.refusals import Refusal, Refused
from domain.table.state import ORGANISER, TABLE, Table, seat_actor
from domain.table.undo import WHY, default_target, frontier

DrawsOf = Callable[[Table], Draws]
"""Makes a table's draws once its seeds are known."""


def create(ruleset: Ruleset[Any], setup: t.GameCreated) -> Fold:
    fold = Fold(ruleset)
    fold.begin_action(ORGANISER)
    fold.record(setup)
    return fold


def create_seated(
    ruleset: Ruleset[Any], setup: t.GameCreated, seats: Sequence[t.SeatTaken], draws_of: DrawsOf
) -> Fold:
    """A new table where everybody sits down at once; its log is that of one filled seat by seat."""
    fold = create(ruleset, setup)
    for taken in seats:
        fold.begin_action(seat_actor(taken.seat))
        fold.record(taken)
    return _start_if_ready(fold, draws_of)


def take_seat(ruleset: Ruleset[Any], table: Table, taken: t.SeatTaken, draws_of: DrawsOf) -> Fold:
    """Seat somebody; the game starts when the last seat is taken and no seed is outstanding."""
    if table.status != "waiting" or len(table.seats) == table.setup.seats:
        raise Refused(Refusal.GONE_ELSEWHERE, "All seats of this game are taken.")
    if existing_seat(table, taken.seat) in table.taken:
        raise Refused(Refusal.GONE_ELSEWHERE, f"Seat {taken.seat} is taken.")
    fold = under_todays_rules(ruleset, table)
    fold.begin_action(seat_actor(taken.seat))
    fold.record(taken)
    return _start_if_ready(fold, draws_of)


def under_todays_rules(ruleset: Ruleset[Any], table: Table) -> Fold:
    """What goes on at a table goes on under today's rules; if others decided so far, the log says so first."""
    fold = Fold(ruleset, table)
    if table.rules != ruleset.rules:
        fold.begin_action(TABLE)
        fold.record(t.RulesChanged(ruleset.rules))
    return fold


def free_seat(table: Table, wanted: int | None) -> int:
    """The seat asked for, or the first free one."""
    if wanted is None:
        free = [s for s in range(1, table.setup.seats + 1) if s not in table.taken]
        return free[0] if free else 1
    return existing_seat(table, wanted)


def existing_seat(table: Table, seat: int) -> int:
    """The seat itself; `Refused` when the game has no such seat."""
    if not 1 <= seat <= table.setup.seats:
        raise Refused(Refusal.NOT_FOUND, f"This game has seats 1 to {table.setup.seats}.")
    return seat


def outstanding_seeds(fold: Fold | Table) -> tuple[int, ...]:
    """Seats that have committed to a seed of this epoch and not opened it."""
    opened = {s.seat for s in fold.seeds}
    return tuple(s.seat for s in fold.seats if s.seat not in opened)


def _start_if_ready(fold: Fold, draws_of: DrawsOf) -> Fold:
    if len(fold.seats) == fold.setup.seats and not outstanding_seeds(fold):
        fold.actor = TABLE
        fold.record(t.GameStarted(fold.epoch))
        fold.ruleset.setup(Play(fold, draws_of(fold.table())))
    return fold


def begin_analysis(fold: Fold, forked: t.Forked, taken: Sequence[t.SeatTaken], state: Any) -> Fold:
    """After the creation of a game: let it begin from a state of another one, whose secrets have no places yet."""
    if fold.version != 1 or [s.seat for s in taken] != list(range(1, fold.setup.seats + 1)):
        raise Refused(Refusal.ILLEGAL_ACTION, "An analysis begins a log, with every seat.", rule="table.fork")
    fold.begin_action(TABLE)
    for event in (forked, *taken, t.GameStarted(0), t.PositionSet(state)):
        fold.record(event)
    return fold


def reveal_seed(ruleset: Ruleset[Any], table: Table, revealed: t.SeedRevealed, draws_of: DrawsOf) -> Fold:
    """A seat opens its committed seed (the caller has checked it against the commitment)."""
    if revealed.seat not in outstanding_seeds(table):
        raise Refused(Refusal.GONE_ELSEWHERE, "Your seed is known already.")
    fold = under_todays_rules(ruleset, table)
    fold.begin_action(seat_actor(revealed.seat))
    fold.record(revealed)
    return _start_if_ready(fold, draws_of)


def abort_epoch(ruleset: Ruleset[Any], table: Table, seeds: Mapping[int, str], draws_of: DrawsOf) -> Fold:
    """Seats did not open their seeds in time: the next committed draws are used, with `seeds` in their stead."""
    missing = outstanding_seeds(table)
    fold = Fold(ruleset, table)
    fold.begin_action(TABLE)
    fold.record(t.EpochAborted(table.epoch, missing))
    for seat in missing:
        fold.record(t.SeedRevealed(seat, table.epoch + 1, seeds[seat], "service"))
    return _start_if_ready(fold, draws_of)


def act(ruleset: Ruleset[Any], table: Table, seat: int, action: Any, draws: Draws) -> Fold:
    """A seat acts. Refusals: not playing, not this seat's turn, or against a clause of the rules.

    What is not among the legal actions is refused whatever the ruleset's `decide` makes of it; it is asked for its words.
    """
    if not table.in_play:
        raise Refused(Refusal.ILLEGAL_ACTION, NOT_PLAYING[table.status], rule="table.status")
    if seat not in table.to_act:
        raise Refused(Refusal.NOT_YOUR_TURN, turn_of(table), to_act=list(table.to_act))
    if action not in ruleset.legal_actions(table.game, seat):
        raise _refusal(ruleset, table, seat, action, draws)
    return carry_out(ruleset, table, seat, action, draws)


def _refusal(ruleset: Ruleset[Any], table: Table, seat: int, action: Any, draws: Draws) -> IllegalAction:
    """In the ruleset's words; in the table's where it would accept what it does not offer, or stumbles over it."""
    try:
        carry_out(ruleset, table, seat, action, draws)
    except IllegalAction as refused:
        return refused
    except (LookupError, ValueError, AssertionError):
        pass
    return IllegalAction("table.legal", "This is not among the legal actions of your seat now.")


def carry_out(ruleset: Ruleset[Any], table: Table, seat: int, action: Any, draws: Draws) -> Fold:
    """What follows from an action that is known to be legal."""
    fold = under_todays_rules(ruleset, table)
    fold.begin_action(seat_actor(seat))
    ruleset.decide(Play(fold, draws), seat, action)
    return fold


NOT_PLAYING = {
    "waiting": "The game has not started: seats are still free.",
    "suspended": "The organiser has suspended the game.",
    "finished": "The game is over.",
    "abandoned": "The game was abandoned.",
}


def turn_of(table: Table) -> str:
    seats = " and ".join(str(s) for s in table.to_act)
    return f"It is the turn of seat {seats}."


def request_undo(ruleset: Ruleset[Any], table: Table, seat: int, to_version: int | None) -> Fold:
    """Ask to go back. Granted at once when nothing bars the way, pending when other seats must accept."""
    reach = frontier(table, seat)
    target = default_target(table, seat) if to_version is None else to_version
    if target not in reach.free and target not in reach.with_consent:
        reason = WHY.get(reach.barrier, reach.barrier)
        raise Refused(Refusal.ILLEGAL_ACTION, f"This cannot be taken back: {reason}.", rule="table.undo")
    needs = () if target in reach.free else _others(table, seat)
    fold = Fold(ruleset, table)
    fold.begin_action(seat_actor(seat))
    fold.record(t.UndoRequested(seat, table.requests + 1, target, needs))
    return _grant_if_agreed(fold)


def _others(table: Table, seat: int) -> tuple[int, ...]:
    return tuple(s for s in range(1, table.setup.seats + 1) if s != seat)


def _grant_if_agreed(fold: Fold) -> Fold:
    request = fold.request
    if request is not None and not request.needs:
        fold.actor = TABLE
        fold.record(t.Rewound(request.to_version, request.number))
    return fold


def answer_undo(ruleset: Ruleset[Any], table: Table, seat: int, number: int, accept: bool) -> Fold:
    request = table.request
    if request is None or request.number != number:
        raise Refused(Refusal.NOT_FOUND, f"Undo request {number} is not pending.")
    if seat not in request.needs:
        raise Refused(Refusal.FORBIDDEN, f"Seat {seat} has no answer to give to undo request {number}.")
    fold = Fold(ruleset, table)
    fold.begin_action(seat_actor(seat))
    fold.record(t.UndoAnswered(seat, number, accept))
    return _grant_if_agreed(fold)


def _organise(
    ruleset: Ruleset[Any], table: Table, event: Event, allowed: tuple[str, ...], refusal: str
) -> Fold:
    if table.status not in allowed:
        raise Refused(Refusal.ILLEGAL_ACTION, refusal, rule="table.status")
    fold = Fold(ruleset, table)
    fold.begin_action(ORGANISER)
    fold.record(event)
    return fold


def abandon(ruleset: Ruleset[Any], table: Table) -> Fold:
    open_games = ("waiting", "playing", "suspended")
    return _organise(ruleset, table, t.GameAbandoned(), open_games, "The game is over already.")


def suspend(ruleset: Ruleset[Any], table: Table) -> Fold:
    return _organise(
        ruleset, table, t.GameSuspended(), ("playing",), "Only a game being played can be suspended."
    )


def resume(ruleset: Ruleset[Any], table: Table) -> Fold:
    return _organise(ruleset, table, t.GameResumed(), ("suspended",), "The game is not suspended.")
