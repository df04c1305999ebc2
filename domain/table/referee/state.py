"""The desk as folded from the log. It holds versions and never times: when an event was, its entry says.

What a ruling corrects is hidden where the game hides, so viewers get a desk through `redact`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

import msgspec

from domain.ruleset import Outcome
from domain.table.referee.events import WITHOUT_REMEDY, ResultSet, Ruled, Wants

CaseState = Literal["open", "taken", "ruled", "appealed", "final", "withdrawn", "expired"]
UNRULED: tuple[CaseState, ...] = ("open", "taken")
CLOSED: tuple[CaseState, ...] = ("final", "withdrawn", "expired")
RULING, VOID = "ruling", "void"
"""Reasons of outcomes that rulings have set: a result, or that the game counts nowhere."""


class Referee(msgspec.Struct, frozen=True):
    """`appointed` and `dismissed` are versions; `after_start` says whether the game had begun at the appointment."""

    number: int
    head: bool
    appointed: int
    after_start: bool
    dismissed: int | None = None


class Statement(msgspec.Struct, frozen=True):
    seat: int
    version: int


class Appeal(msgspec.Struct, frozen=True):
    """`decision` None until a head referee has decided; a ruling that became final without one was not followed."""

    seat: int
    version: int
    decision: str | None = None


class Release(msgspec.Struct, frozen=True):
    """The eyes of `seats` for the versions `first` to `last`, from `version` on and before `ended`."""

    dispute: int
    referee: int
    seats: tuple[int, ...]
    first: int
    last: int
    version: int
    ended: int | None = None


class Ruling(msgspec.Struct, frozen=True):
    """`version` is that of the `ruled` event that says it."""

    version: int
    said: Ruled
    final: int | None = None

    @property
    def remedies(self) -> bool:
        """Whether it changes anything in the game, clocks included."""
        return self.said.kind not in WITHOUT_REMEDY or self.said.remedy is not None


class Case(msgspec.Struct, frozen=True):
    """One dispute. `seat` None: a referee's own motion; `referee` has taken it; `ruling` is the one that counts."""

    number: int
    version: int
    seat: int | None
    opener: str
    first: int
    last: int
    clauses: tuple[str, ...]
    wants: Wants
    state: CaseState = "open"
    referee: int | None = None
    statements: tuple[Statement, ...] = ()
    ruling: int | None = None
    waived: tuple[int, ...] = ()
    appeal: Appeal | None = None
    closed: int | None = None

    @property
    def is_open(self) -> bool:
        return self.state not in CLOSED


class Desk(msgspec.Struct, frozen=True):
    """All that referees have to do with a game. Referees, cases and rulings are numbered from 1, in order."""

    referees: tuple[Referee, ...] = ()
    cases: tuple[Case, ...] = ()
    rulings: tuple[Ruling, ...] = ()
    releases: tuple[Release, ...] = ()
    result: ResultSet | None = None
    """The result that a ruling has set, the last one."""
    voided: bool = False

    @property
    def case(self) -> Case | None:
        """The one that is open; there is never more than one."""
        return self.cases[-1] if self.cases and self.cases[-1].is_open else None

    @property
    def appointed(self) -> Iterator[Referee]:
        """Those who have not been dismissed."""
        return (referee for referee in self.referees if referee.dismissed is None)

    def ruling_of(self, case: Case) -> Ruling | None:
        return None if case.ruling is None else self.rulings[case.ruling - 1]

    def halts(self, pause: bool) -> bool:
        """Whether the open case keeps a live game standing still: until it is ruled, or until its remedy is final."""
        case = self.case
        if case is None:
            return False
        if case.state in UNRULED:
            return pause
        ruling = self.ruling_of(case)
        return ruling is not None and ruling.remedies

    def outcome(self, seats: int) -> Outcome | None:
        """What a ruling has made of the game's end; None where rulings leave it to the game."""
        if self.voided:
            return Outcome((), (tuple(range(1, seats + 1)),), {}, VOID)
        result = self.result
        return None if result is None else Outcome(result.winners, result.ranking, result.scores, RULING)


NO_DESK = Desk()
