"""A game with a clock that does not start, because seeds are not opened."""

from __future__ import annotations

from typing import Any

from domain.ruleset import Ruleset
from domain.table.actors import TABLE
from domain.table.decisions import under_todays_rules
from domain.table.events import GameAbandoned
from domain.table.fold import Fold
from domain.table.refusals import Refusal, Refused
from domain.table.state import Table


def start_due(table: Table) -> int | None:
    """Until when seeds may be opened, in milliseconds since the epoch; None where nothing waits for seeds in time.

    The service may give more time: it counts from when it serves the proof that all seats are in the log of logs.
    """
    clock = table.setup.clock
    waits = clock is not None and bool(table.to_reveal)
    return table.clock.seated + 1000 * clock.start_within if waits and clock is not None else None


def not_started(ruleset: Ruleset[Any], table: Table) -> Fold:
    """The game ends before its start; `Refused` clock.start before the time to open seeds is over."""
    due = start_due(table)
    if due is None or table.time < due:
        detail = "A game is abandoned by time only where a seed is not open at the end of start_within."
        raise Refused(Refusal.ILLEGAL_ACTION, detail, rule="clock.start")
    fold = under_todays_rules(ruleset, table)
    fold.begin_action(TABLE)
    fold.record(GameAbandoned("not-started"), ("clock.start",))
    return fold
