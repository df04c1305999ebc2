"""The procedure of the desk as a verifier judges it without rules: who acts, in which order, and when (B2)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest

from domain.rulesets.age_of_war import RULESET as AGE_OF_WAR
from tests.verifier.cases import PENALTY, STEPS, Json, court, opened, ruled
from tests.verifier.courts import anything, entries_of, played
from tests.verifier.primitives import b64u
from verifier.desk.procedure import check_procedure
from verifier.problems import Failed

Step = tuple[int, str, str, Json]
Steps = list[Step]
TOY = frozenset(("card-named",))
HASH = b64u(bytes(32))


def found(steps: Sequence[Step], **created: Any) -> str | None:
    """What is wrong with a log of these steps; None if nothing is."""
    try:
        check_procedure(court(steps, **created).trees, TOY)
    except Failed as failed:
        return failed.why
    return None


# Changes of the whole case.


def at(t: str, nth: int = 0) -> int:
    """Which step the n-th of a type is."""
    return [n for n, step in enumerate(STEPS) if step[2] == t][nth]


def entry(
    t: str, nth: int = 0, by: str | None = None, seconds: int | None = None, **d: Any
) -> Callable[[Steps], None]:
    """Another actor, time or data."""

    def change(steps: Steps) -> None:
        n = at(t, nth)
        old = steps[n]
        steps[n] = (old[0] if seconds is None else seconds, by or old[1], t, old[3] | d)

    return change


def entry_last(**d: Any) -> Callable[[Steps], None]:
    def change(steps: Steps) -> None:
        seconds, actor, t, old = steps[-1]
        steps[-1] = (seconds, actor, t, old | d)

    return change


def without(*types: str) -> Callable[[Steps], None]:
    def change(steps: Steps) -> None:
        steps[:] = [step for step in steps if step[2] not in types]

    return change


def upto(t: str, nth: int, *more: Step) -> Callable[[Steps], None]:
    """The steps before the n-th of a type, and others in their place."""

    def change(steps: Steps) -> None:
        steps[at(t, nth) :] = more

    return change


def before(t: str, nth: int, *more: Step) -> Callable[[Steps], None]:
    """More steps before the n-th of a type."""

    def change(steps: Steps) -> None:
        steps[at(t, nth) : at(t, nth)] = more

    return change


def both(*changes: Callable[[Steps], Any]) -> Callable[[Steps], None]:
    def change(steps: Steps) -> None:
        for one in changes:
            one(steps)

    return change


def of(referee: int, seconds: int, t: str, **d: Any) -> Step:
    return seconds, f"referee:{referee}", t, {"dispute": 1, "referee": referee} | d


def by(seat: int, seconds: int, t: str, **d: Any) -> Step:
    return seconds, f"seat:{seat}", t, {"dispute": 1, "seat": seat} | d


def appointed(number: int, seconds: int, head: bool = True) -> tuple[Step, Step]:
    return (
        (seconds, "organiser", "referee-appointed", {"referee": number, "head": head}),
        (seconds, f"referee:{number}", "referee-accepted", {"referee": number}),
    )


def resigned(referee: int, seconds: int) -> Step:
    return seconds, f"referee:{referee}", "referee-resigned", {"referee": referee}


EXPIRED: Step = (0, "table", "dispute-expired", {"dispute": 1})
FINAL: Step = (0, "table", "ruling-final", {"dispute": 1, "ruling": 1})


def later(step: Step, seconds: int) -> Step:
    return (seconds, *step[1:])


def kept(seat: int) -> Step:
    return by(seat, 32, "referee-kept", referee=1)


EXCLUSION = PENALTY | {"kind": "exclusion"}
FORGED: dict[str, tuple[Callable[[Steps], Any], str]] = {
    # Referees.
    "a number used again": (before("dispute-opened", 0, *appointed(1, 12)), "there has been a referee 1"),
    "appointed by a referee": (entry("referee-appointed", 1, by="referee:1"), "it is by organiser"),
    "accepted twice": (before("dispute-opened", 0, appointed(1, 12)[1]), "has accepted already"),
    "accepted without appointment": (before("dispute-opened", 0, appointed(4, 12)[1]), "is not appointed"),
    "acts before accepting": (without("referee-accepted"), "no referee has accepted"),
    "dismissed while a case is open": (
        before("case-taken", 0, (30, "organiser", "referee-dismissed", {"referee": 3})),
        "nobody is dismissed while a case is open",
    ),
    "acts after resigning": (before("case-taken", 0, resigned(1, 30)), "has not accepted, or has left"),
    "accepted after the case was opened": (
        both(entry("case-taken", 0, by="referee:4", referee=4), before("case-taken", 0, *appointed(4, 30))),
        "referee 4 may not act in case 1 now; these may: [1, 2, 3]",
    ),
    "resigns for another": (before("case-taken", 0, (30, "referee:2", "referee-resigned", {"referee": 1})), "it is by referee:1"),
    # Opening and statements.
    "another number": (entry("dispute-opened", dispute=2), "it would be case 1"),
    "opened for another seat": (entry("dispute-opened", by="seat:2"), "it is by seat:1"),
    "a stretch to come": (entry("dispute-opened", to=15), "no stretch of the log before it"),
    "a second case": (before("statement-given", 0, opened(25, dispute=2)), "another case is open"),
    "a statement of the opener": (entry("statement-given", by="seat:1", seat=1), "has spoken in the case already"),
    "a statement too late": (
        both(entry("statement-given", seconds=80), upto("case-taken", 0)),
        "the time for statements is over",
    ),
    "a statement of a bot": (entry("statement-given", by="seat:3", seat=3), "no party"),
    # Taking, refusing, keeping.
    "taken in another case": (entry("case-taken", dispute=2), "case 2 is not open"),
    "taken after it was withdrawn": (
        upto("case-taken", 0, by(1, 31, "dispute-withdrawn"), of(1, 32, "case-taken")),
        "case 1 is not open",
    ),
    "taken by who was refused": (entry("case-taken", 1, by="referee:1", referee=1), "these may: [2, 3]"),
    "taken twice": (before("referee-refused", 0, of(2, 31, "case-taken")), "case 1 is taken"),
    "refused by somebody else": (entry("referee-refused", by="seat:1"), "it is by seat:2"),
    "refused who does not have the case": (entry("referee-refused", referee=2), "does not have the case"),
    "refused too late": (entry("referee-refused", seconds=91), "may not refuse referee 1"),
    "a second refusal": (entry("referee-kept", by="seat:2", seat=2), "seat 2 may not refuse referee 2"),
    "a ruling before all could refuse": (
        without("referee-kept", "evidence-released", "evidence-read"),
        "may still be refused by seats [1]",
    ),
    "a release before all could refuse": (without("referee-kept"), "may still be refused by seats [1]"),
    # Releases and readings.
    "a release before the stretch": (entry("evidence-released", **{"from": 11}), "versions 12 to 13"),
    "a release after the stretch": (entry("evidence-released", to=14), "versions 12 to 13"),
    "a release of another number": (entry("evidence-released", release=2), "it would be release 1"),
    "a release of seats out of order": (entry("evidence-released", seats=[2, 1]), "in ascending order"),
    "a release of a seat that there is not": (entry("evidence-released", seats=[3]), "not seats of this game"),
    "a release of who does not have the case": (
        entry("evidence-released", by="referee:3", referee=3),
        "referee 3 does not have case 1",
    ),
    "a reading of another seat": (entry("evidence-read", seat=3), "not of seat 3"),
    "a reading of another's release": (entry("evidence-read", by="referee:3", referee=3), "no release 1 of referee 3"),
    "a second reading": (before("ruled", 0, of(2, 44, "evidence-read", release=1, seat=1)), "was read before"),
    "a reading after the ruling": (before("appealed", 0, of(2, 55, "evidence-read", release=1, seat=2)), "case 1 is ruled"),
    "withdrawn after a release": (upto("evidence-read", 0, by(1, 45, "dispute-withdrawn")), "it is ruled or expires"),
    "withdrawn by another party": (upto("case-taken", 0, by(2, 31, "dispute-withdrawn")), "it is by seat:1"),
    # Rulings.
    "a ruling of another number": (entry("ruled", ruling=2), "it would be ruling 1"),
    "ruled by another": (entry("ruled", by="referee:3", referee=3), "referee 2 has case 1"),
    "ruled before the statements are in": (without("statement-given"), "not all statements are in"),
    "judged before a statement": (entry("ruled", judged=15), "it judges version 15, before the statement-given of entry 15"),
    "judged in the future": (entry("ruled", judged=23), "it judges version 23, which there was not"),
    "a result without a head": (
        upto("referee-refused", 0, kept(1), kept(2), ruled(33, 1, 1, 17, kind="void")),
        "it needs a head referee",
    ),
    "an exclusion without a clause": (entry("ruled", penalties=[EXCLUSION], clauses=[]), "and a cited clause"),
    "a penalty counted twice": (entry("ruled", penalties=[PENALTY | {"nth": 2}]), "it would be penalty 1 of seat 1"),
    "a penalty of a bot": (entry("ruled", penalties=[PENALTY | {"seat": 3}]), "no party"),
    # Appeals.
    "an appeal too late": (upto("appealed", 0, by(1, 170, "appealed", grounds_hash=HASH)), "had to have become final"),
    "grounds and a waiver": (entry("appeal-waived", by="seat:1", seat=1), "has spoken already"),
    "an answer before all have spoken": (without("appeal-waived"), "the time to answer has not begun"),
    "an answer too late": (entry("appeal-answered", 1, seconds=122), "has not begun, or is over"),
    "an answer twice": (entry("appeal-answered", 1, by="seat:1", seat=1), "seat 1 has answered already"),
    "an appeal taken before the answers": (without("appeal-answered"), "no appeal waits"),
    "an appeal taken by the ruler": (entry("case-taken", 2, by="referee:2", referee=2), "referee 2 may not act"),
    "an appeal taken by no head": (entry("case-taken", 2, by="referee:1", referee=1), "these may: [3]"),
    "decided by who has not taken it": (lambda steps: steps.pop(at("case-taken", 2)), "has not taken the appeal"),
    "upheld, and another ruling": (entry("appeal-decided", decision="upheld"), "it begins an action, or follows on the decision"),
    "changed without another ruling": (
        both(lambda steps: steps.pop(at("ruled", 1)), entry_last(ruling=1)),
        "the decision is changed",
    ),
    "decided before an answer": (entry("appeal-decided", judged=25), "before the appeal-answered of entry 25"),
    "another ruling becomes final": (entry("ruling-final", ruling=1), "ruling 2 is the one"),
    "a decision without an end": (lambda steps: steps.pop(), "had to become final in this action"),
    # Times.
    "expired too early": (upto("case-taken", 0, later(EXPIRED, 619)), "its time has not come"),
    "expired although it was taken": (upto("evidence-released", 0, later(EXPIRED, 639)), "its time has not come"),
    "not expired": (upto("case-taken", 0, of(1, 620, "case-taken")), "had to have expired at 2023-11-14T22:23:40.000Z"),
    "goes on without its end": (upto("case-taken", 0, (621, "seat:1", "card-named", {"card": 1})), "had to have expired"),
    "final too early": (upto("appealed", 0, later(FINAL, 169)), "its time has not come"),
    "final while an appeal is answered": (upto("case-taken", 2, later(FINAL, 662)), "its time has not come"),
    "final by a referee": (entry("ruling-final", by="referee:3"), "it is by table"),
    "an end of another case": (
        upto("case-taken", 0, (620, "table", "dispute-expired", {"dispute": 2})),
        "had to have expired",
    ),
}  # fmt: skip
"""Changes of the whole case, and what is found."""


HONEST: dict[str, Callable[[Steps], None]] = {
    "the whole case": lambda steps: None,
    "the refusal's time is over": both(
        upto("ruled", 0, ruled(100, 2, 1, 19)), without("referee-kept", "evidence-released", "evidence-read")
    ),
    "the statements' time is over": both(upto("ruled", 0, ruled(100, 2, 1, 21)), without("statement-given")),
    "the refused comes back when nobody else is left": upto(
        "case-taken", 1, resigned(2, 33), resigned(3, 34), of(1, 35, "case-taken")
    ),
    "the case is free again": upto("evidence-released", 0, resigned(2, 42), of(3, 43, "case-taken")),
    "expired after its last refusal": upto("case-taken", 1, later(EXPIRED, 632)),
    "expired after it was taken": upto("evidence-released", 0, later(EXPIRED, 640)),
    "nobody appeals": upto("appealed", 0, later(FINAL, 170)),
    "all waive": upto(
        "appealed", 0, by(1, 60, "appeal-waived"), by(2, 61, "appeal-waived"), later(FINAL, 61)
    ),
    "nobody decides": upto("case-taken", 2, later(FINAL, 663)),
    "nobody answers": upto("appeal-answered", 0, later(FINAL, 721)),
    "nobody speaks but one": upto("appeal-waived", 0, later(FINAL, 830)),
    "no head is left": upto("case-taken", 2, resigned(3, 70), later(FINAL, 70)),
    "a judged version before what happens meanwhile": both(
        upto("appealed", 0), before("ruled", 0, (45, "seat:1", "card-named", {"card": 1}))
    ),
}


def changed(change: Callable[[Steps], Any]) -> Steps:
    steps = list(STEPS)
    change(steps)
    return steps


@pytest.mark.parametrize("name", FORGED)
def test_what_was_not_allowed_is_found(name: str) -> None:
    change, why = FORGED[name]
    said = found(changed(change))
    assert said is not None, name
    assert why in said, said


@pytest.mark.parametrize("name", HONEST)
def test_what_was_allowed_is_not(name: str) -> None:
    assert found(changed(HONEST[name])) is None


def test_what_the_domain_lets_happen_is_allowed() -> None:
    """Anything in any order, by anybody, at any time."""
    for seed in range(20):
        check_procedure(entries_of(anything(seed, 100)), played(AGE_OF_WAR))
