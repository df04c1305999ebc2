"""Playouts a second in process, and what a game costs through PettingZoo and OpenSpiel beside the engine itself.

`python -m bench playouts` prints this part alone.
"""

from __future__ import annotations

import random
from collections.abc import Callable
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

SEED, ACTIONS, RUNS, WHOLE = 5, *size((120, 7, 4), (10, 1, 1))
"""Random play is timed over so many actions of a game, whole playouts by the thoughtful bot so many together."""
Walk = Callable[[str], int]


def whole(id: str) -> None:
    """Whole playouts from the beginning of a game, by everybody's thoughtful bot."""
    game = kronika.new(id, 2, seed=SEED)
    for n in range(WHOLE):
        Trial(game.ruleset, game.state, Luck(f"{n}")).play_on()


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
        "For two, from one start, in time of the processor. Playouts are whole games by the thoughtful bot. The others",
        f"go the first {ACTIONS} actions of a game at random, in turns: medians, microseconds an action, and in brackets",
        "times those of a game. PettingZoo's, and the last one's, have an array of what the seat sees before each action.",
        "",
        f"| ruleset | playouts/s | {' | '.join(WALKS)} |",
        f"|---|---|{'---|' * len(WALKS)}",
    ]
    for id in kronika.rulesets():
        [together] = medians(partial(whole, id), runs=3, clock=process_time)
        cells = " | ".join(_costs(id))
        lines.append(f"| {id} | {WHOLE / together:,.0f} | {cells} |")
    return lines


def _costs(id: str) -> list[str]:
    times = medians(*(partial(walk, id) for walk in WALKS.values()), runs=RUNS, clock=process_time)
    done = [walk(id) for walk in WALKS.values()]
    each: dict[str, Any] = {name: t / n * 1e6 for name, t, n in zip(WALKS, times, done, strict=True)}
    return [f"{us:,.0f} ({us / each['game']:.2f})" for us in each.values()]
