"""What a second reckoning of clocks keeps: rows, stints, positions, cases. Milliseconds."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from domain.table.state import Logged

REST = 30_000
FLOOR = 60_000
REMEDIES = ("backed-up", "replayed", "corrected", "result", "void")


class Row(NamedTuple):
    stint: int
    left: int
    grace: int
    since: int | None = None

    @property
    def deadline(self) -> int | None:
        return None if self.since is None else self.since + self.grace + self.left

    def read(self, at: int) -> Row:
        used = 0 if self.since is None else max(0, at - self.since)
        left = self.left - max(0, used - self.grace)
        return Row(self.stint, left, self.grace - min(self.grace, used))

    def less(self, ms: int) -> Row:
        of_grace = min(self.grace, ms)
        return self._replace(grace=self.grace - of_grace, left=self.left - (ms - of_grace))


class Seat(NamedTuple):
    """A seat's clock: its row, the value of its last stint when that began, whether the increment of it was given."""

    row: Row
    began: int | None = None
    given: bool = False


Seats = Mapping[int, Seat]


class Position(NamedTuple):
    """The line at a version: the state, how often each seat (0: nobody) began a turn or acted, and the clocks."""

    state: Any
    turns: Mapping[int, int]
    seats: Seats


class Case(NamedTuple):
    """The open case: who opened it, whether it halts the game, who pays for that, and how long it alone has done so."""

    opener: int | None
    halts: bool = False
    payer: int | None = None
    alone: int = 0


class Change(NamedTuple):
    """What an action holds beside its events of the ruleset. `seats` and `asked`: clocks and whom the rules asked before it."""

    at: int
    seats: Seats
    asked: frozenset[int]
    held: tuple[int, int] | None = None
    stops: int | None = None
    back: int | None = None
    payer: int | None = None
    pays: int = 0
    remedied: bool = False
    banks: Mapping[str, int] = {}


def tag(logged: Logged) -> str:
    return str(type(logged.event).__struct_config__.tag)


def remedies(ruled: Any) -> bool:
    return ruled.kind in REMEDIES or ruled.remedy is not None
