"""How much stronger the bot that looks ahead is than the thoughtful one: many games with a fixed number of looks.

`python -m bench strength RULESET GAMES [FIRST]` plays games FIRST, FIRST + 1, ... and notes them down in bench/strength.json.
The same game of the same code ends the same on every machine.
"""

from __future__ import annotations

import json
import random
from math import sqrt
from pathlib import Path

import kronika
from domain.by_seat import of_seat
from domain.ruleset import Course
from engine.playout import chances
from engine.search import looks, plan

PAGE = Path(__file__).with_suffix(".json")
LOOKS = {"romans": 256, "nagaraja": 64, "touche": 64}
"""For each decision, where it is not `FEW`. In Romans whole lines of orders are chosen from, one decision for seven actions. In
Age of War each look is exact, so that more looks say the same."""
FEW = 16
"""Few, so that many games can be played. The service's bot thinks for a second, in which an idle core takes some 1,000 looks
in Romans and Nagaraja."""
SURE = 1.96
"""Standard errors on either side of what 95 of 100 such intervals hold."""


def game(ruleset: str, number: int) -> float:
    """Game number so and so of two: 1.0 when the search wins, 0.5 when nobody does or both do, else 0.0.

    Games 0 and 1, 2 and 3, and so on have the same seed, and the seats changed.
    """
    rules, played = kronika.rulesets()[ruleset], kronika.new(ruleset, 2, seed=f"strength-{number // 2}")
    rng, ours = random.Random(number), 1 + number % 2
    while played.to_act:
        seat = played.to_act[0]
        if seat == ours:
            follow(played, seat, plan(rules, played.state, seat, 2, rng, looks(LOOKS.get(ruleset, FEW))))
        else:
            played.apply(seat, played.greedy(seat, rng))
    return of_seat(chances(rules, played.state, 2), ours) / sum(chances(rules, played.state, 2))


def follow(played: kronika.Game, seat: int, course: Course) -> None:
    """As much of the course as the seat is asked for."""
    for action in course:
        if seat not in played.to_act:
            break
        played.apply(seat, action)


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
        "Two players, who change seats; a win that is shared, or nobody's, counts half. So many looks a decision, which is",
        "less than a second's. Made by `python -m bench strength`.",
        "",
        "| ruleset | looks | games | search wins | 95 % interval |",
        "|---|---|---|---|---|",
    ]
    for ruleset, results in json.loads(PAGE.read_text()).items():
        won, games = sum(results.values()), len(results)
        low, high = interval(won, games)
        lines.append(
            f"| {ruleset} | {LOOKS.get(ruleset, FEW)} | {games} | {won / games:.0%} | {low:.0%} to {high:.0%} |"
        )
    return lines
