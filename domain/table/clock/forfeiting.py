"""TEMPORARY until core28's."""

from domain.table.clock.events import Forfeit
from domain.table.fold import options_of


def forfeit(fold, seats, why):
    setup = fold.parts.setup
    rules = fold.ruleset
    sides = rules.sides(setup.seats, options_of(rules, setup.options))
    o = rules.withdrawn(fold.game, tuple(seats), why, sides)
    return Forfeit(o.winners, o.ranking, o.scores, o.reason)
