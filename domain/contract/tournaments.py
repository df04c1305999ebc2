"""A game among several of the same sides, one after the other."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Generic

from domain.contract.types import Outcome, State


class Tournaments(Generic[State]):
    """For tournaments and rematches."""

    def tournament_points(self, outcome: Outcome) -> Mapping[int, int]:
        """What a game brings to each seat. Seats of one side have the same: the side's points, counted once."""
        return {int(seat): points for seat, points in outcome.scores.items()}

    def tournament_details(self, outcome: Outcome) -> Mapping[str, Mapping[str, int]]:
        """What standings add up beside points, such as patterns by kind, for each side that `sides` names."""
        return {}

    def next_options(self, seats: int, options: Any, state: State | None) -> Any:
        """The options of the game that follows one with these `options`, which ended in `state` (None: never begun).

        They are public: nothing hidden in `state` may show in them.
        """
        return options
