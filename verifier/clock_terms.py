"""The terms of clocks in entry 0 (L0), and the same in milliseconds (docs/ledger.md, section 16)."""

from __future__ import annotations

from typing import Any, NamedTuple

from .problems import Failed
from .shapes import Shape, holds, number

MOST_SECONDS = 9_007_199_254_740
"""The maximum of `most`: in milliseconds it still has 53 bits."""
RULED_LEAST, RULED_MOST = 10_000, 2_592_000_000
"""The limits of a bank that a ruling sets, in milliseconds."""
_TERMS: Shape = {
    "bank": number(0, 2_592_000),
    "increment": number(0, 86_400),
    "grace": number(0, 2_592_000),
    "most": number(0, MOST_SECONDS),
    "on_time_out": lambda value: value in ("forfeit", "bot"),
    "start_within": number(30, 604_800),
}


class ClockTerms(NamedTuple):
    """Milliseconds. `first_grace` is the grace of a seat's first stint; `most` None: no limit of a bank."""

    bank: int
    increment: int
    grace: int
    first_grace: int
    most: int | None
    forfeits: bool

    def raised(self, left: int) -> int:
        """A bank after its increment."""
        more = left + self.increment
        return max(left, more if self.most is None else min(self.most, more))

    def back(self, left: int) -> int:
        """A bank after its player's return."""
        return max(left, (self.bank + self.grace) // 10)

    def graced(self, stint: int) -> int:
        """The grace with which a stint begins."""
        return self.first_grace if stint == 1 else self.grace

    def allows(self, left: int) -> bool:
        """Whether a ruling may set a bank so."""
        most = RULED_MOST if self.most is None else max(self.most, RULED_LEAST)
        return RULED_LEAST <= left <= most


def check_terms(created: dict[str, Any], analysis: bool) -> None:
    """Check `clock` of entry 0, which has the members of its table; Failed otherwise."""
    clock = created.get("clock")
    if clock is None:
        return
    if analysis:
        raise Failed("it is an analysis, and has a clock", 0)
    holds(clock, _TERMS, "its clock", 0)
    if clock["bank"] + clock["grace"] < 5:
        raise Failed("its clock has less than 5 seconds of 'bank' and 'grace' together", 0)
    if clock.get("most", clock["bank"]) < clock["bank"]:
        raise Failed("its clock: 'most' is less than 'bank'", 0)


def terms_of(clock: dict[str, Any]) -> ClockTerms:
    """The terms in a valid entry 0."""
    bank, increment, grace, first = (
        1000 * clock[name] for name in ("bank", "increment", "grace", "start_within")
    )
    most = 1000 * clock["most"] if "most" in clock else None
    return ClockTerms(bank, increment, grace, max(grace, first), most, clock["on_time_out"] == "forfeit")
