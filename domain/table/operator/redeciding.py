"""Deciding again how a game was suspended, resumed or abandoned: by the operator, or by anyone else who may do so (L4)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from domain.draws import Draws
from domain.ruleset import Ruleset
from domain.table import decisions
from domain.table import events as t
from domain.table.absence.starting import not_started
from domain.table.absence.suspension import resume_by_table
from domain.table.actors import TABLE
from domain.table.fold import Fold
from domain.table.operator import deciding
from domain.table.operator.state import OPERATOR
from domain.table.state import Logged, Table


def _suspended(ruleset: Ruleset[Any], table: Table, group: Sequence[Logged], draws: Draws) -> Fold:
    event: Any = group[0].event
    if event.why == OPERATOR:
        return deciding.close(ruleset, table, _reason_of(event))
    return decisions.suspend(ruleset, table)


def _resumed(ruleset: Ruleset[Any], table: Table, group: Sequence[Logged], draws: Draws) -> Fold:
    event: Any = group[0].event
    if event.why == OPERATOR:
        return deciding.reopen(ruleset, table)
    resume = resume_by_table if group[0].actor == TABLE else decisions.resume
    return resume(ruleset, table)


def _abandoned(ruleset: Ruleset[Any], table: Table, group: Sequence[Logged], draws: Draws) -> Fold:
    event: Any = group[0].event
    if event.why == OPERATOR:
        return deciding.abandon(ruleset, table, _reason_of(event))
    return (decisions.abandon if event.why is None else not_started)(ruleset, table)


def _reason_of(event: Any) -> str:
    if event.reason_hash is None:
        raise ValueError("the operator gives a reason")
    return str(event.reason_hash)


HALTS: Mapping[type, Callable[[Ruleset[Any], Table, Any, Draws], Fold]] = {
    t.GameSuspended: _suspended,
    t.GameResumed: _resumed,
    t.GameAbandoned: _abandoned,
}
