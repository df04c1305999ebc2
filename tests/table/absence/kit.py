"""A game with persons who may leave, with or without a clock. Every step is folded again, and can be decided again."""

from __future__ import annotations

from typing import Any

from domain.rulesets.age_of_war import RULESET as AGE_OF_WAR
from domain.table import decisions, seating
from domain.table.absence.agreeing import agree
from domain.table.absence.leaving import leave
from domain.table.absence.resigning import resign
from domain.table.absence.returning import come_back
from domain.table.actors import TABLE
from domain.table.clock.events import ClockTerms, TimeRanOut
from domain.table.clock.flags import flag
from domain.table.events import SeatReassigned
from domain.table.fold import Fold
from domain.table.state import Logged
from tests.table.referee.kit import Court

CLOCK = ClockTerms(bank=60, increment=0, grace=0, on_time_out="bot", start_within=30, organiser_stops=False)


class Room(Court):
    """A game of Age of War that has begun; an organiser stops nothing in it."""

    def __init__(self, seats: int = 3, **more: Any) -> None:
        super().__init__(**{"ruleset": AGE_OF_WAR, "seats": seats, "clock": CLOCK, **more})

    def _decided(self, decide: Any, *args: Any) -> list[Logged]:
        return self.take(decide(self.sitting.ruleset, self.sitting.now, *args))

    def resign(self, seat: int) -> list[Logged]:
        return self._decided(resign, seat)

    def come_back(self, seat: int) -> list[Logged]:
        return self._decided(come_back, seat)

    def agree(self, seat: int, to: str) -> list[Logged]:
        return self._decided(agree, seat, to)

    def reassign(self, seat: int) -> list[Logged]:
        return self._decided(seating.reassign_seat, SeatReassigned(seat))

    def step(self, seat: int | None = None) -> list[Logged]:
        """The first legal action of a seat that is to act, whoever plays it."""
        seat = self.table.to_act[0] if seat is None else seat
        action = self.sitting.legal(seat)[0]
        return self._decided(decisions.play, seat, action, self.sitting.draws)

    def play_out(self) -> None:
        while self.table.in_play:
            self.step()

    def time_out(self) -> int:
        """Time goes by until a clock runs out. Its seat."""
        self.sitting.time = self.table.clock.deadline
        flagged: Any = self._decided(flag)[0].event
        return int(flagged.seats[0])

    def run_out(self, seat: int) -> list[Logged]:
        """A flag out of turn, so that any seat can be away; L4 would not have it."""
        return self.take(out_of_turn(self.sitting.ruleset, self.sitting.now, seat))


def out_of_turn(ruleset: Any, table: Any, seat: int) -> Fold:
    fold = Fold(ruleset, table)
    fold.begin_action(TABLE)
    fold.record(TimeRanOut((seat,), table.time), ("clock.flag",))
    leave(fold, (seat,))
    return fold
