"""Outages of the service: no clock runs while nobody could act."""

from __future__ import annotations

from typing import NamedTuple

AWAY = 10_000
"""Milliseconds without a sign of life of any process after which the service was away."""
RETURN = 30_000
"""Milliseconds after the return before clocks run again."""


class Outage(NamedTuple):
    """An outage with its number in the log of logs. Times in milliseconds since the epoch; `to` includes `RETURN`.

    `own`: only this game was closed, because entries of it were missing.
    """

    n: int
    from_: int
    to: int
    own: bool = False
