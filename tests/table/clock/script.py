"""A game that does what its actions say, so that every course of a clock is one line of a test."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, combinations
from typing import Any

import msgspec
from msgspec.structs import replace

from domain.draws import Draws
from domain.play import Play
from domain.ruleset import Action, Edition, Event, Outcome, Ruleset, Traits
from domain.table import decisions, seating
from domain.table import events as t
from domain.table.arrival import brought
from domain.table.clock.events import ClockRow, ClockSet, ClockTerms
from domain.table.clock.holding import Outage
from domain.table.fold import Fold
from domain.table.redecide import redecided
from domain.table.state import Logged
from tests.table.referee.kit import TERMS, Court

SEATS = 3
BANK = ClockTerms(
    bank=60, increment=5, grace=10, on_time_out="forfeit", start_within=30, organiser_stops=True, most=70
)
"""A minute, five seconds more a stint, ten seconds before it counts; at most 70 seconds."""


class Do(Action, frozen=True, tag="do"):
    """After it the seats in `asks` are to act; it begins the `turn` of a seat, of nobody (0), or none."""

    asks: tuple[int, ...]
    turn: int | None = None
    over: bool = False


class Done(Event, frozen=True, tag="done"):
    seat: int
    asks: tuple[int, ...]
    turn: int | None
    over: bool


class State(msgspec.Struct, frozen=True):
    asks: tuple[int, ...] = ()
    round: int = 0
    over: bool = False


def _decide(play: Play[State], seat: int, action: Do) -> None:
    play.record(Done(seat, action.asks, action.turn, action.over), "script.do")


def _done(state: State, event: Done) -> State:
    return replace(state, asks=event.asks, round=state.round + (event.turn == 0), over=event.over)


def _choices() -> Iterator[Do]:
    """Everything, so that whatever was done can be decided again."""
    seats = range(1, SEATS + 1)
    for asks in chain.from_iterable(combinations(seats, n) for n in range(1, SEATS + 1)):
        yield from (Do(asks, turn) for turn in (None, 0, *seats))
    yield Do((), None, True)


class Script(Ruleset[State]):
    """The table counts turns. It begins with the turn of seat 1."""

    id, name, state, end_reasons = "script", {"en": "Script", "pl": "Skrypt"}, State, ("over",)
    traits = Traits(seats=(2, SEATS), draws=1, longest=100)
    editions = {"1": Edition("1", {})}
    evolvers = {Done: _done}
    deciders = {Do: _decide}
    turns = {Done: lambda event: event.turn}
    begins: tuple[int, ...] = (1,)

    def initial(self, seats: int, options: Any, edition: Edition) -> State:
        return State()

    def setup(self, play: Play[State]) -> None:
        play.record(Done(0, self.begins, self.begins[0], False), "script.begin")

    def to_act(self, state: State) -> tuple[int, ...]:
        return () if state.over else state.asks

    def choices(self, state: State, seat: int) -> Sequence[Action]:
        return list(_choices())

    def outcome(self, state: State) -> Outcome | None:
        return Outcome((1,), ((1,), (2, 3)), {}, "over") if state.over else None

    def conserved(self, state: State) -> Mapping[str, int]:
        return {}


class Actions(Script):
    """Without turns: the table counts actions."""

    turns = {}


class Rounds(Script):
    """The ruleset says the stint: as in Romans, a round of orders."""

    begins = (1, 2, 3)

    def stint(self, state: State, seat: int) -> int:
        return state.round


class AtOnce(Script):
    """All are to act at the same time."""

    begins = (1, 2, 3)


class Timed(Court):
    """A game of `Script` with a clock; time is in milliseconds from its start, which is `begun`."""

    def __init__(
        self,
        clock: ClockTerms | None = BANK,
        ruleset: Ruleset[Any] | None = None,
        seats: int = SEATS,
        terms: t.Disputes | None = TERMS,
        undo: str = "free",
    ) -> None:
        super().__init__(ruleset or Script(), seats, terms, undo, clock=clock)
        self.begun = self.now

    @property
    def draws(self) -> Draws:
        return self.sitting.draws

    def after(self, ms: int) -> Timed:
        """So much later."""
        self.sitting.time += ms
        return self

    def at(self, ms: int) -> Timed:
        """So long after the start."""
        self.sitting.time = self.begun + ms
        return self

    def do(self, seat: int, *asks: int, turn: int | None = None) -> list[ClockRow]:
        """What an action of a seat sets; afterwards these seats are to act, or the game is over if there are none."""
        action = Do(asks, turn, not asks)
        return self.set_by(decisions.play(self.sitting.ruleset, self.sitting.now, seat, action, self.draws))

    def set_by(self, fold: Fold) -> list[ClockRow]:
        """The rows that an action sets."""
        return rows_of(self.take(fold))

    def decide(self, decide: Any, *more: Any) -> list[ClockRow]:
        """The rows that a decision about a table sets."""
        return self.set_by(decide(self.sitting.ruleset, self.sitting.now, *more))

    def reassign(self, seat: int) -> list[ClockRow]:
        return self.decide(seating.reassign_seat, t.SeatReassigned(seat))

    def brought(self, *outages: Outage) -> list[Logged]:
        """What time has brought, the first action of it; [] for nothing."""
        fold = brought(self.hearing._replace(outages=outages))
        return [] if fold is None else self.take(fold)

    def row(self, seat: int) -> ClockRow:
        """The last row of a seat, with `since` from the start on."""
        row: ClockRow = self.table.clock.rows[seat]
        return row if row.since is None else replace(row, since=row.since - self.begun)

    def check(self) -> None:
        """Everything that was recorded is decided again so."""
        assert [*redecided(self.sitting.ruleset, self.log)][-1].version == len(self.log)


def rows_of(recorded: Sequence[Logged]) -> list[ClockRow]:
    """The rows that the last entry sets, if it sets any."""
    event = recorded[-1].event
    return list(event.seats) if isinstance(event, ClockSet) else []
