"""How a game ends where seats lose by time, or resign."""

from __future__ import annotations

from domain.by_seat import BySeat, of_seat
from domain.contract.types import Outcome


def withdrawn(seats: tuple[int, ...], why: str, sides: BySeat[str]) -> Outcome:
    """The sides of `seats` share the last rank; all others win and share the first (clock.forfeit).

    A seat whose side is an empty text is a side of its own.
    """
    everyone = range(1, len(sides) + 1)
    lost = {of_seat(sides, seat) for seat in seats} - {""}
    last = tuple(seat for seat in everyone if seat in seats or of_seat(sides, seat) in lost)
    winners = tuple(seat for seat in everyone if seat not in last)
    ranking = (winners, last) if winners else (last,)
    return Outcome(winners, ranking, {str(seat): 0 for seat in everyone}, why)
