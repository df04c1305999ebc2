"""A dispute before it is ruled: opened, answered, withdrawn."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from domain.ledger.entry import NO_ATTESTATION, Attestation
from domain.ruleset import Event
from domain.table.absence.events import Resigned
from domain.table.actors import referee_actor, referee_of, seat_actor
from domain.table.calls.state import CALL_EVENTS
from domain.table.clauses import CLAUSES
from domain.table.clock.disturbing import check_disturbs
from domain.table.clock.events import TimeRanOut
from domain.table.events import Rewound
from domain.table.fold import Fold
from domain.table.referee import events as e
from domain.table.referee.appointing import by_referee, check_takes_disputes
from domain.table.referee.folding import DESK_EVENTS
from domain.table.referee.hearing import Hearing, check_party, refused, unruled_case
from domain.table.referee.state import Case
from domain.table.refusals import malformed

CASES, CASES_A_SEAT, OWN_MOTIONS, CLAUSES_CITED = 20, 3, 5, 20
"""At most: cases of seats a game, of one seat, of one referee, and clauses a dispute or ruling."""
MOST_OF_A_SEAT = f"A seat may open {CASES_A_SEAT} disputes a game; those with a remedy and the first that expired do not count."


class Claim(NamedTuple):
    """What is disputed: events `first` to `last`, against which clauses, and what is wanted."""

    first: int
    last: int
    clauses: tuple[str, ...]
    wants: e.Wants
    claim_hash: str


def open_dispute(
    hearing: Hearing, seat: int, claim: Claim, attestation: Attestation = NO_ATTESTATION
) -> Fold:
    """A seat opens a dispute. Without an accepted referee nobody could hear it."""
    _check(hearing, claim)
    check_party(hearing, seat)
    if sum(1 for case in hearing.desk.cases if case.seat is not None) >= CASES:
        raise refused("referee.limit", f"The seats of a game open at most {CASES} cases.")
    if _counted(hearing, seat) >= CASES_A_SEAT:
        raise refused("referee.limit", MOST_OF_A_SEAT)
    check_disturbs(hearing.table, seat)
    fold = Fold(hearing.ruleset, hearing.table)
    fold.begin_action(seat_actor(seat), *attestation)
    _open(fold, claim, seat)
    return fold


def open_by_referee(hearing: Hearing, referee: int, claim: Claim) -> Fold:
    """A referee opens a dispute of their own motion."""
    _check(hearing, claim)
    opener, fold = referee_actor(referee), Fold(hearing.ruleset, hearing.table)
    by_referee(hearing, referee, fold)
    if sum(1 for case in hearing.desk.cases if case.opener == opener) >= OWN_MOTIONS:
        detail = f"A referee opens at most {OWN_MOTIONS} cases of their own motion in a game."
        raise refused("referee.own-motion", detail)
    _open(fold, claim, None)
    return fold


def _open(fold: Fold, claim: Claim, seat: int | None) -> None:
    number = len(fold.parts.desk.cases) + 1
    fold.record(e.DisputeOpened(number, *claim, seat), ("referee.dispute",))


def _check(hearing: Hearing, claim: Claim) -> None:
    check_takes_disputes(hearing)
    if not hearing.desk.here:
        raise refused("referee.none", "No referee has accepted to settle disputes in this game.")
    if hearing.desk.case is not None:
        raise refused("referee.open", f"Case {hearing.desk.case.number} is open; one is settled at a time.")
    _check_window(hearing)
    _check_stretch(hearing, claim)
    check_clauses(hearing, claim.clauses)


def check_clauses(hearing: Hearing, clauses: tuple[str, ...]) -> None:
    if len(clauses) > CLAUSES_CITED:
        raise refused("referee.limit", f"At most {CLAUSES_CITED} clauses can be cited.")
    unknown = [id for id in clauses if id not in hearing.ruleset.clauses and id not in CLAUSES]
    if unknown:
        raise malformed("clauses", f"There is no clause {unknown[0]!r} in this game.")


def _check_stretch(hearing: Hearing, claim: Claim) -> None:
    """A stretch of rulings alone is refused: those are appealed."""
    if not 1 <= claim.first <= claim.last <= hearing.table.version:
        detail = f"A stretch goes from a version to one not before it; this game has versions 1 to {hearing.table.version}."
        raise refused("referee.stretch", detail)
    if all(_of_the_desk(it.event) for it in hearing.log[claim.first - 1 : claim.last]):
        raise refused(
            "referee.stretch", "What the desk itself does cannot be disputed; a ruling can be appealed."
        )


def _of_the_desk(event: object) -> bool:
    return isinstance(event, (*DESK_EVENTS, *CALL_EVENTS)) or (
        isinstance(event, Rewound) and event.ruling is not None
    )


def _check_window(hearing: Hearing) -> None:
    """Once the game is over, the time to open runs from its last action, except while a case is open."""
    if hearing.table.status != "finished":
        return
    ended = last_played(hearing)
    stood_still = sum(_length(hearing, case, ended) for case in hearing.desk.cases)
    if hearing.now > ended + 1000 * hearing.terms.open_within + stood_still:
        raise refused(
            "referee.window", f"Disputes were to be opened within {hearing.terms.open_within} s of the end."
        )


def last_played(hearing: Hearing) -> int:
    """When the last event of the game itself was, or the flag or resignation that ended it, in milliseconds since the epoch."""
    played: tuple[type[Event], ...] = (*hearing.ruleset.events, TimeRanOut, Resigned)
    return next((it.at for it in reversed(hearing.log) if isinstance(it.event, played)), 0)


def _length(hearing: Hearing, case: Case, since: int) -> int:
    """For how long of the time since then a closed case was open."""
    closed = hearing.at(case.closed or hearing.table.version)
    return max(0, closed - max(since, hearing.at(case.version)))


def _counted(hearing: Hearing, seat: int) -> int:
    """Disputes that a seat has opened without a remedy, and its appeals not followed. The first that expired is free."""
    cases = hearing.desk.cases
    expired = any(case.seat == seat and case.state == "expired" for case in cases)
    return sum(1 for case in cases for _ in _counts(hearing, case, seat)) - expired


def _counts(hearing: Hearing, case: Case, seat: int) -> Iterator[None]:
    ruling = hearing.desk.ruling_of(case)
    if case.seat == seat and not (case.state == "final" and ruling is not None and ruling.remedies):
        yield
    followed = case.decision is not None and case.decision.decision == "changed"
    if not followed and any(appeal.seat == seat for appeal in case.appeals):
        yield


def state(
    hearing: Hearing, seat: int, dispute: int, statement_hash: str, attestation: Attestation = NO_ATTESTATION
) -> Fold:
    """A party other than the opener gives its statement, once, while there is time."""
    case = unruled_case(hearing, dispute)
    check_party(hearing, seat)
    if seat == case.seat or any(statement.seat == seat for statement in case.statements):
        raise refused("referee.statement", "Each party gives one statement; the opener's is the claim.")
    if hearing.past(case.version, hearing.terms.answer_within):
        raise refused("referee.statement", "The time for statements is over.")
    fold = Fold(hearing.ruleset, hearing.table)
    fold.begin_action(seat_actor(seat), *attestation)
    fold.record(e.StatementGiven(dispute, seat, statement_hash), ("referee.statement",))
    return fold


def withdraw(hearing: Hearing, actor: str, dispute: int, attestation: Attestation = NO_ATTESTATION) -> Fold:
    """`actor` "seat:N" or "referee:N": the one who opened the case takes it back before it is ruled."""
    case = unruled_case(hearing, dispute)
    if case.opener != actor:
        raise refused("referee.withdrawal", f"Only {case.opener} may withdraw what {case.opener} has opened.")
    if hearing.desk.releases_of(dispute):
        detail = f"Something was released in case {dispute}: it is ruled, or expires."
        raise refused("referee.withdrawal", detail)
    fold = Fold(hearing.ruleset, hearing.table)
    if case.seat is None:
        by_referee(hearing, referee_of(actor), fold)
    else:
        check_disturbs(hearing.table, case.seat)
        fold.begin_action(actor, *attestation)
    fold.record(e.DisputeWithdrawn(dispute), ("referee.withdrawal",))
    return fold
