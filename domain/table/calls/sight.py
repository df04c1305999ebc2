"""Who may read the question of a seat. Everybody who may see the game may read the answers."""

from __future__ import annotations

from domain.table.accounts import substituted
from domain.table.actors import seat_actor
from domain.table.calls.state import Call
from domain.table.referee.hearing import Hearing
from domain.table.state import OVER


def may_read_question(hearing: Hearing, call: Call, viewer: str) -> bool:
    """Whether a viewer ("seat:N", "referee:N" or anybody else) may read the question: all, once the game is over.

    While it runs its seat may, and the referees of the game who are here. A person who took the seat over after the call
    did not ask the question.
    """
    if hearing.table.status in OVER:
        return True
    if viewer == seat_actor(call.seat):
        return not _taken_over(hearing, call)
    return viewer in {f"referee:{it.number}" for it in hearing.desk.here}


def _taken_over(hearing: Hearing, call: Call) -> bool:
    return call.seat in substituted(hearing.log[call.version :])
