"""Deciding again what happened at the desk: was it allowed then, to the one who did it, and did it do what it says? (L4)

When something was is the `at` of its entry.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from domain.table.absence.events import SeatExcluded
from domain.table.actors import referee_of, seat_of
from domain.table.fold import Fold
from domain.table.referee import appealing, appointing, events, handling, opening, reading
from domain.table.referee.corrections import known_to_its_seat
from domain.table.referee.excluding import exclude_at_start
from domain.table.referee.finality import keep
from domain.table.referee.hearing import Hearing
from domain.table.referee.ruling import Said, Sanction, rule, seats_penalised
from domain.table.state import Logged


def _opened(hearing: Hearing, group: Sequence[Logged]) -> Fold:
    event: Any = group[0].event
    claim = opening.Claim(event.from_, event.to, event.clauses, event.wants, event.claim_hash)
    if event.seat is None:
        return opening.open_by_referee(hearing, referee_of(group[0].actor), claim)
    return opening.open_dispute(hearing, event.seat, claim)


def _released(hearing: Hearing, group: Sequence[Logged]) -> Fold:
    event: Any = group[0].event
    stretch = (event.seats, event.from_, event.to, event.reason_hash)
    return handling.release(hearing, event.referee, event.dispute, *stretch)


def _answered(hearing: Hearing, group: Sequence[Logged], refuse: bool) -> Fold:
    event: Any = group[0].event
    return handling.answer_objection(hearing, event.seat, event.dispute, refuse)


def _ruled(hearing: Hearing, group: Sequence[Logged]) -> Fold:
    event: Any = group[0].event
    return rule(_counting(hearing, event), event.referee, event.dispute, said(hearing, event), event.judged)


def _decided(hearing: Hearing, group: Sequence[Logged]) -> Fold:
    event: Any = group[0].event
    instead: Any = next((it.event for it in group if isinstance(it.event, events.Ruled)), None)
    whole = None if instead is None else said(hearing, instead)
    hearing = hearing if instead is None else _counting(hearing, instead)
    return appealing.decide(hearing, event.referee, event.dispute, event.findings_hash, whole, event.judged)


def said(hearing: Hearing, event: events.Ruled) -> Said:
    """The ruling as it was given; a log in a file does not say who knows the action of its remedy."""
    remedy = None if event.remedy is None else known_to_its_seat(hearing.ruleset, event.remedy)
    penalties = [Sanction(it.seat, it.kind, it.code) for it in event.penalties]
    return Said(event.kind, event.clauses, event.findings_hash, remedy, penalties, event.why_hash)


def _counting(hearing: Hearing, event: events.Ruled) -> Hearing:
    """With the penalties of other games, as far as a tournament has any: what is left of the count of the first one."""
    if hearing.table.setup.tournament is None:
        return hearing
    here, elsewhere = seats_penalised(hearing.desk), dict[int, int]()
    for penalty in event.penalties:
        elsewhere.setdefault(penalty.seat, max(0, penalty.nth - 1 - here[penalty.seat]))
    return hearing._replace(penalised=elsewhere)


def _on_time(hearing: Hearing, group: Sequence[Logged]) -> Fold:
    fold = keep(hearing)
    if fold is None:
        raise ValueError("it was not due yet")
    return fold


Redecide = Callable[[Hearing, Any], Fold]

DESK_DECISIONS: Mapping[type, Redecide] = {
    events.RefereeAppointed: lambda h, g: appointing.appoint(h, g[0].event.referee, g[0].event.head),
    events.RefereeAccepted: lambda h, g: appointing.accept(h, g[0].event.referee),
    events.RefereeResigned: lambda h, g: appointing.resign(h, g[0].event.referee),
    events.RefereeDismissed: lambda h, g: appointing.dismiss(h, g[0].event.referee),
    events.DisputeOpened: _opened,
    events.DisputeWithdrawn: lambda h, g: opening.withdraw(h, g[0].actor, g[0].event.dispute),
    events.DisputeExpired: _on_time,
    events.StatementGiven: lambda h, g: opening.state(
        h, g[0].event.seat, g[0].event.dispute, g[0].event.statement_hash
    ),
    events.CaseTaken: lambda h, g: handling.take(h, g[0].event.referee, g[0].event.dispute),
    events.RefereeRefused: lambda h, g: _answered(h, g, refuse=True),
    events.RefereeKept: lambda h, g: _answered(h, g, refuse=False),
    events.EvidenceReleased: _released,
    events.EvidenceRead: lambda h, g: reading.read(
        h, g[0].event.referee, g[0].event.dispute, g[0].event.release, g[0].event.seat
    ),
    events.Ruled: _ruled,
    events.AppealWaived: lambda h, g: appealing.waive(h, seat_of(g[0].actor), g[0].event.dispute),
    events.Appealed: lambda h, g: appealing.appeal(
        h, g[0].event.seat, g[0].event.dispute, g[0].event.grounds_hash
    ),
    events.AppealAnswered: lambda h, g: appealing.answer(
        h, g[0].event.seat, g[0].event.dispute, g[0].event.answer_hash
    ),
    events.AppealDecided: _decided,
    events.RulingFinal: _on_time,
    SeatExcluded: lambda h, g: exclude_at_start(h, g[0].event.seat, g[0].event.game, g[0].event.ruling),
}
