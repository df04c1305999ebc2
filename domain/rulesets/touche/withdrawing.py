"""How a game of Touché ends where seats lose by time, or resign: by teams and by patterns, as every game that ends early."""

from __future__ import annotations

from domain.ranking import ranked
from domain.ruleset import Outcome
from domain.rulesets.touche.state import State, points, side_of


def withdrawn(state: State, seats: tuple[int, ...], why: str) -> Outcome:
    """The teams of these seats come last. Of the others those with most patterns win (touche.end.2), all that have as many.

    Every completed pattern scores (touche.tournament.1).
    """
    out = {side_of(state, seat) for seat in seats}
    sides = {seat: side_of(state, seat) for seat in range(1, state.seats + 1)}
    ranking = ranked({seat: (side not in out, _made(state, side, out)) for seat, side in sides.items()})
    winners = tuple(seat for seat in ranking[0] if sides[seat] not in out)
    return Outcome(winners, ranking, {str(seat): points(state, side) for seat, side in sides.items()}, why)


def _made(state: State, side: int, out: set[int]) -> int:
    """The patterns that count for a side; those who are out share their rank."""
    return 0 if side in out else sum(crowned.side == side for crowned in state.crowned)
