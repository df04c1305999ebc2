"""Who acts in a case: who may take it, who may hear an appeal, whom a party may refuse, and how long.

All follows from the table and the times of its entries. Only referees of the case act in it (`Case.referees`).
"""

from __future__ import annotations

from collections.abc import Callable

from domain.table.actors import referee_actor
from domain.table.referee.state import Case, Desk
from domain.table.state import Table

At = Callable[[int], int]
"""When the event of a version was, in milliseconds since the epoch."""


def may_take(desk: Desk, case: Case) -> frozenset[int]:
    """The referees who may take a case before it is ruled.

    A referee who opened it may act only when nobody else can, and one who was refused only when not even those can.
    """
    here = _here(desk, case)
    willing = here - case.refused
    return _first(frozenset(it for it in willing if case.opener != referee_actor(it)), willing, here)


def may_hear_appeal(desk: Desk, case: Case) -> frozenset[int]:
    """The head referees who may decide its appeals: they neither opened the case nor ruled in it.

    One who was refused comes in only when no other can act.
    """
    busy = {referee_actor(it.said.referee) for it in desk.rulings if it.said.dispute == case.number}
    heads = {it.number for it in desk.here if it.head}
    able = frozenset(it for it in _here(desk, case) & heads if referee_actor(it) not in busy | {case.opener})
    return _first(able - case.refused, able)


def _here(desk: Desk, case: Case) -> frozenset[int]:
    """The referees of the case who have not left."""
    return frozenset(it.number for it in desk.here).intersection(case.referees)


def _first(*groups: frozenset[int]) -> frozenset[int]:
    """The first group in which there is anybody."""
    return next(filter(None, groups), frozenset())


# -- refusing a referee


def may_refuse(table: Table, case: Case) -> tuple[int, ...]:
    """The parties that may still refuse the marked referee who has taken the case, while there is time for it."""
    referee = case.referee
    if case.state != "taken" or referee not in case.marked or not _can_be_replaced(table.desk, case):
        return ()
    spoken = {it.seat for it in case.objections if it.refused or it.referee == referee}
    return tuple(seat for seat in table.seats.people if seat not in spoken)


def _can_be_replaced(desk: Desk, case: Case) -> bool:
    """Whether another who did not open the case can rule in place of its referee; a head for a head."""
    heads = {it.number for it in desk.here if it.head}
    others = _here(desk, case) - case.refused - {case.referee}
    able = others & heads if case.referee in heads else others
    return any(case.opener != referee_actor(it) for it in able)


def objections_until(table: Table, case: Case, at: At) -> int | None:
    """Until when its referee may be refused, in milliseconds since the epoch; None where nobody may (any more)."""
    terms = table.setup.disputes
    if terms is None or case.taken is None or not may_refuse(table, case):
        return None
    return at(case.taken) + 1000 * terms.answer_within


# -- the time to rule


def rule_since(case: Case) -> int:
    """The version from which the time to rule in a case that is not ruled counts."""
    return max(case.version, case.freed or 0) if case.taken is None else case.taken


def expires_at(table: Table, case: Case, at: At) -> int:
    """When a case expires if nobody rules in it, in milliseconds since the epoch."""
    terms = table.setup.disputes
    assert terms is not None, "a case is open only where there are terms"
    return at(rule_since(case)) + 1000 * terms.rule_within
