"""What can be done at a table. Each function takes a table and gives what is to be logged, or refuses.

A refusal is a `Refused` (or the ruleset's `IllegalAction`) and records nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

from domain.argument import refusal
from domain.draws import Draws
from domain.ledger.entry import NO_ATTESTATION, Attestation
from domain.play import IllegalAction, Play
from domain.ruleset import Event, Ruleset
from domain.table import events as t
from domain.table.absence.organising import check_organiser_may
from domain.table.absence.presence import check_present, player_of
from domain.table.absence.state import ABANDON, SUSPEND
from domain.table.actors import ORGANISER, TABLE, seat_actor
from domain.table.clock.disturbing import check_disturbs
from domain.table.clock.undoing import check_time
from domain.table.fold import EMPTY, Fold
from domain.table.given_actions import well_formed
from domain.table.line import position_at
from domain.table.parts.course import PLAYING
from domain.table.parts.undo import RULED, UndoRequest
from domain.table.refusals import Refusal, Refused
from domain.table.state import Logged, Table
from domain.table.undo import WHY, default_target, frontier


def create(ruleset: Ruleset[Any], setup: t.GameCreated, time: int = 0) -> Fold:
    """`time` in milliseconds since the epoch, if what follows depends on it."""
    fold = Fold(ruleset, EMPTY.at(time))
    fold.begin_action(ORGANISER)
    fold.record(setup)
    return fold


def under_todays_rules(ruleset: Ruleset[Any], table: Table) -> Fold:
    """A table continues under today's rules; if others decided so far, the log says so first."""
    return note_todays_rules(Fold(ruleset, table), table.rules)


def note_todays_rules(fold: Fold, rules: int) -> Fold:
    """Log the change to today's rules unless these `rules` are today's."""
    if rules != fold.ruleset.rules:
        fold.begin_action(TABLE)
        fold.record(t.RulesChanged(fold.ruleset.rules))
    return fold


def begin_analysis(fold: Fold, forked: t.Forked, taken: Sequence[t.SeatTaken], state: Any) -> Fold:
    """After the creation of a game: let it begin from a state of another one, whose secrets have no places yet."""
    if fold.version != 1 or [s.seat for s in taken] != list(range(1, fold.parts.setup.seats + 1)):
        raise Refused(Refusal.ILLEGAL_ACTION, "An analysis begins a log, with every seat.", rule="table.fork")
    fold.begin_action(TABLE)
    for event in (forked, *taken, t.GameStarted(0), t.PositionSet(state)):
        fold.record(event)
    return fold


def act(
    ruleset: Ruleset[Any],
    table: Table,
    seat: int,
    action: Any,
    draws: Draws,
    attestation: Attestation = NO_ATTESTATION,
) -> Fold:
    """The person of a seat acts. Refused as in `play`, and while a bot plays the seat."""
    if table.in_play:
        check_present(table, seat)
    return play(ruleset, table, seat, action, draws, attestation)


def play(
    ruleset: Ruleset[Any],
    table: Table,
    seat: int,
    action: Any,
    draws: Draws,
    attestation: Attestation = NO_ATTESTATION,
) -> Fold:
    """A seat acts, no matter who plays it. Refusals: not playing, not this seat's turn, or against a clause of the rules.

    An action that is not among the legal ones is refused, whatever `decide` makes of it; `decide` gives the reason.
    """
    if not table.in_play:
        raise not_playing(table)
    if seat not in table.to_act:
        raise Refused(Refusal.NOT_YOUR_TURN, turn_of(table), to_act=list(table.to_act))
    if action not in ruleset.legal_actions(table.game, seat):
        raise refusal_of(ruleset, table.game, seat, action)
    return carry_out(ruleset, table, seat, action, draws, attestation)


def refusal_of(ruleset: Ruleset[Any], game: Any, seat: int, action: Any) -> IllegalAction:
    """In the ruleset's words; in the table's where it would accept what it does not offer, or cannot read the action.

    An error of `decide` over an action of its own types is a fault of the rules, and is raised.
    """
    try:
        refused = refusal(ruleset.decide, game, seat, action)
    except Exception:
        if well_formed(ruleset, action):
            raise
        refused = None
    return refused or IllegalAction("table.legal", NOT_LEGAL)


NOT_LEGAL = "This is not among the legal actions of your seat now."


def carry_out(
    ruleset: Ruleset[Any],
    table: Table,
    seat: int,
    action: Any,
    draws: Draws,
    attestation: Attestation = NO_ATTESTATION,
) -> Fold:
    """What follows from an action that is known to be legal."""
    fold = under_todays_rules(ruleset, table)
    fold.begin_action(player_of(table, seat), *attestation)
    ruleset.decide(Play(fold, draws), seat, action)
    return fold


NOT_PLAYING = {
    "waiting": "The game has not started: seats are free, or seeds are still to be opened.",
    "suspended": "The organiser has suspended the game.",
    "closed": "The operator of the service has closed the game.",
    "disputed": "A dispute is being settled, and the game stands still until then.",
    "finished": "The game is over.",
    "abandoned": "The game was abandoned.",
}


def not_playing(table: Table) -> Refused:
    if table.is_closed:
        return Refused(Refusal.GAME_CLOSED, why_not_playing(table))
    return Refused(Refusal.ILLEGAL_ACTION, why_not_playing(table), rule="table.status")


def why_not_playing(table: Table) -> str:
    """In the words of `NOT_PLAYING`."""
    if table.is_closed:
        return NOT_PLAYING["closed"]
    disputed = table.status == "suspended" and not table.halted
    return NOT_PLAYING["disputed" if disputed else table.status]


def turn_of(table: Table) -> str:
    seats = " and ".join(str(s) for s in table.to_act)
    return f"It is the turn of seat {seats}."


def request_undo(
    ruleset: Ruleset[Any],
    table: Table,
    seat: int,
    to_version: int | None,
    attestation: Attestation = NO_ATTESTATION,
) -> Fold:
    """Ask to go back. Granted at once when nothing bars the way, pending when other seats must accept."""
    check_present(table, seat)
    check_disturbs(table, seat)
    target, needs = _way_back(table, seat, to_version)
    check_time(table, seat, target)
    fold = Fold(ruleset, table)
    fold.begin_action(seat_actor(seat), *attestation)
    fold.record(t.UndoRequested(seat, table.undo.requests + 1, target, needs))
    return _grant_if_agreed(fold)


def _way_back(table: Table, seat: int, to_version: int | None) -> tuple[int, tuple[int, ...]]:
    """The version to which a seat may go back, and the seats that have to consent; `Refused` if it cannot go back there."""
    reach = frontier(table, seat)
    target = default_target(table, seat) if to_version is None else to_version
    if target in reach.free:
        return target, ()
    if target in reach.with_consent:
        return target, _others(table, seat)
    reason = WHY.get(reach.barrier, reach.barrier)
    rule = "referee.stands" if reach.barrier == RULED else "table.undo"
    raise Refused(Refusal.ILLEGAL_ACTION, f"This cannot be taken back: {reason}.", rule=rule)


def _others(table: Table, seat: int) -> tuple[int, ...]:
    """Who has to agree: nobody asks those who are away."""
    seats = range(1, table.setup.seats + 1)
    return tuple(s for s in seats if s != seat and s not in table.absence.away)


def _grant_if_agreed(fold: Fold) -> Fold:
    request = fold.parts.undo.request
    if request is not None and not request.needs:
        fold.actor = TABLE
        fold.record(t.Rewound(request.to_version, request.number, rng=_rng(fold)))
    return fold


def _rng(fold: Fold) -> Literal["fresh"] | None:
    """In an analysis what is drawn after going back is drawn anew; elsewhere it comes out as it did."""
    return None if fold.parts.forked is None else "fresh"


def go_to_line(ruleset: Ruleset[Any], table: Table, log: Sequence[Logged], to_version: int) -> Fold:
    """In an analysis: go on from any version there has been, on a line that was left too. `log` is all of its events."""
    if table.forked is None:
        raise Refused(
            Refusal.ILLEGAL_ACTION, "Only in an analysis one goes to other lines.", rule="table.undo"
        )
    if not position_at(log, to_version) or to_version == table.version:
        raise Refused(Refusal.NOT_FOUND, f"There is no position at version {to_version} to go to.")
    fold = Fold(ruleset, table)
    fold.log = log
    fold.begin_action(TABLE)
    fold.record(t.Rewound(to_version, rng="fresh"))
    return fold


def answer_undo(
    ruleset: Ruleset[Any],
    table: Table,
    seat: int,
    number: int,
    accept: bool,
    attestation: Attestation = NO_ATTESTATION,
) -> Fold:
    request = _pending(table, seat, number)
    if not table.in_play:
        raise not_playing(table)
    if accept and request.needs == (seat,):
        check_time(table, request.seat, request.to_version)
    check_disturbs(table, seat)
    fold = Fold(ruleset, table)
    fold.begin_action(seat_actor(seat), *attestation)
    fold.record(t.UndoAnswered(seat, number, accept))
    return _grant_if_agreed(fold)


def _pending(table: Table, seat: int, number: int) -> UndoRequest:
    """The undo request that a seat has to answer."""
    request = table.undo.request
    if request is None or request.number != number:
        raise Refused(Refusal.NOT_FOUND, f"Undo request {number} is not pending.")
    if seat not in request.needs:
        raise Refused(Refusal.FORBIDDEN, f"Seat {seat} has no answer to give to undo request {number}.")
    return request


def _organise(ruleset: Ruleset[Any], table: Table, event: Event, allowed: bool, refusal: str) -> Fold:
    if not allowed:
        raise Refused(Refusal.ILLEGAL_ACTION, refusal, rule="table.status")
    fold = Fold(ruleset, table)
    fold.begin_action(ORGANISER)
    fold.record(event)
    return fold


def check_no_case(table: Table) -> None:
    """`Refused` while a dispute is settled: the organiser must not take it out of the referee's hands."""
    if table.desk.case is not None:
        detail = f"Case {table.desk.case.number} is open; this has to wait until it is settled."
        raise Refused(Refusal.ILLEGAL_ACTION, detail, rule="referee.halt")


def check_going(table: Table) -> None:
    """`Refused` unless the game has begun and is not over; it may be suspended."""
    if table.status not in GOING:
        raise not_playing(table)


GOING = (PLAYING, "suspended")


def abandon(ruleset: Ruleset[Any], table: Table) -> Fold:
    check_no_case(table)
    going = table.status in ("waiting", *GOING)
    if going:
        check_organiser_may(table, ABANDON)
    return _organise(ruleset, table, t.GameAbandoned(), going, "The game is over already.")


def suspend(ruleset: Ruleset[Any], table: Table) -> Fold:
    """Also a game that a case halts: it then continues when both have ended."""
    going = table.status in GOING and not table.halted
    if going:
        check_organiser_may(table, SUSPEND)
    refusal = "Only a game being played can be suspended."
    return _organise(ruleset, table, t.GameSuspended(), going, refusal)


def resume(ruleset: Ruleset[Any], table: Table) -> Fold:
    """Resume what the organiser has halted. A case that halts the game remains in force."""
    halted = table.status == "suspended" and table.halted
    refusal = why_not_playing(table) if table.status == "suspended" else "The game is not suspended."
    return _organise(ruleset, table, t.GameResumed(), halted, refusal)
