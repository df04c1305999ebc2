"""What an appointed referee sees beyond a spectator, and who reads what is written in a case.

Without a release referees see what spectators see. A release gives them exactly the view of the seats that it names, at
the versions that it names, once the log says that they begin to read it: what these seats knew then, and nothing that they
learnt later.
"""

from __future__ import annotations

from collections.abc import Iterator

from domain.table.accounts import substituted
from domain.table.actors import referee_actor, seat_actor
from domain.table.referee.hearing import Hearing
from domain.table.referee.state import UNRULED, Case, Desk, Release


def in_force(desk: Desk, referee: int) -> tuple[Release, ...]:
    """The releases that this referee has now."""
    return tuple(it for it in desk.releases if it.referee == referee and it.ended is None)


def may_see(desk: Desk, referee: int, seat: int, version: int) -> bool:
    """Whether a referee has the eyes of a seat for the event of a version and the state after it, and the log says so."""
    return any(it.has_read(seat) for it in _covering(desk, referee, seat, version))


def may_ask(desk: Desk, referee: int, seat: int, version: int, hides: bool) -> bool:
    """Whether a referee may ask why an action of a seat is not legal there. `hides`: whether the game hides anything."""
    return may_see(desk, referee, seat, version) if hides else any(_covering(desk, referee, seat, version))


def _covering(desk: Desk, referee: int, seat: int, version: int) -> Iterator[Release]:
    """The releases in force that have this seat at this version."""
    found = in_force(desk, referee)
    return (it for it in found if seat in it.seats and it.first <= version <= it.last)


def may_read(hearing: Hearing, case: Case, author: str, viewer: str | None) -> bool:
    """Whether a viewer ("seat:N", "referee:N", None for anybody else) may read a claim, statement, reason, grounds or answer.

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
    return {seat_actor(seat) for seat in substituted(hearing.log[case.version :])}
