"""Whether the clock is plausible, compared with the times in the logs."""

from __future__ import annotations

from service.store import Store
from service.system.clock import (
    CLOCK,
    ClockWrong,
    format_time,
    now,
)

MAX_BEHIND = 5 * 60_000
"""Milliseconds that a log may be ahead of the clock, because the clocks of several machines never agree exactly."""
MAX_BEHIND_ON_CLOCK = 1_000
"""The same for the log of a game with a clock, whose players lose time by it."""
MAX_AHEAD = 366 * 24 * 3_600_000
"""Milliseconds after the last event after which a wrong clock is likelier than a service without players."""
WRITTEN_AT = "SELECT coalesce(imported_at, updated_at) FROM lobby WHERE game = ?"
REMEDY = "Set the machine's clock, or start with KRONIKA_CLOCK=trust if it is right."


def check_start(store: Store) -> None:
    """Raise `ClockWrong` if the clock is before the newest event, or implausibly long after it.

    The machine's clock is read again for the next attempt.
    """
    newest, at = _written_at(store), now()
    if newest is not None and not newest - MAX_BEHIND <= at <= newest + MAX_AHEAD:
        CLOCK.set()
        side = "behind" if at < newest else "ahead of"
        raise ClockWrong(
            f"The clock says {format_time(at)} and is far {side} the newest event, of {format_time(newest)}. {REMEDY}"
        )


def check_clock(last: int, clock: int) -> None:
    """Raise `ClockWrong` if a game's last event is in the future. Both times are in milliseconds."""
    _check(last, clock, MAX_BEHIND)


def check_clock_of_table(last: int, clock: int) -> None:
    """The same for a game with a clock."""
    _check(last, clock, MAX_BEHIND_ON_CLOCK)


def _check(last: int, clock: int, most: int) -> None:
    if last - clock > most:
        raise ClockWrong(
            f"The game's last event is of {format_time(last)}, and the clock says {format_time(clock)}. "
            "Nothing can be added before then."
        )


def _written_at(store: Store) -> int | None:
    """When the newest event was written. Events of an imported game have older times of their own."""
    for (at,) in store.query(WRITTEN_AT, (store.newest_game(),)):
        return int(at)
    return None
