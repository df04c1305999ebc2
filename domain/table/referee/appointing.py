"""Who referees a game: appointed and dismissed by the organiser."""

from __future__ import annotations

from domain.table.actors import ORGANISER
from domain.table.decisions import under_todays_rules
from domain.table.fold import Fold
from domain.table.referee.events import RefereeAppointed, RefereeDismissed
from domain.table.referee.finality import final_if_unheard
from domain.table.referee.hearing import Hearing, refused
from domain.table.referee.state import Desk, Referee
from domain.table.refusals import Refusal, Refused

MOST = 20
"""Referees a game, dismissed ones too."""


def next_number(desk: Desk) -> int:
    return max((referee.number for referee in desk.referees), default=0) + 1


def appoint(hearing: Hearing, referee: int, head: bool) -> Fold:
    """The organiser appoints a referee under a number that has not been used in this game."""
    check_takes_disputes(hearing, waiting_too=True)
    fold = Fold(hearing.ruleset, hearing.table)
    _appoint(hearing.desk, fold, referee, head)
    return fold


def _appoint(desk: Desk, fold: Fold, number: int, head: bool) -> None:
    if len(desk.referees) >= MOST:
        raise refused(
            "referee.limit", f"A game has at most {MOST} referees, those who were dismissed included."
        )
    if any(referee.number == number for referee in desk.referees):
        raise refused(
            "referee.appointed", f"There has been a referee {number}; his number is not used again."
        )
    fold.begin_action(ORGANISER)
    fold.record(RefereeAppointed(number, head), ("referee.appointed",))


def dismiss(hearing: Hearing, referee: int) -> Fold:
    """A ruling that waited for an appeal to a head referee is final when none is left."""
    if not any(it.number == referee for it in hearing.desk.appointed):
        raise Refused(Refusal.NOT_FOUND, f"Referee {referee} is not appointed here.")
    fold = under_todays_rules(hearing.ruleset, hearing.table)
    fold.begin_action(ORGANISER)
    fold.record(RefereeDismissed(referee), ("referee.dismissed",))
    final_if_unheard(fold, hearing)
    return fold


def check_takes_disputes(hearing: Hearing, waiting_too: bool = False) -> None:
    """`Refused` referee.no-game where nothing can be disputed."""
    table = hearing.table
    takes = ("waiting", "playing", "suspended", "finished")
    _ = hearing.terms
    if table.forked is not None or table.status not in takes[not waiting_too :]:
        detail = "Games that have not begun, analyses, imported and abandoned games take no disputes."
        raise refused("referee.no-game", detail)


def by_referee(hearing: Hearing, number: int, fold: Fold) -> Referee:
    """Begin an action of a referee; one of the tournament is appointed in this game first. `Refused` for anybody else."""
    if number in hearing.waiting:
        _appoint(hearing.desk, fold, number, hearing.waiting[number])
    found = next((it for it in fold.parts.desk.appointed if it.number == number), None)
    if found is None:
        raise refused("referee.appointed", f"Referee {number} is not appointed here.", Refusal.FORBIDDEN)
    fold.begin_action(f"referee:{number}")
    return found
