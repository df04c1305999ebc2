"""The fixture matches of Age of War."""

from tests.rulesets.kit import Match, at_random, greedily

MATCHES = [
    Match("two-greedy", 2, seed=1, player=greedily),
    Match("three-at-random", 3, seed=2, player=at_random),
    Match("six-mixed", 6, seed=3),
    Match("draws-used-up", 2, seed=4, player=at_random, draw_count=64),
]
