"""What the log has made of the seats that bots play, of resignations and agreements."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import TypeVar

import msgspec
from msgspec.structs import replace

from domain.ruleset import Event
from domain.table import events as t
from domain.table.absence import events as e
from domain.table.actors import ORGANISER
from domain.table.parts.part import Moment, Part
from domain.table.referee.events import DisputeOpened

LAST = 10
"""How many of a seat's last actions of play say whether a bot played it."""
ALL_IN_PERSON = (False,) * LAST
ABANDON, SUSPEND, REASSIGN = "abandon", "suspend", "reassign"
"""What seats agree to; the last one with a colon and the number of the seat."""
T = TypeVar("T")


class Absence(msgspec.Struct, frozen=True):
    """`away` has the kind of bot that plays each seat whose person is away.

    `resigned` has the seats that gave up, `excluded` those that a ruling keeps from playing on.
    """

    away: Mapping[int, str] = {}
    resigned: frozenset[int] = frozenset()
    excluded: frozenset[int] = frozenset()
    returns: Mapping[int, int] = {}
    """How often each seat was brought back."""
    by_bot: Mapping[int, tuple[bool, ...]] = {}
    """For the last actions of play of each seat, taken back or not, the oldest first: whether a bot made them."""
    agreed: frozenset[tuple[int, str]] = frozenset()
    """The agreements that stand: who agreed, and to what."""

    @property
    def played_by_bots(self) -> frozenset[int]:
        """The seats that are away, and those for which a bot made more than half of their last actions."""
        mostly = (seat for seat, made in self.by_bot.items() if 2 * sum(made) > len(made))
        return frozenset(self.away).union(mostly)

    def acted(self, actor: str) -> Absence:
        """After an action of the ruleset. Nobody agrees to anything any more.

        It is called for every action of every game, and in most of them it changes nothing after the first few.
        """
        seat, by_bot = _player(actor)
        made = self.by_bot.get(seat, ())
        if made == ALL_IN_PERSON and not by_bot and not self.agreed:
            return self
        counted = {**self.by_bot, seat: (*made, by_bot)[-LAST:]}
        return Absence(self.away, self.resigned, self.excluded, self.returns, counted)

    def used(self, to: str) -> Absence:
        """Without the agreements to this."""
        return replace(self, agreed=frozenset(it for it in self.agreed if it[1] != to))

    def disagreed(self, seat: int) -> Absence:
        """Without the agreements of a seat."""
        return replace(self, agreed=frozenset(it for it in self.agreed if it[0] != seat))


@cache
def _player(actor: str) -> tuple[int, bool]:
    """The seat for which an actor plays, 0 for none, and whether a bot does."""
    who, _, seat = actor.partition(":")
    return (int(seat), who == "bot") if who in ("seat", "bot") else (0, False)


def _without(values: Mapping[int, T], seat: int) -> Mapping[int, T]:
    return {other: value for other, value in values.items() if other != seat}


def _left(absence: Absence, event: e.SeatLeft, moment: Moment) -> Absence:
    return replace(absence.disagreed(event.seat), away={**absence.away, event.seat: event.bot})


def _excluded(absence: Absence, event: e.SeatExcluded, moment: Moment) -> Absence:
    away = {**absence.away, event.seat: event.bot}
    return replace(absence.disagreed(event.seat), away=away, excluded=absence.excluded | {event.seat})


def _back(absence: Absence, seat: int) -> Absence:
    """A seat that was away is back, however it was brought back."""
    returns = {**absence.returns, seat: absence.returns.get(seat, 0) + 1}
    gone = {seat}
    resigned, excluded = absence.resigned - gone, absence.excluded - gone
    away = _without(absence.away, seat)
    return replace(absence, away=away, resigned=resigned, excluded=excluded, returns=returns)


def _reassigned(absence: Absence, event: t.SeatReassigned, moment: Moment) -> Absence:
    """The organiser gives a seat to another person, for whom nobody has agreed; a seat itself only changes its key."""
    if moment.actor != ORGANISER:
        return absence
    agreed = absence.used(reassign(event.seat)).disagreed(event.seat)
    return _back(agreed, event.seat) if event.seat in absence.away else agreed


def brings_back(event: t.SeatReassigned, moment: Moment) -> bool:
    """Whether the organiser brings back a seat that is away by giving it to another person."""
    return moment.actor == ORGANISER and event.seat in moment.parts.absence.away


def reassign(seat: int) -> str:
    """What seats agree to before another person plays on at this seat."""
    return f"{REASSIGN}:{seat}"


_LASTING: dict[type[Event], object] = {
    e.SeatLeft: _left,
    e.SeatExcluded: _excluded,
    e.SeatReturned: lambda absence, event, moment: _back(absence, event.seat),
    t.SeatReassigned: _reassigned,
    e.Resigned: lambda absence, event, moment: replace(absence, resigned=absence.resigned | {event.seat}),
    e.Agreed: lambda absence, event, moment: replace(
        absence, agreed=absence.agreed | {(event.seat, event.to)}
    ),
    DisputeOpened: lambda absence, event, moment: replace(absence, agreed=frozenset()),
    t.GameSuspended: lambda absence, event, moment: absence.used(SUSPEND) if event.why is None else absence,
}
ABSENCE = Part(_LASTING, frozenset(_LASTING))  # type: ignore[arg-type]
