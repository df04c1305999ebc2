"""Nagaraja in process: how long games are, how they end, and what the greedy player is worth."""

from __future__ import annotations

import random
import statistics
import time
from collections import Counter

from bench.size import size
from conformance.kit import Player, Sitting, at_random, greedily
from domain.rulesets.nagaraja import RULESET

GAMES = size(300, 2)
PAIRS: tuple[tuple[str, Player, Player], ...] = (
    ("random, random", at_random, at_random),
    ("greedy, random", greedily, at_random),
    ("greedy, greedy", greedily, greedily),
)


def one_game(number: int, first: Player, second: Player) -> tuple[Sitting, int, bool]:
    """The game, its actions, and whether the first player won. They change seats from game to game."""
    sitting, rng = Sitting(RULESET, 2, RULESET.options(), f"bench-{number}"), random.Random(number)
    seat_of_first, actions = 1 + number % 2, 0
    while sitting.table.status == "playing":
        (seat,) = sitting.table.to_act
        player = first if seat == seat_of_first else second
        sitting.act(seat, player(RULESET, sitting.table.game, seat, sitting.legal(seat), rng))
        actions += 1
    outcome = sitting.table.outcome
    return sitting, actions, outcome is not None and seat_of_first in outcome.winners


def row(name: str, first: Player, second: Player) -> str:
    began = time.perf_counter()
    games = [one_game(n, first, second) for n in range(GAMES)]
    seconds = time.perf_counter() - began
    actions = sorted(n for _, n, _ in games)
    rounds = sorted(sitting.table.game.round for sitting, _, _ in games)
    ends = Counter(sitting.table.game.ended for sitting, _, _ in games)
    spread = " | ".join(f"{x[0]}/{statistics.median(x):.0f}/{x[-1]}" for x in (actions, rounds))
    shares = " | ".join(f"{100 * ends[reason] / GAMES:.0f} %" for reason in RULESET.end_reasons)
    won = 100 * sum(first_won for _, _, first_won in games) / GAMES
    speed = sum(len(sitting.log) for sitting, _, _ in games) / seconds
    return f"| {name} | {spread} | {shares} | {won:.0f} % | {speed:,.0f} |"


def main() -> list[str]:
    return [
        f"{GAMES} games each; actions and rounds as min/median/max.",
        "",
        f"| players | actions | rounds | {' | '.join(RULESET.end_reasons)} | the first wins | events/s |",
        "|---|---|---|---|---|---|---|---|",
        *(row(*pair) for pair in PAIRS),
    ]


if __name__ == "__main__":
    print("\n".join(main()))
