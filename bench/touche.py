"""Touché in process: speed and length of self-play, and what the tables of placements save."""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Iterator
from typing import Any

from bench.size import size
from bench.timing import medians
from conformance.kit import Player, Sitting, at_random, greedily
from domain.rulesets.touche import RULESET
from domain.rulesets.touche.components import BOXES
from domain.rulesets.touche.options import ToucheOptions
from domain.rulesets.touche.patterns import complete, tables

GAMES = size(100, 5)
SETUPS: tuple[tuple[str, int, dict[str, Any]], ...] = (
    ("2 players", 2, {}),
    ("3 players", 3, {}),
    ("4 in two teams", 4, {}),
    ("6 in two teams", 6, {}),
    ("6 in pairs", 6, {"teams_of_two": True}),
)
PLAYERS: tuple[tuple[str, Player, int], ...] = (
    ("random", at_random, GAMES),
    ("greedy", greedily, GAMES // 5),
)


def self_play(seats: int, options: dict[str, Any], player: Player, games: int) -> tuple[list[int], float]:
    """The number of actions of each game, shortest first, and events per second over all of them."""
    actions, events, began = [], 0, time.perf_counter()
    for n in range(games):
        sitting = Sitting(RULESET, seats, ToucheOptions(**options), f"bench-{n}")
        actions.append(sum(1 for _ in sitting.play(player, random.Random(n))))
        events += len(sitting.log)
    return sorted(actions), events / (time.perf_counter() - began)


def lengths() -> Iterator[str]:
    yield "| setup | bots | games | actions (min/median/max) | events/s |"
    yield "|---|---|---|---|---|"
    for name, seats, options in SETUPS:
        for bots, player, games in PLAYERS:
            actions, speed = self_play(seats, options, player, games)
            spread = f"{actions[0]}/{statistics.median(actions):.0f}/{actions[-1]}"
            yield f"| {name} | {bots} | {games} | {spread} | {speed:,.0f} |"


def pattern_checks() -> Iterator[str]:
    """All kinds through every field of a half-filled board: tables by field against sets of names."""
    board, places = BOXES[RULESET.newest.id].board, tables(RULESET.newest.id)
    fields = random.Random(1).sample(board.names, 56)
    pawns, names = board.bits(fields), set(fields)
    plain = {kind: [frozenset(board.named(p)) for p in it.everywhere] for kind, it in places.items()}

    def by_tables() -> int:
        bits = board.bit.values()
        return sum(len(complete(table, pawns, bit)) for bit in bits for table in places.values())

    def by_sets() -> int:
        found = (p for name in fields for ps in plain.values() for p in ps if name in p and p <= names)
        return sum(1 for _ in found)

    assert by_tables() == by_sets()
    fast, slow = medians(by_tables, by_sets, runs=21)
    checks = len(board.names)
    yield f"Patterns through one field, all kinds: {fast / checks * 1e6:.1f} µs by tables,"
    yield f"{slow / len(fields) * 1e6:.1f} µs by sets of names ({slow / len(fields) / (fast / checks):.0f} times)."


def main() -> list[str]:
    return [*lengths(), "", *pattern_checks()]


if __name__ == "__main__":
    print("\n".join(main()))
