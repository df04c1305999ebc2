"""With whose eyes somebody reads the past of a game: his own, everybody's once it is over, or those of a seat: of any one once it
is over, before that as a referee under a release.
"""

from __future__ import annotations

from typing import NamedTuple

from domain.hidden import AUDITOR, Viewer
from domain.table.referee.hearing import refused
from domain.table.referee.sight import in_force, may_see
from domain.table.referee.state import Desk
from domain.table.refusals import Refusal, Refused, malformed
from domain.table.seating import existing_seat
from service.identity.access import Caller
from service.log.disclosed_keys import fully_disclosed
from service.log.loaded import LoadedGame


class RequestedViewpoint(NamedTuple):
    """The viewpoint that a client asks for. `reveal`: that of everyone, now that the game is over; `seat`: that of a seat."""

    reveal: bool = False
    seat: int | None = None


OWN = RequestedViewpoint()


class Eyes(NamedTuple):
    """What a reader sees at each version. `role` says whose eyes they are."""

    role: str
    own: Viewer
    desk: Desk
    referee: int | None = None
    seat: int | None = None

    def at(self, version: int) -> Viewer:
        """A referee has a seat's eyes where his release has them, and is a spectator elsewhere."""
        if self.referee is not None and self.seat is not None:
            return self.seat if may_see(self.desk, self.referee, self.seat, version) else None
        return self.own

    def check(self, first: int, last: int) -> None:
        """`Refused` referee.release unless these eyes are there at all of these versions."""
        if self.seat is not None and any(self.at(version) != self.seat for version in range(first, last + 1)):
            raise _not_released(self.seat)


def eyes_of(loaded: LoadedGame, caller: Caller, wish: RequestedViewpoint) -> Eyes:
    """`Refused` for eyes that the caller does not have at any version."""
    desk = loaded.table.desk
    if wish.seat is not None:
        return _of_a_seat(loaded, caller, wish, wish.seat)
    if not wish.reveal:
        return Eyes(caller.role, caller.viewer, desk)
    if not fully_disclosed(loaded):
        detail = "Everything is open to everybody when the game is over; it is not yet."
        raise Refused(Refusal.FORBIDDEN, detail)
    return Eyes(caller.role, AUDITOR, desk)


def _of_a_seat(loaded: LoadedGame, caller: Caller, wish: RequestedViewpoint, seat: int) -> Eyes:
    """When all is open anybody has the eyes of every seat: they see less than he does."""
    if wish.reveal:
        raise malformed("as", "Ask for `as` or for `reveal`, not for both.")
    desk = loaded.table.desk
    if fully_disclosed(loaded):
        return Eyes(f"seat:{seat}", existing_seat(loaded.table, seat), desk, seat=seat)
    return _lent(desk, caller, seat)


def _lent(desk: Desk, caller: Caller, seat: int) -> Eyes:
    if caller.referee is None:
        detail = "Until the game is over only a referee under a release may ask to see as a seat."
        raise Refused(Refusal.FORBIDDEN, detail)
    if not any(seat in release.seats for release in in_force(desk, caller.referee)):
        raise _not_released(seat)
    return Eyes(f"seat:{seat}", None, desk, caller.referee, seat)


def _not_released(seat: int) -> Refused:
    detail = (
        f"There is no release of yours for seat {seat} there: ask for one in the case that you have taken."
    )
    return refused("referee.release", detail, Refusal.FORBIDDEN)
