"""Seats that a ruling keeps from playing on: a bot plays them until the organiser gives them to others."""

from __future__ import annotations

from domain.table.absence.events import SeatExcluded
from domain.table.absence.leaving import BOT
from domain.table.actors import TABLE
from domain.table.events import GameStarted
from domain.table.fold import Fold
from domain.table.referee.events import Ruled
from domain.table.referee.hearing import Hearing, refused
from domain.table.state import OVER, Logged

CITES = ("referee.exclusion",)


def excluded_by(ruling: Ruled) -> tuple[int, ...]:
    """The seats that a ruling excludes, ascending."""
    return tuple(sorted({it.seat for it in ruling.penalties if it.kind == "exclusion"}))


def exclude(fold: Fold, ruling: Ruled) -> None:
    """Record, by the table, in the action in which the ruling becomes final, whom it excludes from a game that continues."""
    if fold.status in OVER:
        return
    for seat in excluded_by(ruling):
        if seat not in fold.parts.absence.excluded:
            fold.record(SeatExcluded(seat, BOT), CITES)


def exclude_at_start(hearing: Hearing, seat: int, game: str, ruling: int) -> Fold:
    """The table keeps a seat from a game, right after its start, that a ruling of an earlier game of its tournament excludes.

    Whether that ruling is there, the log of this game does not say. `game`: 32 hex digits.
    """
    table = hearing.table
    planned, excluded = table.setup.tournament, table.absence.excluded
    later = planned is not None and planned.number > 0 and game != table.setup.game
    if not later or seat not in hearing.parties or seat in excluded or not _at_start(hearing):
        raise refused("referee.exclusion", NOT_NOW.format(seat=seat))
    fold = Fold(hearing.ruleset, table)
    fold.begin_action(TABLE)
    fold.record(SeatExcluded(seat, BOT, game, ruling), CITES)
    return fold


NOT_NOW = "A ruling of an earlier game excludes seat {seat} only right after the start of a later one of its tournament, once."


def _at_start(hearing: Hearing) -> bool:
    """Whether the last action is the one that started the game, or excluded another seat right after that."""
    action = (it for it in reversed(hearing.log) if it.action == hearing.table.action)
    return any(map(begins, action))


def begins(logged: Logged) -> bool:
    """Whether this event starts a game, or excludes a seat from it right after that."""
    event = logged.event
    return isinstance(event, GameStarted) or (isinstance(event, SeatExcluded) and event.game is not None)
