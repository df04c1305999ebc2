"""The fixture matches of Age of War; castles are stolen and clans completed in all but the one cut off."""

from tests.rulesets.kit import Match, at_random, greedily

MATCHES = [
    Match("two-greedy", 2, seed=1, player=greedily),
    Match("three-mixed", 3, seed=2),
    Match("six-greedy", 6, seed=3, player=greedily),
    Match("draws-used-up", 2, seed=4, player=at_random, draw_count=16),
]
