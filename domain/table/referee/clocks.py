"""The banks that a ruling sets: whether it may, and how the clocks are when its remedy has taken effect."""

from __future__ import annotations

from collections.abc import Mapping

from domain.table.clock.events import ClockRow, ClockTerms
from domain.table.clock.rows import read_at, row_of
from domain.table.clock.rulings import with_banks
from domain.table.clock.undoing import back_by_ruling, terms_of
from domain.table.referee.again import again_from
from domain.table.referee.assessment import Assessment
from domain.table.referee.events import Kind, Remedy
from domain.table.referee.hearing import Hearing, Proposed, refused

LEAST = 10_000
"""A bank is set to so many milliseconds at least."""
MOST = 30 * 86_400_000
"""And to so many at most where the terms have no `most`."""


def check_clocks(hearing: Hearing, proposed: Proposed) -> None:
    """`Refused` clock.ruling for banks that a remedy cannot set, and referee.head for one that only a head referee lowers."""
    remedy, terms = proposed.remedy or Remedy(), hearing.table.setup.clock
    if remedy.clock is None:
        return
    if terms is None or hearing.table.status == "finished":
        raise refused("clock.ruling", NO_CLOCKS)
    seats = [str(seat) for seat in _with_clocks(hearing) if seat not in proposed.excludes]
    if not remedy.clock or not {*remedy.clock} <= {*seats}:
        raise refused("clock.ruling", NOT_A_CLOCK.format(seats=", ".join(seats) or "none"))
    least, most = bounds(terms)
    if any(not least <= left <= most for left in remedy.clock.values()):
        raise refused("clock.ruling", OUT_OF_BOUNDS.format(least=least, most=most))
    if not proposed.head and lowers(hearing, proposed.kind, remedy):
        raise refused("referee.head", "Only a head referee lowers a bank.")


NO_CLOCKS = "Banks are set in a game that is played with a clock and is not over."
NOT_A_CLOCK = "A remedy sets banks of seats with clocks that the ruling does not exclude, at least one; here these are: {seats}."
OUT_OF_BOUNDS = "A bank is set to {least} to {most} milliseconds here."


def _with_clocks(hearing: Hearing) -> tuple[int, ...]:
    """The seats that people hold and play themselves."""
    return tuple(seat for seat in hearing.parties if seat not in hearing.table.absence.away)


def bounds(terms: ClockTerms) -> tuple[int, int]:
    """The least and the most milliseconds that a bank is set to."""
    most = MOST if terms.most is None else 1000 * terms.most
    return LEAST, max(LEAST, most)


def lowers(hearing: Hearing, kind: Kind, remedy: Remedy) -> bool:
    """Whether a seat has less by a bank that the remedy sets than by all else that it does."""
    rows, terms = clocks_after(hearing, to_version_of(hearing, kind, remedy)), terms_of(hearing.table)
    return lowered(rows, with_banks(rows, remedy, terms), terms)


def lowered(rows: Mapping[int, ClockRow], banks: Mapping[int, ClockRow], terms: ClockTerms) -> bool:
    """Whether a seat has less by these `banks` than by the `rows`."""
    return any(row.left < row_of(rows, terms, seat).left for seat, row in banks.items())


def to_version_of(hearing: Hearing, kind: Kind, remedy: Remedy) -> int | None:
    """Where a remedy takes the game back to; None where it continues from where it is."""
    if kind == "replayed":
        assessment = Assessment(hearing.ruleset, hearing.log)
        return again_from(hearing.ruleset, hearing.log, assessment, remedy.chapter or 0).to_version
    return remedy.to_version


def clocks_after(hearing: Hearing, to_version: int | None) -> Mapping[int, ClockRow]:
    """By seat the clocks, none of which runs, after a ruling that takes the game back there, before it sets banks."""
    table, rows = hearing.table, hearing.table.clock.rows
    if to_version is not None:
        rows = back_by_ruling(hearing.ruleset, table, hearing.log, to_version).rows
    return {seat: read_at(row, hearing.now) for seat, row in rows.items()}
