"""Playouts a second in process, and what a game costs through PettingZoo and OpenSpiel beside the engine itself.

`python -m bench playouts` prints this part alone. `python -m bench.playouts RULESET` prints how many seconds of the processor
the first playouts of a process take.
"""

from __future__ import annotations

import random
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from time import process_time
from typing import Any

import numpy as np
import pyspiel

import kronika
import kronika.openspiel  # registers the games
from bench.size import size
from bench.timing import medians
from engine.luck import Luck
from engine.playout import Trial
from kronika.pettingzoo import raw_env

SEED, ACTIONS, RUNS, WHOLE, FIRST = 5, *size((120, 7, 10, 100), (10, 1, 1, 1))
"""Random play is timed over so many actions of a game, whole playouts by the greedy bot so many together, after so many first
ones, which fill tables."""
Walk = Callable[[str], int]


def trials(id: str, numbers: Iterable[int]) -> Iterator[Trial]:
    """From the beginning of a game, each dealt anew and with other luck."""
    game = kronika.new(id, 2, seed=SEED)
    for n in numbers:
        drawn = game.ruleset.redraw(game.state, None, random.Random(n).randrange)
        yield Trial(game.ruleset, drawn, Luck(f"{n}"))


def whole(id: str, numbers: Iterable[int]) -> None:
    """Whole playouts by the greedy bot, as analyses make them."""
    for trial in trials(id, numbers):
        trial.play_on()


def by_the_rules(id: str, numbers: Iterable[int]) -> None:
    """The same ones step by step: for rulesets without a simulator there is no other way."""
    for trial in trials(id, numbers):
        while waiting := trial.to_act:
            trial.act(waiting[0], trial.greedy(waiting[0]))


def warming_up(id: str) -> float:
    """Seconds of the processor that the first playouts of a process take."""
    command = (sys.executable, "-m", "bench.playouts", id)
    return float(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


def in_trials(id: str) -> int:
    """As a search does it: nothing is logged, and everything is known."""
    game, rng = kronika.new(id, 2, seed=SEED), random.Random(SEED)
    trial, done = Trial(game.ruleset, game.state, Luck(f"{SEED}")), 0
    while done < ACTIONS and (to_act := trial.to_act):
        trial.act(to_act[0], rng.choice(trial.legal(to_act[0])))
        done += 1
    return done


def in_games(id: str) -> int:
    """With a log, and legal actions from what the seat knows."""
    game, rng, done = kronika.new(id, 2, seed=SEED), random.Random(SEED), 0
    while done < ACTIONS and (to_act := game.to_act):
        game.apply(to_act[0], rng.choice(game.legal(to_act[0])))
        done += 1
    return done


def in_pettingzoo(id: str) -> int:
    """With an observation and a mask before each action."""
    env, rng, done = raw_env(id, 2), random.Random(SEED), 0
    env.reset(seed=SEED)
    while done < ACTIONS and not any(env.terminations.values()):
        mask = env.observe(env.agent_selection)["action_mask"]
        env.step(int(rng.choice(np.flatnonzero(mask))))
        done += 1
    return done


def in_openspiel(id: str, observed: bool = False) -> int:
    """Of nodes where somebody decides; chance comes besides."""
    state = pyspiel.load_game("kronika_" + id.replace("-", "_")).new_initial_state()
    rng, done = random.Random(SEED), 0
    while done < ACTIONS and not state.is_terminal():
        done += not state.is_chance_node()
        if observed and not state.is_chance_node():
            state.observation_tensor(state.current_player())
        state.apply_action(rng.choice(state.legal_actions()))
    return done


def observed_in_openspiel(id: str) -> int:
    return in_openspiel(id, observed=True)


WALKS: dict[str, Walk] = {
    "trial": in_trials,
    "game": in_games,
    "PettingZoo": in_pettingzoo,
    "OpenSpiel": in_openspiel,
    "OpenSpiel, observed": observed_in_openspiel,
}


def main() -> list[str]:
    lines = [
        "For two, in time of the processor. Playouts are whole games by the greedy bot; *rules* is how many times as long they",
        f"take step by step. The first {FIRST} of a process fill tables: *first* is what they take in all. The other walks",
        f"go the first {ACTIONS} actions of one game at random, in turns: medians, microseconds an action, and in brackets",
        "times those of a game. PettingZoo's, and the last one's, have an array of what the seat sees before each action.",
        "",
        f"| ruleset | playouts/s | rules | first, s | {' | '.join(WALKS)} |",
        f"|---|---|---|---|{'---|' * len(WALKS)}",
    ]
    for id in kronika.rulesets():
        whole(id, range(FIRST))
        numbers = range(FIRST, FIRST + WHOLE)
        ways = (partial(way, id, numbers) for way in (whole, by_the_rules))
        together, steps = medians(*ways, runs=3, clock=process_time)
        figures = f"{WHOLE / together:,.0f} | {steps / together:.1f} | {warming_up(id):.1f}"
        lines.append(f"| {id} | {figures} | {' | '.join(_costs(id))} |")
    return lines


def _costs(id: str) -> list[str]:
    times = medians(*(partial(walk, id) for walk in WALKS.values()), runs=RUNS, clock=process_time)
    done = [walk(id) for walk in WALKS.values()]
    each: dict[str, Any] = {name: t / n * 1e6 for name, t, n in zip(WALKS, times, done, strict=True)}
    return [f"{us:,.0f} ({us / each['game']:.2f})" for us in each.values()]


if __name__ == "__main__":
    began = process_time()
    whole(sys.argv[1], range(FIRST))
    print(process_time() - began)
