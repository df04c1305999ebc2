"""The fixture matches of Touché."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from conformance.kit import Match, at_random, greedily
from domain.ruleset import Action, Ruleset
from domain.rulesets.touche import ARROW
from domain.rulesets.touche.actions import LayCard
from domain.rulesets.touche.state import State, open_kinds, patterns_with


def completes(state: State, action: Action) -> bool:
    """Whether a lay would complete a pattern that counts."""
    if not isinstance(action, LayCard):
        return False
    bit = state.board.bit[action.field]
    pawns = state.pawns[state.side] | bit
    return any(patterns_with(state, open_kinds(state, state.side), pawns, bit))


def never_completing(
    ruleset: Ruleset[Any], state: State, seat: int, legal: Sequence[Action], rng: random.Random
) -> Action:
    """At random, but without completing a pattern as long as that can be helped."""
    return rng.choice([action for action in legal if not completes(state, action)] or legal)


def agreed(name: str, **more: Any) -> dict[str, Any]:
    return {"set_choice": "agreed", "set": name, **more}


OWN = agreed(
    "custom",
    patterns=ARROW,
    need={"arrow": 2, "square": 1},
    points={"arrow": 5, "square": 10},
)

MATCHES = [
    Match("two-greedy", 2, seed=1, player=greedily),
    Match("two-at-random", 2, seed=2, player=at_random),
    Match("three-own-sets", 3, {"set_choice": "own"}, seed=3),
    Match("four-straights", 4, agreed("straights"), seed=4, player=at_random),
    Match("four-different", 4, agreed("three-different"), seed=5, player=at_random),
    Match("six-in-teams", 6, agreed("crosses"), seed=6),
    Match("six-in-pairs", 6, {"teams_of_two": True}, seed=7),
    Match("two-own-patterns", 2, OWN, seed=8),
    Match("two-without-end", 2, agreed("crosses", need={"cross": 30}), seed=13, player=greedily),
    Match("two-never-completing", 2, agreed("crosses", stalled_rounds=1), seed=10, player=never_completing),
]
