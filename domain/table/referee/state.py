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
    """`appointed`, `accepted` and `left` (dismissed or resigned) are versions.

    `from_start`: they accepted before the game began, or count as there from then on, as a tournament's or meeting's
    referees do who stand directly after the start.
    """

    number: int
    head: bool
    appointed: int
    after_start: bool
    accepted: int | None = None
    from_start: bool = False
    left: int | None = None
    resigned: bool = False

    @property
    def is_here(self) -> bool:
        """Whether they have accepted and neither left nor been dismissed."""
        return self.accepted is not None and self.left is None


class Statement(msgspec.Struct, frozen=True):
    """What a seat said at a version: a statement, the grounds of an appeal, a waiver or an answer."""

    seat: int
    version: int


class Objection(msgspec.Struct, frozen=True):
    """A party has refused a referee (`refused`), or said that it will not."""

    referee: int
    seat: int
    version: int
    refused: bool


class Reading(msgspec.Struct, frozen=True):
    """The referee of a release has begun to see from the viewpoint of a seat."""

    seat: int
    version: int


class Release(msgspec.Struct, frozen=True):
    """The eyes of `seats` for the versions `first` to `last`, from `version` on and before `ended`.

    `number` counts the releases of the case.
    """

    dispute: int
    number: int
    referee: int
    seats: tuple[int, ...]
    first: int
    last: int
    version: int
    readings: tuple[Reading, ...] = ()
    ended: int | None = None

    def has_read(self, seat: int) -> bool:
        """Whether the referee has begun to see from the viewpoint of a seat."""
        return any(it.seat == seat for it in self.readings)


class Ruling(msgspec.Struct, frozen=True):
    """`version` is that of the `ruled` event that says it."""

    version: int
    said: Ruled
    final: int | None = None

    @property
    def remedies(self) -> bool:
        """Whether it changes anything in the game, clocks included."""
        return self.said.kind not in WITHOUT_REMEDY or self.said.remedy is not None


class Decision(msgspec.Struct, frozen=True):
    """What a head referee has made of the appeals."""

    version: int
    referee: int
    decision: str


class Case(msgspec.Struct, frozen=True):
    """One dispute. `seat` None: a referee's own motion. `ruling` is the number of the one that counts.

    `referees` had accepted when it was opened and had not left: nobody else acts in it. `marked` are those of them whom a
    party may refuse. `referee` has it now: to rule, or as head referee to decide the appeals; `taken` is the version of
    that. `freed` is the version at which it was last free again by a refusal or a resignation.
    """

    number: int
    version: int
    seat: int | None
    opener: str
    first: int
    last: int
    clauses: tuple[str, ...]
    wants: Wants
    referees: tuple[int, ...] = ()
    marked: tuple[int, ...] = ()
    state: CaseState = "open"
    referee: int | None = None
    taken: int | None = None
    freed: int | None = None
    objections: tuple[Objection, ...] = ()
    statements: tuple[Statement, ...] = ()
    ruling: int | None = None
    waivers: tuple[Statement, ...] = ()
    appeals: tuple[Statement, ...] = ()
    answers: tuple[Statement, ...] = ()
    decision: Decision | None = None
    closed: int | None = None

    @property
    def is_open(self) -> bool:
        return self.state not in CLOSED

    @property
    def waived(self) -> tuple[int, ...]:
        """The parties that will not appeal."""
        return tuple(it.seat for it in self.waivers)

    @property
    def refused(self) -> frozenset[int]:
        """The referees whom a party has refused in this case."""
        return frozenset(it.referee for it in self.objections if it.refused)


class Desk(msgspec.Struct, frozen=True):
    """All that referees have to do with a game. Referees, cases and rulings are numbered from 1, in order."""

    referees: tuple[Referee, ...] = ()
    cases: tuple[Case, ...] = ()
    rulings: tuple[Ruling, ...] = ()
    releases: tuple[Release, ...] = ()
    result: ResultSet | None = None
    """The result that a ruling has set, the last one."""
    voided: bool = False
    opening: int | None = None
    """The last action of those that belong to the start of the game: after it come the referees of its place."""

    @property
    def case(self) -> Case | None:
        """The one that is open; there is never more than one."""
        return self.cases[-1] if self.cases and self.cases[-1].is_open else None

    @property
    def appointed(self) -> Iterator[Referee]:
        """Those who have not left, whether they have accepted or not."""
        return (referee for referee in self.referees if referee.left is None)

    @property
    def here(self) -> tuple[Referee, ...]:
        """Those who have accepted and not left."""
        return tuple(referee for referee in self.referees if referee.is_here)

    def releases_of(self, dispute: int) -> tuple[Release, ...]:
        return tuple(it for it in self.releases if it.dispute == dispute)

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
