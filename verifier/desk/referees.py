"""What referees do, and who becomes one."""

from __future__ import annotations

from itertools import groupby

from . import acting, times
from .state import UNRULED, Case
from .step import Step

RELEASES = 10
"""How many releases a case may have."""


def check_appointed(step: Step) -> None:
    step.by("organiser")
    number = step.d["referee"]
    step.must(number >= 1 and number not in step.desk.referees, f"there has been a referee {number}")


def check_accepted(step: Step) -> None:
    number = step.d["referee"]
    step.by(f"referee:{number}")
    referee = step.desk.referees.get(number)
    step.must(
        referee is not None and referee.accepted is None and referee.left is None,
        f"referee {number} is not appointed, has accepted already or has left",
    )


def check_dismissed(step: Step) -> None:
    step.by("organiser")
    referee = step.desk.referees.get(step.d["referee"])
    step.must(
        referee is not None and referee.left is None, f"referee {step.d['referee']} is not appointed here"
    )
    step.must(step.desk.case is None, "nobody is dismissed while a case is open")


def check_resigned(step: Step) -> None:
    step.by_referee()


def check_taken(step: Step) -> None:
    number = step.by_referee().number
    case = step.case("open", "ruled", "appealed")
    if case.state in UNRULED:
        able = acting.may_take(step.desk, case)
    else:
        over = bool(case.appeals) and step.at >= times.answers_until(step.desk, case)
        step.must(over and case.referee is None, "no appeal waits for a head referee, or one has it")
        able = acting.may_hear(step.desk, case)
    step.must(
        number in able, f"referee {number} may not act in case {case.number} now; these may: {sorted(able)}"
    )


def check_objection(step: Step) -> None:
    """A `referee-refused`, or a `referee-kept`."""
    seat, case = step.by_party(), step.case("taken")
    step.must(case.referee == step.d["referee"], f"referee {step.d['referee']} does not have the case")
    until = times.refusals_until(step.desk, case)
    may = until is not None and step.at < until and seat in acting.may_refuse(step.desk, case)
    step.must(
        may,
        f"seat {seat} may not refuse referee {case.referee}, who is not marked or cannot be replaced, or has "
        "spoken, or is too late",
    )


def check_heard(step: Step, case: Case) -> None:
    """Check that nobody may still refuse the referee who has the case."""
    until = times.refusals_until(step.desk, case)
    step.must(
        until is None or step.at >= until,
        f"referee {case.referee} may still be refused by seats {acting.may_refuse(step.desk, case)}",
    )


def check_released(step: Step) -> None:
    number, case, d = step.by_referee().number, step.case("taken", "appealed"), step.d
    step.must(case.referee == number, f"referee {number} does not have case {case.number}")
    check_heard(step, case)
    step.must(
        d["release"] == len(case.releases) + 1 <= RELEASES,
        f"it would be release {len(case.releases) + 1} of the case, of at most {RELEASES}",
    )
    seats = range(1, step.entries[0]["d"]["seats"] + 1)
    step.must(
        bool(d["seats"]) and d["seats"] == sorted({*d["seats"]} & {*seats}),
        "its seats are not seats of this game in ascending order",
    )
    first, last = _inside(step, case), case.opened["d"]["to"]
    step.must(
        first <= d["from"] <= d["to"] <= last, f"it is not inside the stretch, versions {first} to {last}"
    )


def _inside(step: Step, case: Case) -> int:
    """The first version inside the stretch: its own first, or that before the first action of a seat with an entry in it."""
    first, last = case.opened["d"]["from"], case.opened["d"]["to"]
    begin = int(first) - 1
    while begin > 0 and step.entries[begin - 1]["a"] == step.entries[begin]["a"]:
        begin -= 1
    for _, action in groupby(step.entries[begin:last], key=lambda entry: entry["a"]):
        entry = next(action)
        if entry["t"] in step.played and entry["by"].startswith(("seat:", "bot:")):
            return min(int(entry["i"]), int(first))
    return int(first)


def check_read(step: Step) -> None:
    step.by_referee()
    case, d = step.case("taken", "appealed"), step.d
    release = next((it for it in case.releases if it.entry["d"]["release"] == d["release"]), None)
    if release is None or release.ended is not None or release.entry["d"]["referee"] != d["referee"]:
        step.fail(f"there is no release {d['release']} of referee {d['referee']} in force")
    step.must(d["seat"] in release.entry["d"]["seats"], f"release {d['release']} is not of seat {d['seat']}")
    read = {it["d"]["seat"] for it in release.readings}
    step.must(d["seat"] not in read, f"seat {d['seat']} of release {d['release']} was read before")
