"""The viewpoint from which a caller reads a game: their own, that of everybody after the end, or that of a seat. After the end
any caller may take the viewpoint of a seat; before that only a referee under a release.
"""

from __future__ import annotations

from typing import NamedTuple

from domain.hidden import AUDITOR, Viewer
from domain.table.referee.hearing import refused
from domain.table.referee.sight import in_force, may_ask, may_see
from domain.table.referee.state import Desk
from domain.table.refusals import Refusal, Refused, malformed
from domain.table.seating import existing_seat
from service.identity.access import Caller
from service.log.disclosed_keys import fully_disclosed
from service.log.loaded import LoadedGame


class RequestedViewpoint(NamedTuple):
    """A viewpoint in a request. `reveal`: everything that is public after the end of the game; `seat`: that of a seat."""

    reveal: bool = False
    seat: int | None = None


OWN_VIEWPOINT = RequestedViewpoint()


class Viewpoint(NamedTuple):
    """The viewer at each version. `role` is the role of the viewpoint."""

    role: str
    own: Viewer
    desk: Desk
    referee: int | None = None
    seat: int | None = None

    def at(self, version: int) -> Viewer:
        """A referee has the seat's view only at versions covered by their release, and a spectator's view elsewhere."""
        if self.referee is not None and self.seat is not None:
            return self.seat if may_see(self.desk, self.referee, self.seat, version) else None
        return self.own

    def check(self, first: int, last: int) -> None:
        """`Refused` referee.release unless the viewpoint covers all of these versions."""
        if self.seat is not None and any(self.at(version) != self.seat for version in range(first, last + 1)):
            raise _not_read(self.seat)


def viewpoint_of(loaded: LoadedGame, caller: Caller, requested: RequestedViewpoint) -> Viewpoint:
    """`Refused` if the caller has no access to the viewpoint at any version."""
    desk = loaded.table.desk
    if requested.seat is not None:
        return _of_seat(loaded, caller, requested, requested.seat)
    if not requested.reveal:
        return Viewpoint(caller.role, caller.viewer, desk)
    if not fully_disclosed(loaded):
        detail = "Everything is revealed when the game is over; this game is not over yet."
        raise Refused(Refusal.FORBIDDEN, detail)
    return Viewpoint(caller.role, AUDITOR, desk)


def _of_seat(loaded: LoadedGame, caller: Caller, requested: RequestedViewpoint, seat: int) -> Viewpoint:
    """After the end any caller may take the viewpoint of any seat: it shows less than the public sees by then."""
    if requested.reveal:
        raise malformed("as", "Use either `as` or `reveal`, not both.")
    desk = loaded.table.desk
    if fully_disclosed(loaded):
        return Viewpoint(f"seat:{seat}", existing_seat(loaded.table, seat), desk, seat=seat)
    return _released_view(desk, caller, seat)


def _released_view(desk: Desk, caller: Caller, seat: int) -> Viewpoint:
    if caller.referee is None:
        detail = "Until the game is over, only a referee under a release may see as a seat."
        raise Refused(Refusal.FORBIDDEN, detail)
    if not any(release.has_read(seat) for release in in_force(desk, caller.referee)):
        raise _not_read(seat)
    return Viewpoint(f"seat:{seat}", None, desk, caller.referee, seat)


def released_seat(loaded: LoadedGame, referee: int, seat: int | None, version: int) -> int:
    """The seat about whose actions a referee may ask; `Refused` without a release that covers the version.

    Where the game hides anything, the log has to say that they read it.
    """
    if seat is None:
        raise malformed("seat", "Name the seat whose action you ask about with ?seat=.")
    hides = loaded.ruleset.traits.hidden_information
    if not may_ask(loaded.table.desk, referee, existing_seat(loaded.table, seat), version, hides):
        raise _not_read(seat)
    return seat


def _not_read(seat: int) -> Refused:
    detail = (
        f"You do not read with the eyes of seat {seat} at this version: have it released in a case that you have taken, and then "
        "begin to read it (.../releases/{n}/readings)."
    )
    return refused("referee.reading", detail, Refusal.FORBIDDEN)
