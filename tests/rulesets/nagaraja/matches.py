"""The fixture matches of Nagaraja."""

from conformance.kit import Match, at_random, greedily

MATCHES = [
    Match("greedy", 2, seed=1, player=greedily),
    Match("at-random", 2, seed=6, player=at_random),
    Match("mixed", 2, seed=11),
    Match("curse", 2, seed=2, player=greedily),
]
