"""The analysis of a whole game within the keeper's bounds, in time of the processor, so that other work does not show.

A game of about a hundred decisions of each ruleset, and a very long one of Age of War in which everybody dawdles.
"""

from __future__ import annotations

import random
import time
from collections.abc import Iterator

import kronika
from bench.size import size
from engine.analysis import analyse
from engine.decisions import decisions_of
from projections.documents.analyses import Analysis
from service.analyses.analyser import Bounds

DECISIONS, LONG = 100, size(3000, 5)
TABLES = {"age-of-war": 3, "nagaraja": 2, "romans": 3, "touche": 2}
SEEDS = size(5, 1)
BOUNDS = size(Bounds(), Bounds(playouts=1, looks=1, least=1, most=1))
SHARE = 0.2
"""Of the keeper's time, to be done in some minutes."""
WILD = 0.3
"""The share of actions at random, others are the ruleset's thoughtful bot's; so that there are games of such a length."""


def decided(game: kronika.Game) -> int:
    return sum(1 for _ in decisions_of(game))


def games(ruleset: str, seats: int) -> Iterator[kronika.Game]:
    """Finished ones, the same ones every time."""
    for seed in range(SEEDS):
        game, rng = kronika.new(ruleset, seats, seed=f"analysis-{seed}"), random.Random(seed)
        while game.to_act:
            seat = game.to_act[0]
            wild = rng.random() < WILD
            game.apply(seat, rng.choice(game.legal(seat)) if wild else game.greedy(seat, rng))
        yield game


def of_usual_length(ruleset: str, seats: int) -> kronika.Game:
    """The one that has the fewest decisions beyond a hundred; the longest one if none has."""
    return min(games(ruleset, seats), key=lambda game: ((n := decided(game)) < DECISIONS, abs(n - DECISIONS)))


def dawdled() -> kronika.Game:
    """Six who set dice aside wherever they may, for so many decisions, and play on sensibly then."""
    game, rng, made = kronika.new("age-of-war", 6, seed="analysis"), random.Random(1), 0
    while game.to_act:
        seat = game.to_act[0]
        legal = game.legal(seat)
        made += len(legal) > 1
        slow = [action for action in legal if kronika.plain(action)["type"] != "fill-line"]
        game.apply(seat, rng.choice(slow or legal) if made < LONG else game.greedy(seat, rng))
    return game


def analysed(game: kronika.Game) -> Analysis:
    seconds, began = SHARE * BOUNDS.seconds(game.table.action), time.process_time()
    return analyse(game, BOUNDS.playouts, BOUNDS.looks, spent=lambda: (time.process_time() - began) / seconds)


def line(name: str, game: kronika.Game) -> str:
    began = time.process_time()
    found = analysed(game)
    took = time.process_time() - began
    playouts = [moment.playouts for moment in found.moments] or [0]
    searched = sum(moment.searched for moment in found.moments)
    error = max((moment.error for moment in found.moments), default=0.5)
    tested = max((moment.estimate.playouts for moment in found.moments), default=0)
    counts = f"{game.version} | {found.decisions} | {len(found.moments)} | {min(playouts)} to {max(playouts)} | {tested}"
    row = f"| {name} | {counts} | {searched} | {error:.2f} | {took:.0f} |"
    print(row, flush=True)
    return row


def main() -> list[str]:
    return [
        f"{BOUNDS.playouts} playouts and {BOUNDS.looks} looks for each decision as long as there is time: {SHARE:.0%} of what "
        "the keeper gives, counted in seconds of the processor.",
        "",
        "| game | events | decisions | looked at | playouts | most, in tests | searched | largest error | s |",
        "|---|---|---|---|---|---|---|---|---|",
        *(line(f"{id}, {seats} seats", of_usual_length(id, seats)) for id, seats in TABLES.items()),
        line("age-of-war, 6 seats, dawdled", dawdled()),
    ]


if __name__ == "__main__":
    print("\n".join(main()))
