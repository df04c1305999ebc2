"""How the chances of a game changed: by its decisions, and by what chance did between two of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from domain.by_seat import BySeat
from engine.doubt import Difference, beyond_doubt, of_seats
from engine.study import FRESH, Results, Study, counted
from projections.documents.analyses import Change

TURN = 0.2
"""A change by less than this is not worth a mark."""
SUSPECTS = 8
"""The most changes that are tested in an analysis: each one more makes all tests stricter."""
Pairs = dict[int, tuple[BySeat[float], BySeat[float]]]
"""Before and after, by the number of the playouts."""


class Swing(NamedTuple):
    """One change. `later` is the next decision, or the result of the game, for what chance did after the decision of `study`."""

    study: Study
    later: Study | BySeat[float] | None = None

    def _pairs(self) -> Pairs:
        before, after = self._sides()
        return {n: (before[n], after[n]) for n in before if n in after}

    def _sides(self) -> tuple[Results, Results]:
        expected = self.study.expected
        if self.later is None:
            return self.study.seen, self.study.after
        if isinstance(self.later, Study):
            return expected, self.later.before
        return expected, dict.fromkeys(expected, self.later)

    def involved(self) -> Iterator[Study]:
        """The studies whose playouts it compares."""
        yield self.study
        if isinstance(self.later, Study):
            yield self.later

    def size(self) -> float:
        """The largest change of a seat's chance."""
        return max((abs(one.mean) for one in self._differences(self._pairs())), default=0.0)

    def change(self, tests: int) -> Change | None:
        """The change as documents have it, after so many tests of this analysis; None if nothing is known of it."""
        pairs = counted(self._pairs())
        if not pairs:
            return None
        found, seats = self._differences(pairs), range(1, self._seats + 1)
        return Change(
            by={str(seat): round(one.mean, 3) for seat, one in zip(seats, found, strict=True)},
            error=round(max(one.error for one in found), 3),
            playouts=len(pairs),
            beyond_doubt=min(pairs) >= FRESH
            and any(abs(one.mean) >= TURN and beyond_doubt(one.likelihood, tests) for one in found),
        )

    @property
    def _seats(self) -> int:
        return self.study.decision.table.setup.seats

    def _differences(self, pairs: Pairs) -> list[Difference]:
        return of_seats(list(pairs.values()), self._seats) if pairs else []


class Swings(NamedTuple):
    """Those of a decision."""

    decision: Swing
    luck: Swing


def swings_of(studies: Sequence[Study], result: BySeat[float] | None) -> list[Swings]:
    """For each decision what it did, and what chance did until the next one, after the last one until the end."""
    later = [*studies[1:], result]
    return [Swings(Swing(study), Swing(study, after)) for study, after in zip(studies, later, strict=False)]


def suspects(swings: Sequence[Swings]) -> list[Swing]:
    """The changes that may be turning points, by the first playouts: the largest ones."""
    sized = [(swing.size(), swing) for both in swings for swing in both]
    largest = sorted(sized, key=lambda it: -it[0])[:SUSPECTS]
    return [swing for size, swing in largest if size >= TURN / 2]
