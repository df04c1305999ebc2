"""The fixture matches of New Game."""

from conformance.kit import Match, at_random, greedily

MATCHES = [
    Match("two-greedy", 2, seed=1, player=greedily),
    Match("four-at-random", 4, seed=2, player=at_random),
]
