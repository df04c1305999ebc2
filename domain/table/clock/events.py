"""Events of clocks. They count whatever is taken back. Milliseconds; `since`, `from`, `to`, `deadline` since the epoch."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from domain.ruleset import Event, Outcome


class ClockTerms(msgspec.Struct, frozen=True, omit_defaults=True):
    """The clock agreed on, in whole seconds. `most` is the maximum of a bank after an increment; None: there is none."""

    bank: int
    increment: int
    grace: int
    on_time_out: Literal["forfeit", "bot"]
    start_within: int
    organiser_stops: bool
    most: int | None = None


class ClockRow(msgspec.Struct, frozen=True, omit_defaults=True):
    """The clock of a seat: in its `stint`th stint it has `grace` and then `left`; it runs since `since`, if that is there."""

    seat: int
    stint: int
    left: int
    grace: int
    since: int | None = None

    @property
    def deadline(self) -> int | None:
        """When the clock runs out; None while it does not run."""
        return None if self.since is None else self.since + self.grace + self.left


class ClockSet(Event, frozen=True, tag="clock-set"):
    """The clocks that an action starts, stops or changes: always its last entry. `seats` ascend."""

    seats: tuple[ClockRow, ...]


class TimeHeld(Event, frozen=True, tag="time-held"):
    """The service was away, and no clock runs meanwhile. `outage` is the number of its leaf in the log of logs."""

    outage: int
    from_: Annotated[int, Meta(description="From when no clock runs, in milliseconds since 1970.")] = (
        msgspec.field(name="from")
    )
    to: Annotated[int, Meta(description="From when the clocks run again, in milliseconds since 1970.")]


class Forfeit(msgspec.Struct, frozen=True):
    """The outcome where seats lose by time, or resign."""

    winners: tuple[int, ...]
    ranking: tuple[tuple[int, ...], ...]
    scores: dict[str, int]
    reason: str

    def as_outcome(self) -> Outcome:
        return Outcome(self.winners, self.ranking, self.scores, self.reason)


class TimeRanOut(Event, frozen=True, omit_defaults=True, tag="time-ran-out"):
    """The clocks of these seats ran out at `deadline`. `outcome` where that ends the game."""

    seats: tuple[int, ...]
    deadline: int
    outcome: Forfeit | None = None
