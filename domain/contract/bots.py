"""Sensible moves, for bots and for searches."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Generic

from domain.by_seat import BySeat
from domain.contract.types import Action, Course, State
from domain.redraw import Choose

COURSES = 10
"""The number of courses that a seat looks into by default."""


class Bots(Generic[State]):
    """For bots, searches and analyses."""

    foresight: ClassVar[int] = 24
    """The least number of `greedy` actions that a search plays before it uses `outlook`."""

    def greedy(self, state: State, seat: int, legal: Sequence[Action], choose: Choose) -> Action:
        """A sensible move for `seat`, from state redacted for it. `choose` breaks ties. Default: any move."""
        return legal[choose(len(legal))]

    def promising(self, state: State, seat: int, legal: Sequence[Action], choose: Choose) -> Sequence[Course]:
        """Courses that are worth looking into, the greedy one first, from state redacted for `seat` or drawn anew for it.

        A search looks no further than these: about ten, so that it can try each often enough.
        """
        first = self.greedy(state, seat, legal, choose)
        return [(first,), *((action,) for action in legal if action != first)][:COURSES]

    def outlook(self, state: State) -> BySeat[float] | None:
        """About how likely each seat is to be among the winners, in 0..1, when all that is hidden is known.

        For searches that look only some moves ahead. None (the default) if it cannot be estimated before the end.
        """
        return None

    def settled(self, state: State) -> bool:
        """Whether `outlook` can judge this position: a search goes on until it can. Default: always."""
        return True
