"""Rulings, decisions of appeals, and how a case ends."""

from __future__ import annotations

from collections import Counter
from typing import Any

from . import acting, times
from .referees import check_heard
from .state import UNRULED, Case, Desk
from .step import Step

WEIGHTY = ("result", "void", "replayed")
"""Kinds of rulings that need a head referee and a cited clause."""
OVERTAKING = (
    *("dispute-opened", "case-taken", "referee-refused", "statement-given"),
    *("appealed", "appeal-answered"),
)
"""Types of the case that a referee who rules has to know."""


def check_ruled(step: Step) -> None:
    referee, d = step.by_referee(), step.d
    step.must(d["ruling"] == len(step.desk.rulings) + 1, f"it would be ruling {len(step.desk.rulings) + 1}")
    if step.begins:
        case = step.case("taken")
        step.must(case.referee == referee.number, f"referee {case.referee} has case {case.number}")
        check_heard(step, case)
        step.must(times.statements_in(step.desk, case, step.at), "not all statements are in")
    else:
        case = _case_decided(step)
    _check_judged(step, case)
    weighty = d["kind"] in WEIGHTY or any(it["kind"] == "exclusion" for it in d.get("penalties", ()))
    step.must(
        not weighty or (referee.head and bool(d["clauses"])), "it needs a head referee and a cited clause"
    )
    _check_counted(step)


def _case_decided(step: Step) -> Case:
    """The case of a ruling that a head referee puts in place of another."""
    case, before = step.case("appealed"), step.before
    instead = before["t"] == "appeal-decided" and before["a"] == step.entry["a"]
    step.must(
        instead and before["d"]["decision"] == "changed" and before["by"] == step.entry["by"],
        "it begins an action, or follows on the decision that changes the ruling",
    )
    return case


def _check_judged(step: Step, case: Case) -> None:
    """Check that nothing that matters has come after the version that was judged."""
    judged, first = step.d["judged"], step.action[0]["i"]
    step.must(1 <= judged <= first, f"it judges version {judged}, which there was not")
    for entry in step.entries[judged:first]:
        d, t = entry["d"], entry["t"]
        back = t == "rewound" and d["to_version"] < case.opened["d"]["to"]
        its = t in OVERTAKING and d["dispute"] == case.number
        step.must(not back and not its, f"it judges version {judged}, before the {t} of entry {entry['i']}")


def _check_counted(step: Step) -> None:
    """Penalties count those of the same seat in final rulings; in a tournament, those of its other games too."""
    counted = _penalised(step.desk)
    elsewhere = dict[int, int]()
    for penalty in step.d.get("penalties", ()):
        seat = penalty["seat"]
        step.must(seat in step.desk.people, f"seat {seat} has a penalty, and is no party")
        counted[seat] += 1
        beyond = penalty["nth"] - counted[seat]
        may = beyond >= 0 if "tournament" in step.entries[0]["d"] else beyond == 0
        step.must(
            may and elsewhere.setdefault(seat, beyond) == beyond,
            f"it would be penalty {counted[seat]} of seat {seat}",
        )


def _penalised(desk: Desk) -> Counter[int]:
    final = (it.said for it in desk.rulings.values() if it.final is not None)
    return Counter(penalty["seat"] for said in final for penalty in said.get("penalties", ()))


def check_decided(step: Step) -> None:
    number, case = step.by_referee().number, step.case("appealed")
    able = acting.may_hear(step.desk, case)
    step.must(
        case.referee == number in able, f"referee {number} has not taken the appeal, or may not hear it"
    )
    step.must(step.d["decision"] in ("upheld", "changed"), "an appeal is upheld or changed")
    _check_judged(step, case)


def is_final(desk: Desk, case: Case) -> bool:
    """Whether a ruling becomes final at once: it was decided, nobody may or wants to appeal, or nobody could hear it."""
    unheard = not acting.may_hear(desk, case)
    unwanted = not case.appeals and not acting.may_still_appeal(desk, case)
    return case.decision is not None or unheard or unwanted


def check_final(step: Step) -> None:
    step.by("table")
    case = step.case("ruled", "appealed")
    number = case.rulings[-1].said["ruling"]
    step.must(step.d["ruling"] == number, f"ruling {number} is the one that becomes final")
    if step.begins:
        step.must(step.at >= times.ends_at(step.desk, case), "its time has not come")
    else:
        step.must(is_final(step.desk, case), f"case {case.number} still waits for somebody")
    if case.decision is not None:
        _check_carried(step, case, case.decision["d"])


def _check_carried(step: Step, case: Case, decision: dict[str, Any]) -> None:
    """A decision puts a ruling in place of the first one, or upholds it."""
    rulings = 2 if decision["decision"] == "changed" else 1
    step.must(len(case.rulings) == rulings, f"the decision is {decision['decision']}, and the ruling is not")


def check_expired(step: Step) -> None:
    step.by("table")
    case = step.case(*UNRULED)
    step.must(step.at >= times.rule_until(step.desk, case), "its time has not come")
