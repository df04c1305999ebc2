"""The outcome of a game in which bots played for persons who were away."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable

from msgspec.structs import replace

from domain.by_seat import BySeat, of_seat
from domain.contract.types import Outcome

Ranking = tuple[tuple[int, ...], ...]


def with_away_last(outcome: Outcome, away: Collection[int], sides: BySeat[str]) -> Outcome:
    """The outcome with the seats that were `away` behind all others, in the order they had (clock.away).

    A side of several seats keeps its rank, and nothing moves if all seats were away. `details` names who was.
    """
    named = replace(outcome, details={**outcome.details, "away": sorted(away)})
    seats = Counter(sides)
    moved = {seat for seat in away if not of_seat(sides, seat) or seats[of_seat(sides, seat)] == 1}
    if not moved or len(away) == len(sides):
        return named
    ranking = (*_ranks(outcome.ranking, moved, False), *_ranks(outcome.ranking, moved, True))
    return replace(named, ranking=ranking, winners=_winners(outcome.winners, moved, ranking[0]))


def _ranks(ranking: Ranking, moved: Collection[int], of_moved: bool) -> Iterable[tuple[int, ...]]:
    """The ranks of the seats that move, or those of the others."""
    ranks = (tuple(seat for seat in rank if (seat in moved) == of_moved) for rank in ranking)
    return (rank for rank in ranks if rank)


def _winners(winners: tuple[int, ...], moved: Collection[int], first: tuple[int, ...]) -> tuple[int, ...]:
    """Those of them who are left, or the first rank; nobody if nobody won."""
    left = tuple(seat for seat in winners if seat not in moved)
    return left or (first if winners else ())
