"""What parties do in a case: they open it, speak, appeal, answer; and how a case is opened and taken back."""

from __future__ import annotations

from . import acting, times
from .state import UNRULED
from .step import Step

CASES, OWN_MOTIONS = 20, 5
"""How many cases seats may open in a game, and each referee of their own motion."""


def check_opened(step: Step) -> None:
    desk, d = step.desk, step.d
    step.must(desk.terms is not None and desk.started, "this game takes no disputes, or has not begun")
    step.must(desk.case is None, "another case is open")
    step.must(d["dispute"] == len(desk.cases) + 1, f"it would be case {len(desk.cases) + 1}")
    step.must(any(desk.here), "no referee has accepted who could hear it")
    step.must(1 <= d["from"] <= d["to"] <= step.entry["i"], "its stretch is no stretch of the log before it")
    opened, most = _opened_so_far(step)
    step.must(opened < most, f"at most {most} cases are opened so in a game")


def _opened_so_far(step: Step) -> tuple[int, int]:
    """How many cases there are of seats, or of the referee who opens it; and how many there may be."""
    cases = step.desk.cases.values()
    if "seat" in step.d:
        step.by_party()
        return sum(it.seat is not None for it in cases), CASES
    by = step.entry["by"]
    step.must(any(it.name == by for it in step.desk.here), f"{by} has not accepted, or has left")
    return sum(it.opener == by for it in cases), OWN_MOTIONS


def check_withdrawn(step: Step) -> None:
    case = step.case(*UNRULED)
    step.by(case.opener)
    here = case.seat is not None or any(it.name == case.opener for it in step.desk.here)
    step.must(here, f"{case.opener} has left")
    step.must(not case.releases, "something was released in the case: it is ruled or expires")


def check_statement(step: Step) -> None:
    seat, case = step.by_party(), step.case(*UNRULED)
    step.must(seat in acting.silent(step.desk, case), f"seat {seat} has spoken in the case already")
    step.must(step.at < times.statements_until(step.desk, case), "the time for statements is over")


def check_appeal(step: Step) -> None:
    """An `appealed`, or an `appeal-waived`."""
    seat, case = step.by_party(), step.case("ruled", "appealed")
    step.must(
        seat in acting.may_still_appeal(step.desk, case),
        f"seat {seat} may not appeal against this ruling, or has spoken already",
    )
    step.must(step.at < times.appeals_until(step.desk, case), "the time to appeal is over")


def check_answer(step: Step) -> None:
    seat, case = step.by_party(), step.case("appealed")
    step.must(seat in acting.unanswered(step.desk, case), f"seat {seat} has answered already")
    in_time = times.appeals_until(step.desk, case) <= step.at < times.answers_until(step.desk, case)
    step.must(in_time, "the time to answer has not begun, or is over")
