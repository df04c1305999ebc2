"""Deciding again what persons said of their seats, and how a game was resumed or given up (L4)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from domain.draws import Draws
from domain.ruleset import Ruleset
from domain.table import decisions
from domain.table import events as t
from domain.table.absence import events as e
from domain.table.absence.agreeing import agree
from domain.table.absence.resigning import resign
from domain.table.absence.returning import come_back
from domain.table.absence.starting import not_started
from domain.table.absence.suspension import resume_by_table
from domain.table.actors import TABLE
from domain.table.fold import Fold
from domain.table.state import Logged, Table


def _resumed(ruleset: Ruleset[Any], table: Table, group: Sequence[Logged], draws: Draws) -> Fold:
    resume = resume_by_table if group[0].actor == TABLE else decisions.resume
    return resume(ruleset, table)


def _abandoned(ruleset: Ruleset[Any], table: Table, group: Sequence[Logged], draws: Draws) -> Fold:
    event = group[0].event
    assert isinstance(event, t.GameAbandoned)
    return (decisions.abandon if event.why is None else not_started)(ruleset, table)


ABSENCE_DECISIONS: Mapping[type, Callable[[Ruleset[Any], Table, Any, Draws], Fold]] = {
    e.Resigned: lambda r, table, g, d: resign(r, table, g[0].event.seat),
    e.SeatReturned: lambda r, table, g, d: come_back(r, table, g[0].event.seat),
    e.Agreed: lambda r, table, g, d: agree(r, table, g[0].event.seat, g[0].event.to),
    t.GameResumed: _resumed,
    t.GameAbandoned: _abandoned,
}
