"""How much stronger the bot that looks ahead is than the thoughtful one: many games with a fixed number of looks.

`python -m bench strength RULESET GAMES [FIRST]` plays games FIRST, FIRST + 1, ... and notes them down in bench/strength.json.
The same game of the same code ends the same on every machine.
"""

from __future__ import annotations

import json
import random
from math import sqrt
from pathlib import Path
from typing import Any

import kronika
from engine.search import looks, search

PAGE = Path(__file__).with_suffix(".json")
LOOKS = 24
"""For each decision: few, so that many games can be played. A second of an idle machine is good for more."""
SURE = 1.96
"""Standard errors on either side of what 95 of 100 such intervals hold."""


def game(ruleset: str, number: int) -> float:
    """Game number so and so of two: 1.0 when the search wins, 0.5 for a shared win, else 0.0. The seats change."""
    rules, played = kronika.rulesets()[ruleset], kronika.new(ruleset, 2, seed=f"strength-{number}")
    rng, ours = random.Random(number), 1 + number % 2
    while played.to_act:
        seat = played.to_act[0]
        ahead = seat == ours
        played.apply(seat, looked(rules, played, seat, rng) if ahead else played.greedy(seat, rng))
    winners = played.outcome.winners if played.outcome else ()
    return (ours in winners) / max(1, len(winners))


def looked(
    rules: kronika.Ruleset[Any], played: kronika.Game, seat: int, rng: random.Random
) -> kronika.Action:
    return search(rules, played.state, seat, 2, rng, looks(LOOKS))


def run(ruleset: str, games: str, first: str = "0") -> list[str]:
    """Play and note down."""
    for number in range(int(first), int(first) + int(games)):
        result = game(ruleset, number)
        known = json.loads(PAGE.read_text()) if PAGE.exists() else {}
        known.setdefault(ruleset, {})[str(number)] = result
        PAGE.write_text(json.dumps(known, indent=1, sort_keys=True) + "\n")
    return main()


def interval(won: float, games: int) -> tuple[float, float]:
    """Wilson's 95 % confidence interval of a rate."""
    rate, z = won / games, SURE
    centre, width = rate + z * z / (2 * games), z * sqrt(rate * (1 - rate) / games + (z / (2 * games)) ** 2)
    return (centre - width) / (1 + z * z / games), (centre + width) / (1 + z * z / games)


def main() -> list[str]:
    """The table of what was noted down; nothing is played."""
    lines = [
        f"Two players, who change seats; {LOOKS} looks a decision. Made by `python -m bench strength`.",
        "",
        "| ruleset | games | search wins | 95 % interval |",
        "|---|---|---|---|",
    ]
    for ruleset, results in json.loads(PAGE.read_text()).items():
        won, games = sum(results.values()), len(results)
        low, high = interval(won, games)
        lines.append(f"| {ruleset} | {games} | {won / games:.0%} | {low:.0%} to {high:.0%} |")
    return lines
