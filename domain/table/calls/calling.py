"""Judge calls: a seat asks, referees answer, the seat closes the call. None of it stops the game."""

from __future__ import annotations

from typing import NamedTuple

from domain.ledger.entry import NO_ATTESTATION, Attestation
from domain.table.absence.presence import check_not_excluded
from domain.table.actors import seat_actor
from domain.table.calls import events as e
from domain.table.calls.state import Call, Calls
from domain.table.clock.disturbing import check_disturbs
from domain.table.fold import Fold
from domain.table.referee.appointing import by_referee, check_takes_disputes
from domain.table.referee.hearing import Hearing, check_party, refused
from domain.table.refusals import Refusal, Refused
from domain.table.state import OVER, Table

MOST = 6
"""Calls of a seat in a game."""
APART = 60
"""Seconds between two calls of a seat."""


class Question(NamedTuple):
    """What a seat asks, about the events `first` to `last` if it names any."""

    question_hash: str
    first: int | None = None
    last: int | None = None


def call_judge(
    hearing: Hearing, seat: int, question: Question, attestation: Attestation = NO_ATTESTATION
) -> Fold:
    """A seat asks the referees of a running game. Without a referee who is here nobody could answer."""
    check_takes_disputes(hearing)
    if hearing.table.status in OVER:
        raise refused("referee.call", "The game is over, so no judge is called any more.")
    if not hearing.desk.here:
        raise refused("referee.none", "No referee of this game is here to answer.")
    check_party(hearing, seat)
    check_not_excluded(hearing.table, seat)
    _check_about(hearing, question)
    _check_limits(hearing, seat)
    check_disturbs(hearing.table, seat)
    fold = _by_seat(hearing, seat, attestation)
    hash, first, last = question
    fold.record(e.JudgeCalled(len(hearing.table.calls) + 1, seat, hash, first, last), ("referee.call",))
    return fold


def answer_call(hearing: Hearing, referee: int, call: int, answer_hash: str) -> Fold:
    """A referee who is here answers, once. While the game runs, nobody does who has seen it from a seat's viewpoint."""
    fold = Fold(hearing.ruleset, hearing.table)
    by_referee(hearing, referee, fold)
    target = open_call(hearing, call)
    if any(it.referee == referee for it in target.answers):
        raise refused("referee.call", f"Referee {referee} has answered call {call}; a referee answers once.")
    if not _has_not_seen(hearing.table, referee):
        detail = (
            f"Referee {referee} has seen with a seat's eyes in this game, and answers no calls while it runs."
        )
        raise refused("referee.call", detail, Refusal.FORBIDDEN)
    fold.record(e.CallAnswered(call, referee, answer_hash), ("referee.call",))
    return fold


def close_call(hearing: Hearing, seat: int, call: int, attestation: Attestation = NO_ATTESTATION) -> Fold:
    """The seat that called needs no more answers."""
    target = open_call(hearing, call)
    if target.seat != seat:
        raise refused("referee.call", f"Only seat {target.seat} closes its call.", Refusal.FORBIDDEN)
    check_disturbs(hearing.table, seat)
    fold = _by_seat(hearing, seat, attestation)
    fold.record(e.CallClosed(call), ("referee.call",))
    return fold


def open_call(hearing: Hearing, number: int) -> Call:
    """The call of this number, which must not be closed; `Refused` otherwise."""
    call = existing_call(hearing.table.calls, number)
    if call.closed is not None:
        raise refused("referee.call", f"Call {number} is closed: nothing is added to it any more.")
    return call


def existing_call(calls: Calls, number: int) -> Call:
    """The call of this number among a game's; `Refused` not-found otherwise."""
    if not 1 <= number <= len(calls):
        raise Refused(Refusal.NOT_FOUND, f"This game has {len(calls)} calls; there is no call {number}.")
    return calls[number - 1]


def may_answer(table: Table, referee: int) -> bool:
    """Whether somebody is a referee of this game who answers calls now."""
    return any(it.number == referee for it in table.desk.here) and _has_not_seen(table, referee)


def _has_not_seen(table: Table, referee: int) -> bool:
    """Whether a referee has seen nothing of a running game from the viewpoint of a seat."""
    read = any(it.referee == referee and it.readings for it in table.desk.releases)
    return table.status in OVER or not read


def _by_seat(hearing: Hearing, seat: int, attestation: Attestation) -> Fold:
    fold = Fold(hearing.ruleset, hearing.table)
    fold.begin_action(seat_actor(seat), *attestation)
    return fold


def _check_about(hearing: Hearing, question: Question) -> None:
    _, first, last = question
    if first is None and last is None:
        return
    if first is None or last is None or not 1 <= first <= last <= hearing.table.version:
        detail = (
            f"A call is about versions `from` to `to`; this game has versions 1 to {hearing.table.version}."
        )
        raise refused("referee.stretch", detail)


def _check_limits(hearing: Hearing, seat: int) -> None:
    so_far = [it for it in hearing.table.calls if it.seat == seat]
    if len(so_far) >= MOST:
        raise refused("referee.call.1", f"A seat calls a judge at most {MOST} times a game.")
    if so_far and not hearing.past(so_far[-1].version, APART):
        raise refused("referee.call.2", f"Wait until {APART} seconds after your last call.")
