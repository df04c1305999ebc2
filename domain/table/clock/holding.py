"""Outages: while the service is away, no clock runs (clock.outage)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Any, NamedTuple

from domain.ruleset import Ruleset
from domain.table.actors import TABLE
from domain.table.clock.events import TimeHeld
from domain.table.clock.state import REST
from domain.table.fold import Fold
from domain.table.state import Logged, Table


class Outage(NamedTuple):
    """An outage as its leaf in the log of logs has it, in milliseconds since the epoch.

    `own`: whether it is one of this game alone, which was closed for missing entries.
    """

    n: int
    from_: int
    to: int
    own: bool = False

    @property
    def back(self) -> int:
        """When the service was back; clocks rest for a while longer."""
        return self.to - REST


def hold(
    ruleset: Ruleset[Any], table: Table, log: Sequence[Logged], outages: Iterable[Outage]
) -> Fold | None:
    """The next outage that is to be held, the game's own first; None when there is none."""
    for outage in sorted(outages, key=lambda it: (not it.own, it.n)):
        if (since := held_since(table, log, outage)) is not None:
            fold = Fold(ruleset, table)
            fold.begin_action(TABLE)
            fold.record(TimeHeld(outage.n, since, outage.to), ("clock.outage",))
            return fold
    return None


def held_since(table: Table, log: Sequence[Logged], outage: Outage) -> int | None:
    """From when on an outage holds the clocks of a game; None where it does not hold them, or has done so before."""
    clock, back = table.clock, outage.back
    since = max(outage.from_, last_at(log), table.clock.rest)
    if outage.n in clock.outages or table.time < back or since >= back:
        return None
    return since if any(_runs_after(row.deadline, since) for row in clock.rows.values()) else None


def _runs_after(deadline: int | None, time: int) -> bool:
    return deadline is not None and deadline > time


def last_at(log: Sequence[Logged]) -> int:
    """When the last action was that held no outage."""
    for _, action in groupby(reversed(log), key=lambda logged: logged.action):
        *_, first = action
        if not isinstance(first.event, TimeHeld):
            return first.at
    return 0
