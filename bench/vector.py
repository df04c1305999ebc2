"""Steps of many games at once (`kronika.vector`) beside those of PettingZoo's loop, in each game.

`python -m bench vector` prints this part alone.
"""

from __future__ import annotations

import random
from time import process_time

import numpy as np
from numpy.typing import NDArray

import kronika
from bench.size import size
from bench.timing import medians
from kronika.pettingzoo import raw_env
from kronika.vector import VectorEnv

SEED, GAMES, RUNS = 5, *size((64, 5), (2, 1))
STEPS, CYCLES, WARM = size((100, 1200, 300), (2, 4, 1))
"""Steps of all games at once, and of PettingZoo's one game, in one run; and those of all games at once before the first run."""


class InPettingZoo:
    """Random play, with an observation and a mask before each action."""

    def __init__(self, id: str) -> None:
        self.env, self.rng = raw_env(id, 2), random.Random(SEED)
        self.env.reset(seed=SEED)

    def __call__(self) -> None:
        env = self.env
        for _ in range(CYCLES):
            if any(env.terminations.values()):
                env.reset()
            mask = env.observe(env.agent_selection)["action_mask"]
            env.step(int(self.rng.choice(np.flatnonzero(mask))))


class InVector:
    """The same of many games."""

    def __init__(self, id: str) -> None:
        self.env, self.rng = VectorEnv(id, GAMES, 2), np.random.default_rng(SEED)
        self.env.reset(SEED)
        self(WARM)

    def __call__(self, steps: int = STEPS) -> None:
        for _ in range(steps):
            self.env.step(any_legal(self.env.masks, self.rng))


def any_legal(masks: NDArray[np.bool_], rng: np.random.Generator) -> NDArray[np.int64]:
    """One of each row's actions at random."""
    legal, size = np.flatnonzero(masks), masks.shape[1]
    counts = np.bincount(legal // size, minlength=len(masks))
    chosen = np.cumsum(counts) - counts + (rng.random(len(masks)) * counts).astype(np.int64)
    return np.asarray(legal[chosen] % size)


def main() -> list[str]:
    lines = [
        f"For two at random, in time of the processor: medians of {RUNS} runs in turns, tables warm. PettingZoo's loop has",
        f"one game, the vector {GAMES}; both choose an action from the mask, and both begin games anew.",
        "",
        "| ruleset | figures | actions | PettingZoo, µs a step | vector, µs a step | times the steps |",
        "|---|---|---|---|---|---|",
    ]
    return lines + [_row(id) for id in kronika.rulesets()]


def _row(id: str) -> str:
    alone, many = InPettingZoo(id), InVector(id)
    times = medians(alone, many, runs=RUNS, clock=process_time)
    one, each = (t / n * 1e6 for t, n in zip(times, (CYCLES, STEPS * GAMES), strict=True))
    arrays = many.env.arrays
    return f"| {id} | {len(arrays.names)} | {arrays.size} | {one:,.0f} | {each:.1f} | {one / each:.1f} |"
