"""The terms of a clock: what they are if nobody says, and which are allowed (clock.terms)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from domain.by_seat import BySeat
from domain.table.clock.events import ClockTerms
from domain.table.refusals import malformed

HOUR, DAY, MONTH = 3_600, 86_400, 2_592_000
"""In seconds; a month has 30 days."""
SHORT_START = 120
RANGES: Mapping[str, tuple[int, int]] = {
    "bank": (0, MONTH),
    "increment": (0, DAY),
    "grace": (0, MONTH),
    "start_within": (30, 7 * DAY),
    "most": (0, (2**53 - 1) // 1000),
}
"""Seconds from and to, both included. `most` is exact as a JSON number of milliseconds (docs/ledger.md, section 16)."""
LEAST = 5
"""Seconds that bank and grace have together at least."""
TIME_OUT = ("forfeit", "bot")


def written_out(given: Mapping[str, Any], sides: BySeat[str], tournament: bool) -> ClockTerms:
    """The terms with all defaults, from the members that were `given`. `sides` of the seats as the ruleset says them."""
    bank, grace = given["bank"], given.get("grace", 0)
    defaults: dict[str, Any] = {
        "increment": 0,
        "on_time_out": default_on_time_out(sides),
        "start_within": DAY if bank + grace > HOUR else SHORT_START,
        "organiser_stops": tournament,
    }
    return ClockTerms(**{**defaults, **given, "grace": grace})


def default_on_time_out(sides: BySeat[str]) -> Literal["forfeit", "bot"]:
    """`forfeit` where exactly two sides play: two seats, or two different sides that have a name."""
    return "forfeit" if len(sides) == 2 or (all(sides) and len({*sides}) == 2) else "bot"


def is_daily(terms: ClockTerms) -> bool:
    """Whether a seat has more than an hour for its first stint: nobody waits at the table for the other."""
    return terms.bank + terms.grace > HOUR


def check_clock(terms: ClockTerms) -> None:
    """`Refused` for terms with which no game is played."""
    for name, (least, most) in RANGES.items():
        seconds = getattr(terms, name)
        if seconds is not None and not least <= seconds <= most:
            raise _wrong(name, f"{name} is a whole number of seconds from {least} to {most}.")
    if terms.bank + terms.grace < LEAST:
        raise _wrong("bank", f"bank and grace are at least {LEAST} seconds together.")
    if terms.most is not None and terms.most < terms.bank:
        raise _wrong("most", f"most is at least the bank of {terms.bank} seconds, or left out.")
    if terms.on_time_out not in TIME_OUT:
        raise _wrong("on_time_out", f"on_time_out is one of {', '.join(TIME_OUT)}.")


def _wrong(name: str, detail: str) -> Exception:
    return malformed(f"clock.{name}", f"{detail} ({RULE})")


RULE = "clock.terms"
