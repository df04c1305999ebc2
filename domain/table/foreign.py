"""Stretches of a log that another revision of the rules decided: what of them can be judged without that revision.

What the table and the desk do is judged there too, as far as it needs no state of the ruleset. Whatever needs one is neither
right nor wrong to a reader who does not have those rules.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from itertools import groupby
from typing import Any, NamedTuple

from msgspec.structs import replace

from domain.ruleset import Event, Ruleset
from domain.table import events as t
from domain.table.absence.events import Resigned, SeatExcluded, SeatLeft, SeatReturned
from domain.table.absence.state import ABSENCE, Absence
from domain.table.actors import ORGANISER
from domain.table.clauses import CLAUSES
from domain.table.clock.events import ClockSet, TimeRanOut
from domain.table.parts.course import ANALYSIS, PLAYING
from domain.table.parts.part import Moment
from domain.table.parts.registry import Parts
from domain.table.referee import events as e
from domain.table.state import Logged, Table

NEED_A_STATE: tuple[type[Event], ...] = (
    t.GameStarted,
    t.Forked,
    t.PositionSet,
    t.UndoRequested,
    t.Rewound,
    e.ResultSet,
    e.StackReshuffled,
    e.ActionCorrected,
    ClockSet,
    TimeRanOut,
    SeatExcluded,
    SeatLeft,
    SeatReturned,
    Resigned,
)
"""Events of the table that only follow from a state of the ruleset."""


class Stretch(NamedTuple):
    """Entries `first` to `last`, both included, were decided by the revision `rules`."""

    rules: int
    first: int
    last: int


def needs_its_rules(ruleset: Ruleset[Any], action: Sequence[Logged], away: Container[int]) -> bool:
    """Whether an action can be judged by the revision that decided it alone. `away`: the seats whose persons were."""
    return any(_needs_its_rules(ruleset, logged, away) for logged in action)


def _needs_its_rules(ruleset: Ruleset[Any], logged: Logged, away: Container[int]) -> bool:
    event = logged.event
    if isinstance(event, NEED_A_STATE) or type(event) in ruleset.events:
        return True
    if isinstance(event, t.SeatReassigned) and logged.actor == ORGANISER and event.seat in away:
        return True  # a substitute comes while the bot is not to act
    if isinstance(event, e.Ruled) and event.remedy is not None:
        return True
    cited = event.clauses if isinstance(event, e.Ruled | e.DisputeOpened) else ()
    return any(id not in ruleset.clauses and id not in CLAUSES for id in cited)


def stretches(log: Sequence[Logged]) -> Iterator[Stretch]:
    """The whole log, cut where the rules change. What says that they do belongs to neither side."""
    first, rules = 0, 0
    for logged in log:
        if isinstance(logged.event, t.GameCreated | t.RulesChanged):
            if logged.version - 1 > first:
                yield Stretch(rules, first, logged.version - 2)
            rules = logged.event.rules
            first = logged.version - isinstance(logged.event, t.GameCreated)
    if len(log) > first:
        yield Stretch(rules, first, len(log) - 1)


def foreign(ruleset: Ruleset[Any], log: Sequence[Logged]) -> tuple[Stretch, ...]:
    """The stretches of other revisions than this one's."""
    return tuple(it for it in stretches(log) if it.rules != ruleset.rules)


def undecided(ruleset: Ruleset[Any], log: Sequence[Logged]) -> tuple[Stretch, ...]:
    """Those of them that hold something only those revisions can judge."""
    others = foreign(ruleset, log)
    return tuple(it for it in others if _holds_any(ruleset, log, it))


def _holds_any(ruleset: Ruleset[Any], log: Sequence[Logged], stretch: Stretch) -> bool:
    """Who comes to be away in the stretch does so by an event that needs its rules itself."""
    away = _away_after(log[: stretch.first])
    actions = groupby(log[stretch.first : stretch.last + 1], lambda logged: logged.action)
    return any(needs_its_rules(ruleset, [*action], away) for _, action in actions)


def _away_after(log: Sequence[Logged]) -> Container[int]:
    """The seats whose persons are away; the game is not folded, which these rules may not be able to."""
    absence = Absence()
    for it in log:
        if (follow := ABSENCE.folds.get(type(it.event))) is not None:
            moment = Moment(it.version, it.action, it.actor, True, Parts())
            absence = follow(absence, it.event, moment)
    return absence.away


def may_have_been(table: Table) -> Iterator[Table]:
    """The table as other revisions may see it where only rules tell whether the game is over."""
    if table.game is None or table.status in ("waiting", "abandoned"):
        return
    going_on = ANALYSIS if table.forked is not None else "suspended" if table.halts else PLAYING
    for status in {"finished", going_on} - {table.status}:
        yield replace(table, status=status)
