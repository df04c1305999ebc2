"""The fixture matches of Romans Go Home!"""

from conformance.kit import Match, at_random, greedily

MATCHES = [
    Match("solo", 1, {"neutral_clans": 1}, seed=1),
    Match("solo-of-four", 1, {"neutral_clans": 3, "neutral_abilities": "automatic"}, seed=2, player=greedily),
    Match("two-at-random", 2, seed=3, player=at_random),
    Match("two-and-two", 2, {"neutral_clans": 2}, seed=4),
    Match("three-and-one", 3, {"neutral_clans": 1, "neutral_abilities": "automatic"}, seed=5),
    Match("variants", 4, {"tied_fort": True, "druhid_shift": True}, seed=6),
    Match("four-greedy", 4, seed=7, player=greedily),
    Match("three-fortheca", 2, seed=42),
]
