"""Sentences for the events of clocks, of seats that bots play, of resignations and agreements."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from domain.sentence import Seat, Sentence, say
from domain.table.absence import events as a
from domain.table.clock import events as c

DAY, HOUR, MINUTE = 86_400, 3_600, 60


def time_text(milliseconds: int) -> str:
    """A time as clocks show it, in every language: `2:05`, `1:00:00`, `3 d 4:00:00`. Parts of a second are left out."""
    days, rest = divmod(milliseconds // 1000, DAY)
    hours, rest = divmod(rest, HOUR)
    minutes, seconds = divmod(rest, MINUTE)
    if not days and not hours:
        return f"{minutes}:{seconds:02}"
    return (f"{days} d " if days else "") + f"{hours}:{minutes:02}:{seconds:02}"


def _set(event: c.ClockSet) -> Sentence:
    return say("Clocks: {clocks}.", clocks=tuple(map(_clock, event.seats)))


def _clock(row: c.ClockRow) -> Sentence:
    text = "{seat} {time} (stopped)" if row.since is None else "{seat} {time} (running)"
    return say(text, seat=Seat(row.seat), time=time_text(row.grace + row.left))


def _ran_out(event: c.TimeRanOut) -> Sentence:
    seats = tuple(map(Seat, event.seats))
    if event.outcome is None:
        return say("The time of {seats} has run out.", seats=seats)
    if not event.outcome.winners:
        return say("The time of {seats} has run out. The game is over, and nobody has won.", seats=seats)
    return say(
        "The time of {seats} has run out. The game is over, and the win goes to {winners}.",
        seats=seats,
        winners=tuple(map(Seat, event.outcome.winners)),
    )


def _resigned(event: a.Resigned) -> Sentence:
    seat = Seat(event.seat)
    if event.outcome is None:
        return say("{seat} resigns.", seat=seat)
    if not event.outcome.winners:
        return say("{seat} resigns. The game is over, and nobody has won.", seat=seat)
    winners = tuple(map(Seat, event.outcome.winners))
    return say("{seat} resigns. The game is over, and the win goes to {winners}.", seat=seat, winners=winners)


AGREED = {
    "suspend": "{seat} agrees that the organiser may suspend the game.",
    "abandon": "{seat} agrees to abandon the game.",
}


def _agreed(event: a.Agreed) -> Sentence:
    if event.to in AGREED:
        return say(AGREED[event.to], seat=Seat(event.seat))
    return say(
        "{seat} agrees that the organiser may give seat {n} to a substitute.",
        seat=Seat(event.seat),
        n=event.to.removeprefix("reassign:"),
    )


CLOCK_SENTENCES: dict[type, Callable[[Any], Sentence]] = {
    c.ClockSet: _set,
    c.TimeHeld: lambda e: say(
        "The service was away: no clock runs for {time}.", time=time_text(e.to - e.from_)
    ),
    c.TimeRanOut: _ran_out,
    a.SeatLeft: lambda e: say("From here on a bot plays for {seat}.", seat=Seat(e.seat)),
    a.SeatReturned: lambda e: say("{seat} is back and plays on.", seat=Seat(e.seat)),
    a.Resigned: _resigned,
    a.Agreed: _agreed,
}
