"""What the log has made of the seats that bots play, of resignations and agreements."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
from msgspec.structs import replace

from domain.ruleset import Event
from domain.table.absence import events as e
from domain.table.parts.part import Moment, Part


class Absence(msgspec.Struct, frozen=True):
    """`away` has the kind of bot that plays each seat whose person is away; `resigned` the seats that gave up."""

    away: Mapping[int, str] = {}
    resigned: frozenset[int] = frozenset()


def _left(absence: Absence, event: e.SeatLeft, moment: Moment) -> Absence:
    return replace(absence, away={**absence.away, event.seat: event.bot})


def _returned(absence: Absence, event: e.SeatReturned, moment: Moment) -> Absence:
    return replace(absence, away={seat: bot for seat, bot in absence.away.items() if seat != event.seat})


_LASTING: dict[type[Event], object] = {
    e.SeatLeft: _left,
    e.SeatReturned: _returned,
    e.Resigned: lambda absence, event, moment: replace(absence, resigned=absence.resigned | {event.seat}),
    e.Agreed: lambda absence, event, moment: absence,
}
ABSENCE = Part(_LASTING, frozenset(_LASTING))  # type: ignore[arg-type]
