"""The outcome where seats lose by time, or resign."""

from __future__ import annotations

from domain.table.clock.events import Forfeit
from domain.table.fold import Fold, options_of


def forfeit(fold: Fold, seats: tuple[int, ...], why: str) -> Forfeit:
    """What the ruleset makes of it that these seats lose by `time` or have `resigned` (clock.forfeit)."""
    rules, setup = fold.ruleset, fold.parts.setup
    sides = rules.sides(setup.seats, options_of(rules, setup.options))
    outcome = rules.withdrawn(fold.game, seats, why, sides)
    return Forfeit(outcome.winners, outcome.ranking, outcome.scores, outcome.reason)
