"""The outcome where seats lose by time, or resign."""

from __future__ import annotations

from domain.table.clock.events import Forfeit
from domain.table.fold import Fold, sides_of


def forfeit(fold: Fold, seats: tuple[int, ...], why: str) -> Forfeit:
    """What the ruleset makes of it that these seats lose by `time` or have `resigned` (clock.forfeit)."""
    sides = sides_of(fold.ruleset, fold.parts.setup)
    outcome = fold.ruleset.withdrawn(fold.game, seats, why, sides)
    return Forfeit(outcome.winners, outcome.ranking, outcome.scores, outcome.reason)
