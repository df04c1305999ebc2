"""The first disputed action of a case: where it begins the game can be looked at and taken back, though it was not named."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby, takewhile
from typing import Any

from domain.ruleset import Ruleset
from domain.table.actors import is_player
from domain.table.referee.state import Case
from domain.table.state import Logged


def before_disputed(ruleset: Ruleset[Any], log: Sequence[Logged], case: Case) -> int | None:
    """The version before the first action of a seat that has an entry in the stretch; None where no seat's action has one."""
    action = log[case.first - 1].action
    earlier = sum(1 for _ in takewhile(lambda it: it.action == action, reversed(log[: case.first - 1])))
    for _, group in groupby(log[case.first - 1 - earlier : case.last], lambda it: it.action):
        begins = next(group)
        if type(begins.event) in ruleset.events and is_player(begins.actor):
            return begins.version - 1
    return None


def inside(ruleset: Ruleset[Any], log: Sequence[Logged], case: Case) -> range:
    """The versions that count as inside the stretch, for releases and eyes."""
    before = before_disputed(ruleset, log, case)
    return range(case.first if before is None else min(before, case.first), case.last + 1)
