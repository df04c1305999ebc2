"""What an appointed referee sees beyond a spectator, and who reads what is written in a case.

Without a release referees see what spectators see. A release gives them exactly the view of the seats that it names, at
the versions that it names: what these seats knew then, and nothing that they learnt later.
"""

from __future__ import annotations

from domain.table.actors import referee_actor, seat_actor
from domain.table.events import SeatReassigned
from domain.table.referee.hearing import Hearing
from domain.table.referee.state import UNRULED, Case, Desk, Release


def in_force(desk: Desk, referee: int) -> tuple[Release, ...]:
    """The releases that this referee has now."""
    return tuple(it for it in desk.releases if it.referee == referee and it.ended is None)


def may_see(desk: Desk, referee: int, seat: int, version: int) -> bool:
    """Whether a referee has the eyes of a seat for the event of a version and the state after it."""
    return any(
        seat in release.seats and release.first <= version <= release.last
        for release in in_force(desk, referee)
    )


def may_read(hearing: Hearing, case: Case, author: str, viewer: str | None) -> bool:
    """Whether a viewer ("seat:N", "referee:N", None for anybody else) may read a claim, statement, reason or grounds.

    While the game runs its author and the referees may; once it is over and statements are in, everybody who may see
    the game. Somebody who took over a seat after the case is not the author of what was written there. Findings are
    public at once.
    """
    referees = {referee_actor(it.number) for it in hearing.desk.here}
    if viewer is not None and viewer in {author, *referees} - _left(hearing, case):
        return True
    over = hearing.table.status in ("finished", "abandoned")
    return over and (case.state not in UNRULED or hearing.statements_in(case))


def _left(hearing: Hearing, case: Case) -> set[str]:
    """The seats at which others sit than when the case was opened: nobody takes one over while it is open."""
    since = (logged.event for logged in hearing.log[case.version :])
    return {seat_actor(event.seat) for event in since if isinstance(event, SeatReassigned)}
