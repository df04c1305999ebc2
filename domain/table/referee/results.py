"""Rulings that end a game: with a result, or as void."""

from __future__ import annotations

from itertools import chain

from domain.table.fold import Fold, sides_of
from domain.table.referee.events import GameVoided, Remedy, ResultSet, Ruled
from domain.table.referee.hearing import Hearing, Proposed, refused


def check_result(hearing: Hearing, proposed: Proposed) -> None:
    """Every seat once, sides together, winners the first rank or nobody."""
    result, seats = proposed.remedy or Remedy(), hearing.table.setup.seats
    every = list(range(1, seats + 1))
    if result.ranking is None or sorted(chain(*result.ranking)) != every or not all(result.ranking):
        raise refused("referee.result", f"The ranking names every seat, 1 to {seats}, once, rank by rank.")
    if result.winners is None or (result.winners and sorted(result.winners) != sorted(result.ranking[0])):
        raise refused("referee.result", "The winners are the seats of the first rank, or nobody.")
    if result.scores is None or {*result.scores} != {*map(str, every)}:
        raise refused("referee.result", f"There is a score for every seat, 1 to {seats}.")
    _check_sides(hearing, result.ranking, result.scores)


def _check_sides(hearing: Hearing, ranking: tuple[tuple[int, ...], ...], scores: dict[str, int]) -> None:
    sides = sides_of(hearing.ruleset, hearing.table.setup)
    of = {seat: side or f"seat {seat}" for seat, side in enumerate(sides, 1)}
    ranks = {(of[seat], rank) for rank, seats in enumerate(ranking) for seat in seats}
    totals = {(of[int(seat)], score) for seat, score in scores.items()}
    if len(ranks) > len({*of.values()}) or len(totals) > len({*of.values()}):
        raise refused("referee.result", "Seats of one side share their rank and their score.")


def set_result(fold: Fold, ruling: Ruled) -> None:
    to = ruling.remedy or Remedy()
    event = ResultSet(ruling.ruling, to.winners or (), to.ranking or (), to.scores or {})
    fold.record(event, ("referee.result",))


def void(fold: Fold, ruling: Ruled) -> None:
    fold.record(GameVoided(ruling.ruling), ("referee.void",))
