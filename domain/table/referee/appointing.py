"""Who referees a game: appointed and dismissed by the organiser. Referees accept, and may resign."""

from __future__ import annotations

from domain.table.actors import ORGANISER, referee_actor
from domain.table.decisions import under_todays_rules
from domain.table.fold import Fold
from domain.table.referee.events import (
    RefereeAccepted,
    RefereeAppointed,
    RefereeDismissed,
    RefereeResigned,
)
from domain.table.referee.finality import final_if_unheard
from domain.table.referee.hearing import Hearing, refused
from domain.table.referee.state import Desk, Referee
from domain.table.refusals import Refusal, Refused
from domain.table.state import Table

TABLE = 4
"""The first revision of the table in whose games all that the desk decides follows from the log."""
MOST = 20
"""Referees that a game, a tournament or a meeting appoints, those who have left included."""
FIRST_OF_MEETING = MOST + 1
"""The referees of a meeting are numbered from here, so that they have the same numbers in all games of it."""


def next_number(desk: Desk) -> int:
    """The number of the next referee whom the game itself appoints."""
    return max((it.number for it in desk.referees if it.number < FIRST_OF_MEETING), default=0) + 1


def appoint(hearing: Hearing, referee: int, head: bool) -> Fold:
    """The organiser appoints a referee under a number that has not been used in this game."""
    check_takes_disputes(hearing, waiting_too=True)
    most = MOST if hearing.table.setup.meeting is None else 2 * MOST
    if not 1 <= referee <= most:
        detail = f"A game has at most {MOST} referees of its own, those who have left included."
        raise refused("referee.limit", detail)
    if any(it.number == referee for it in hearing.desk.referees):
        detail = f"There has been a referee {referee}; the number is not used again."
        raise refused("referee.appointed", detail)
    fold = Fold(hearing.ruleset, hearing.table)
    fold.begin_action(ORGANISER)
    fold.record(RefereeAppointed(referee, head), ("referee.appointed",))
    return fold


def list_referee(hearing: Hearing, referee: int, head: bool) -> Fold:
    """A referee of the game's tournament or meeting, who has accepted there, is written into its log: two actions."""
    fold = appoint(hearing, referee, head)
    _accept(fold, referee)
    return fold


def accept(hearing: Hearing, referee: int) -> Fold:
    """A referee who was appointed redeems their code."""
    check_takes_disputes(hearing, waiting_too=True)
    found = _appointed(hearing.desk, referee)
    if found.accepted is not None:
        raise refused("referee.acceptance", f"Referee {referee} has accepted already.")
    fold = Fold(hearing.ruleset, hearing.table)
    _accept(fold, referee)
    return fold


def _accept(fold: Fold, referee: int) -> None:
    fold.begin_action(referee_actor(referee))
    fold.record(RefereeAccepted(referee), ("referee.acceptance",))


def dismiss(hearing: Hearing, referee: int) -> Fold:
    """The organiser dismisses a referee, but not while a case is open."""
    _appointed(hearing.desk, referee)
    if hearing.desk.case is not None:
        detail = f"Case {hearing.desk.case.number} is open: nobody is dismissed before it is closed. Referees may resign."
        raise refused("referee.dismissed", detail)
    fold = under_todays_rules(hearing.ruleset, hearing.table)
    fold.begin_action(ORGANISER)
    fold.record(RefereeDismissed(referee), ("referee.dismissed",))
    return fold


def resign(hearing: Hearing, referee: int) -> Fold:
    """A ruling that waited for an appeal to a head referee is final when none is left."""
    fold = under_todays_rules(hearing.ruleset, hearing.table)
    by_referee(hearing, referee, fold)
    fold.record(RefereeResigned(referee), ("referee.resignation",))
    final_if_unheard(fold, hearing)
    return fold


def _appointed(desk: Desk, number: int) -> Referee:
    """`Refused` for one who is not appointed, or has left."""
    found = next((it for it in desk.appointed if it.number == number), None)
    if found is None:
        raise Refused(Refusal.NOT_FOUND, f"Referee {number} is not appointed here.")
    return found


def check_takes_disputes(hearing: Hearing, waiting_too: bool = False) -> None:
    """`Refused` referee.no-game where nothing can be disputed."""
    _ = hearing.terms
    if not takes_disputes(hearing.table) and not (waiting_too and hearing.table.status == "waiting"):
        raise refused("referee.no-game", NO_GAME)


def takes_disputes(table: Table) -> bool:
    """Whether something of this game can be disputed now, if it has referees."""
    supported = table.setup.disputes is not None and (table.setup.table or 0) >= TABLE
    return supported and table.forked is None and table.status in ("playing", "suspended", "finished")


NO_GAME = (
    "Games that have not begun, analyses, imported and abandoned games take no disputes, "
    f"nor do games from before table {TABLE}."
)


def by_referee(hearing: Hearing, number: int, fold: Fold) -> Referee:
    """Begin an action of a referee who has accepted and not left; `Refused` for anybody else."""
    found = next((it for it in hearing.desk.here if it.number == number), None)
    if found is None:
        detail = f"Referee {number} has not accepted here, or has left."
        raise refused("referee.acceptance", detail, Refusal.FORBIDDEN)
    fold.begin_action(referee_actor(number))
    return found
