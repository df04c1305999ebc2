"""Who may act in a case: take it, hear its appeals, be refused, refuse, appeal (docs/ledger.md, section 13)."""

from __future__ import annotations

from collections.abc import Callable

from .state import Case, Desk, Referee, has_remedy


def _first(*groups: set[int]) -> set[int]:
    """The first group in which there is anybody."""
    return next(filter(None, groups), set())


def _here(desk: Desk, case: Case, which: Callable[[Referee], bool] = lambda _: True) -> set[int]:
    """The referees of a case who have not left."""
    return {it.number for it in desk.here if it.number in case.referees and which(it)}


def may_take(desk: Desk, case: Case) -> set[int]:
    """Who may take a case that is not ruled. Its opener only if nobody else can act, and the refused if not even they can."""
    here = _here(desk, case)
    willing = here - case.refused
    others = {number for number in willing if desk.referees[number].name != case.opener}
    return _first(others, willing, here)


def may_hear(desk: Desk, case: Case) -> set[int]:
    """The heads who may take its appeals: they neither opened the case nor ruled in it; the refused if there is no other."""
    busy = {case.opener, *(f"referee:{it.said['referee']}" for it in case.rulings)}
    able = _here(desk, case, lambda it: it.head and it.name not in busy)
    return _first(able - case.refused, able)


def may_refuse(desk: Desk, case: Case) -> list[int]:
    """The parties that may refuse the referee who has the case, while there is time for it."""
    if case.state != "taken" or case.referee not in case.marked or not _can_be_replaced(desk, case):
        return []
    spoken = {
        it["d"]["seat"]
        for it in case.objections
        if it["t"] == "referee-refused" or it["d"]["referee"] == case.referee
    }
    return [seat for seat in desk.parties if seat not in spoken]


def _can_be_replaced(desk: Desk, case: Case) -> bool:
    """Whether another who did not open the case may act in it: a head for a head."""
    heads_only = any(it.head and it.number == case.referee for it in desk.here)
    able = _here(desk, case, lambda it: it.name != case.opener and (it.head or not heads_only))
    return bool(able - case.refused - {case.referee})


def may_appeal(desk: Desk, case: Case) -> list[int]:
    """The parties that may appeal against its first ruling, or might have."""
    said = case.rulings[0].said
    if has_remedy(said):
        return desk.parties
    concerned = {case.seat, *(it["seat"] for it in said.get("penalties", ()))}
    return [seat for seat in desk.parties if seat in concerned]


def may_still_appeal(desk: Desk, case: Case) -> list[int]:
    """Those of them that have neither appealed nor waived, whatever the time."""
    spoken = {it["d"]["seat"] for it in (*case.appeals, *case.waivers)}
    return [seat for seat in may_appeal(desk, case) if seat not in spoken]


def unanswered(desk: Desk, case: Case) -> list[int]:
    """The parties that have not answered the appeals."""
    given = {it["d"]["seat"] for it in case.answers}
    return [seat for seat in desk.parties if seat not in given]


def silent(desk: Desk, case: Case) -> list[int]:
    """The parties without a statement; that of the opener is the claim."""
    given = {case.seat, *(it["d"]["seat"] for it in case.statements)}
    return [seat for seat in desk.parties if seat not in given]
