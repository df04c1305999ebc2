"""The program of docs/how-to/learning-agent.md: it learns Touché by self-play, and plays against the thoughtful bot on the way.

`python -m bench learning` takes some two minutes of processor time and writes bench/learning.json; the page shows what it wrote.
The same code learns the same on machines whose arithmetic is the same.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from time import process_time
from typing import Any

import numpy as np

import kronika
from bench.size import size
from bench.strength import interval
from engine.playout import chances
from kronika.vector import VectorEnv

GUIDE = Path(__file__).parent.parent / "docs/how-to/learning-agent.md"
PAGE = Path(__file__).with_suffix(".json")
CHECKED = size({0: 100, 250: 100, 500: 100, 1000: 100, 2000: 600}, {0: 2, 1: 2})
"""How many games are played against the bot, by games of self-play before."""


def program() -> dict[str, Any]:
    """What the guide's program defines."""
    found: dict[str, Any] = {}
    text = GUIDE.read_text().split("```python\n", 1)[1].split("```", 1)[0]
    exec(compile(text, str(GUIDE), "exec"), found)
    return found


class Opponents:
    """Games against the thoughtful bot, side by side: 0 and 1 have the same cards, and seats changed; so have 2 and 3."""

    def __init__(self, agent: Any, games: int) -> None:
        self._agent = agent
        self._games = [kronika.new("touche", 2, seed=f"learning-{n // 2}") for n in range(games)]
        self._rngs = [random.Random(n) for n in range(games)]

    def won(self) -> float:
        """A win that nobody has, or that is shared, counts half."""
        while waiting := [n for n in range(len(self._games)) if self._bot_plays(n)]:
            self._agent_plays(waiting)
        ends = [(chances(it.ruleset, it.state, 2), 1 + n % 2) for n, it in enumerate(self._games)]
        return sum(dict(enumerate(shares, 1))[ours] / sum(shares) for shares, ours in ends)

    def _bot_plays(self, n: int) -> bool:
        """Until the agent is to act; false when the game is over."""
        game, ours = self._games[n], 1 + n % 2
        while game.to_act and game.to_act != (ours,):
            game.apply(game.to_act[0], game.greedy(game.to_act[0], self._rngs[n]))
        return bool(game.to_act)

    def _agent_plays(self, waiting: list[int]) -> None:
        games = [self._games[n] for n in waiting]
        seats = [game.to_act[0] for game in games]
        seen = [it.arrays.observation(it.view(s), s, it.to_act) for it, s in zip(games, seats, strict=True)]
        numbers = [it.arrays.numbers(it.legal(s)) for it, s in zip(games, seats, strict=True)]
        masks = np.zeros((len(games), games[0].arrays.size), np.bool_)
        for mask, legal in zip(masks, numbers, strict=True):
            mask[list(legal)] = True
        chosen = self._agent.best(np.array(seen, np.float32), masks, np.array(seats))
        for game, seat, legal, action in zip(games, seats, numbers, chosen.tolist(), strict=True):
            game.apply(seat, legal[action])


def learnt(agent: Any, learn: Any) -> Iterator[tuple[int, int, float]]:
    """At each point of `CHECKED`: games of self-play, games against the bot, and processor seconds of learning."""
    left, began = list(CHECKED.items()), process_time()
    for played in chain([0], learn(agent, max(CHECKED))):
        if left and played >= left[0][0]:
            spent = process_time()
            yield played, left.pop(0)[1], spent - began
            began += process_time() - spent


def run() -> list[str]:
    """Learn, play and write down."""
    guide = program()
    agent = guide["Agent"](VectorEnv("touche", 1).arrays)
    rows = []
    for played, games, spent in learnt(agent, guide["learn"]):
        rows.append(
            {"learnt": played, "games": games, "won": Opponents(agent, games).won(), "seconds": round(spent)}
        )
        print(rows[-1], flush=True)
        PAGE.write_text(json.dumps(rows, indent=1) + "\n")
    return main()


def main() -> list[str]:
    """The table of what was written down; nothing is played."""
    lines = [
        "| games of self-play | seconds of processor | games against `greedy` | won | 95 % interval |",
        "|---|---|---|---|---|",
    ]
    for row in json.loads(PAGE.read_text()):
        share, (low, high) = row["won"] / row["games"], interval(row["won"], row["games"])
        lines.append(
            f"| {row['learnt']:,} | {row['seconds']} | {row['games']} | {share:.0%} | {low:.0%} to {high:.0%} |"
        )
    return lines
