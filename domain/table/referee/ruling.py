"""Ruling in a case."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from domain.table.clauses import CLAUSES
from domain.table.decisions import under_todays_rules
from domain.table.fold import Fold
from domain.table.referee import events as e
from domain.table.referee import remedies
from domain.table.referee.appointing import by_referee
from domain.table.referee.finality import final_if_unheard
from domain.table.referee.handling import check_decides
from domain.table.referee.hearing import Hearing, Proposed, refused, unruled_case
from domain.table.referee.judging import cites_judged, judged_version
from domain.table.referee.objecting import may_hear_appeal
from domain.table.referee.opening import check_clauses
from domain.table.referee.state import Desk, Referee

PENALTIES = 10
CONDUCT = "referee.conduct."


class Sanction(NamedTuple):
    """A penalty before it is counted. `kind` caution, warning or exclusion; `code` a clause referee.conduct.*."""

    seat: int
    kind: str
    code: str


class Said(NamedTuple):
    """A whole ruling as a referee gives it. `why_hash`: why the result of the table cannot stand."""

    kind: e.Kind
    clauses: tuple[str, ...]
    findings_hash: str
    remedy: e.Remedy | None = None
    penalties: Sequence[Sanction] = ()
    why_hash: str | None = None


def rule(hearing: Hearing, referee: int, dispute: int, said: Said, judged: int | None = None) -> Fold:
    """The referee who has taken a case rules, once the statements are in or their time is over.

    `judged` is the version that they have judged; None: the last one. What the ruling does is reckoned from the last one.
    """
    case = unruled_case(hearing, dispute)
    fold = under_todays_rules(hearing.ruleset, hearing.table)
    ruler = by_referee(hearing, referee, fold)
    check_decides(hearing, case, ruler)
    if not hearing.statements_in(case):
        raise refused("referee.statements", "Parties have time still to give their statements.")
    heard = may_hear_appeal(hearing.desk, case) - {referee}
    version = judged_version(hearing, case, judged)
    record(fold, hearing, ruler, dispute, said, version, *([] if heard else ["referee.unheard"]))
    final_if_unheard(fold, hearing)
    return fold


def record(
    fold: Fold, hearing: Hearing, ruler: Referee, dispute: int, said: Said, judged: int, *cites: str
) -> None:
    """Check a ruling on the version `judged` and record it, with what it `cites` besides, in the action that has begun."""
    check_clauses(hearing, said.clauses)
    check_penalties(hearing, said.penalties)
    excludes = frozenset(penalty.seat for penalty in said.penalties if penalty.kind == "exclusion")
    weight = (said.why_hash is not None, bool(said.clauses), excludes)
    remedies.check(hearing, Proposed(said.kind, said.remedy, ruler.number, ruler.head, *weight))
    counted = _counted(hearing, said.penalties)
    number = len(fold.parts.desk.rulings) + 1
    whole = (said.kind, said.clauses, said.findings_hash, judged, said.remedy, counted, said.why_hash)
    cites = (*_cites(said), *cites, *cites_judged(hearing, judged))
    fold.record(e.Ruled(dispute, number, ruler.number, *whole), cites)


def _cites(said: Said) -> tuple[str, ...]:
    """The clauses of what a ruling does."""
    codes = dict.fromkeys(penalty.code for penalty in said.penalties)
    of_clocks = [] if said.remedy is None or said.remedy.clock is None else ["clock.ruling"]
    of_penalties = ["referee.penalty", *codes] if codes else []
    return ("referee.ruling", CLAUSE_OF[said.kind], *of_clocks, *of_penalties)


CLAUSE_OF: dict[e.Kind, str] = {
    "stands": "referee.unchanged",
    "dismissed": "referee.unchanged",
    "no-jurisdiction": "referee.unchanged",
    "backed-up": "referee.back-up",
    "replayed": "referee.replay",
    "corrected": "referee.correction",
    "result": "referee.result",
    "void": "referee.void",
}


def check_penalties(hearing: Hearing, penalties: Sequence[Sanction]) -> None:
    if len(penalties) > PENALTIES:
        raise refused("referee.limit", f"A ruling has at most {PENALTIES} penalties.")
    for penalty in penalties:
        if penalty.seat not in hearing.parties:
            raise refused("referee.penalty", f"Seat {penalty.seat} is no party: penalties are for people.")
        if not (penalty.code.startswith(CONDUCT) and penalty.code in CLAUSES):
            raise refused(
                "referee.penalty", f"The code of a penalty is a clause {CONDUCT}*, not {penalty.code!r}."
            )


def _counted(hearing: Hearing, penalties: Sequence[Sanction]) -> tuple[e.Penalty, ...]:
    """Each with the how manieth it is of its seat."""
    so_far, counted = Counter(hearing.penalised), list[e.Penalty]()
    so_far.update(seats_penalised(hearing.desk))
    for seat, kind, code in penalties:
        so_far[seat] += 1
        counted.append(e.Penalty(seat, kind, code, so_far[seat]))  # type: ignore[arg-type]
    return tuple(counted)


def seats_penalised(desk: Desk) -> Counter[int]:
    """How many penalties each seat has by rulings that are final."""
    final = (ruling.said for ruling in desk.rulings if ruling.final is not None)
    return Counter(penalty.seat for said in final for penalty in said.penalties)
