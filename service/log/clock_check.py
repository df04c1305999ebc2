"""Whether the time can be believed, as far as the log can tell."""

from __future__ import annotations

from service.store import Store
from service.system.clock import (
    CLOCK,
    ClockWrong,
    now,
    told,
)

BEHIND = 5 * 60_000
"""Milliseconds that a log may be ahead of the time: machines that serve one database never agree to the last one."""
AHEAD = 366 * 24 * 3_600_000
"""Milliseconds after the last event from which on it is likelier that the clock is wrong than that nobody played."""
WRITTEN_AT = "SELECT coalesce(imported_at, updated_at) FROM lobby WHERE game = ?"
REMEDY = "Set the machine's clock, or start with KRONIKA_CLOCK=trust if it is right."


def check_start(store: Store) -> None:
    """Raise `ClockWrong` if the newest event cannot have been written when the clock says, or hardly so.

    The machine's clock is read again for the next try.
    """
    newest, at = _written_at(store), now()
    if newest is not None and not newest - BEHIND <= at <= newest + AHEAD:
        CLOCK.set()
        side = "behind" if at < newest else "ahead of"
        raise ClockWrong(
            f"The clock says {told(at)} and is far {side} the newest event, of {told(newest)}. {REMEDY}"
        )


def check_log(at: int) -> None:
    """Raise `ClockWrong` if a game whose last event is of `at` would have to go on in the future."""
    if at - now() > BEHIND:
        raise ClockWrong(
            f"The game's last event is of {told(at)}, and the clock says {told(now())}. Nothing can be added before then."
        )


def _written_at(store: Store) -> int | None:
    """When the newest event was written; what a file brought has older times of its own."""
    for (at,) in store.query(WRITTEN_AT, (store.newest_game(),)):
        return int(at)
    return None
