"""The fixture matches of Age of War; castles are stolen and clans completed in the greedy ones."""

from msgspec.structs import replace

from conformance.kit import Match, at_random, greedily
from domain.rulesets.age_of_war import RULESET
from domain.rulesets.age_of_war.components import TURN_LIMIT

HELD = (("matsumoto", "edo", "gassantoda"), ("gifu", "odani", "kitanosho", "takahashi", "matsuyama"))
FRESH = RULESET.initial(2, RULESET.options(), RULESET.newest)
CENTRE = tuple(castle for castle in FRESH.centre if castle not in HELD[0] + HELD[1])
LATE = replace(FRESH, seat=2, turn=TURN_LIMIT - 2, centre=CENTRE, castles=HELD)
"""Two turns short of the limit; whole games do not come so far."""

MATCHES = [
    Match("two-greedy", 2, seed=1, player=greedily),
    Match("three-mixed", 3, seed=2),
    Match("six-greedy", 6, seed=3, player=greedily),
    Match("draws-used-up", 2, seed=4, player=at_random, draw_count=16),
    Match("turn-limit", 2, seed=5, player=at_random, position=LATE),
]
