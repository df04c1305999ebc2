"""Learns the value functions of the rulesets from self-play, and writes `values.json` into their folders.

`python -m bench values [RULESET...]`. The same command on the same code writes the same bytes. The greedy bots play; until a
random moment one action in seven is random, so that positions are varied, and from there on every settled position is noted
with the result that the bots reach. A conditional logit model is fitted by Newton's method: a side's chance is in proportion
to exp(weights * figures). Every fifth game is held out and says how good the chances are (`brier`).
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import numpy as np

import domain.rulesets
import kronika
from domain.rulesets.nagaraja import RULESET as NAGARAJA
from domain.rulesets.nagaraja import values as nagaraja
from domain.rulesets.romans import values as romans
from domain.rulesets.touche import values as touche
from domain.value import Learnt, Row, Value, ValueFile
from engine.luck import Luck
from engine.playout import Trial, chances

SEED = 33
GAMES: Mapping[str, int] = {"nagaraja": 2000, "romans": 1800, "touche": 800}
"""For each number of sides."""
MIXED, LONGEST = 1 / 7, 80
"""The share of random actions at first, and the most actions before the greedy bots play alone."""
APART, NOTED = 8, 6
"""Actions between two positions of a game, at least, and how many are noted at most: more tell little that is new."""
HELD_OUT = 5
RIDGE = 1.0
Figures = Callable[[Any], Sequence[Row]]
LEARNT: Mapping[str, tuple[Value, Figures]] = {
    "nagaraja": (
        nagaraja.VALUE,
        lambda state: nagaraja.rows(state, NAGARAJA.box(state)),
    ),
    "romans": (romans.VALUE, romans.rows),
    "touche": (touche.VALUE, touche.rows),
}


class Position(NamedTuple):
    """The figures of each side, and each side's share of the win."""

    rows: Sequence[Row]
    won: Sequence[float]


def run(*rulesets: str) -> list[str]:
    return [line for id in rulesets or LEARNT for line in learn(id)]


def learn(id: str) -> list[str]:
    """Learn, write, and say what was reached."""
    file = learnt(id, GAMES[id])
    folder = Path(domain.rulesets.__file__).parent / id.replace("-", "_")
    (folder / "values.json").write_bytes(msgspec.json.format(msgspec.json.encode(file), indent=1) + b"\n")
    return [
        f"| {id} | {number} | {it.positions} | {it.brier_even} | {it.brier} |"
        for number, it in file.sides.items()
    ]


def learnt(id: str, games: int) -> ValueFile:
    """What so many games for each number of sides teach."""
    sides = dict[str, Learnt]()
    for number, setups in sorted(_by_sides(id).items()):
        if number > 1:
            played = [list(_positions(id, *setups[n % len(setups)], n)) for n in range(games)]
            sides[str(number)] = _fitted(played, LEARNT[id][0].names)
    return ValueFile(f"python -m bench values {id}", SEED, sides)


def _by_sides(id: str) -> Mapping[int, list[tuple[int, Any]]]:
    """The setups to learn from, by the number of sides."""
    found: dict[int, list[tuple[int, Any]]] = {}
    ruleset = kronika.rulesets()[id]
    for seats, options in ruleset.setups():
        found.setdefault(len(set(ruleset.sides(seats, options))), []).append((seats, options))
    return found


def _positions(id: str, seats: int, options: Any, number: int) -> Iterator[Position]:
    """Settled positions of a game of the greedy bots."""
    ruleset, figures = kronika.rulesets()[id], LEARNT[id][1]
    name = f"{SEED} {seats} {number}"
    rng = random.Random(name)
    game = kronika.new(id, seats, options=msgspec.to_builtins(options), seed=name)
    trial = Trial(ruleset, game.state, Luck(name))
    for _ in range(rng.randrange(LONGEST)):
        if not trial.to_act:
            return
        seat = trial.to_act[0]
        legal = trial.legal(seat)
        trial.act(seat, rng.choice(legal) if rng.random() < MIXED else trial.greedy(seat))
    seen = []
    while trial.to_act:
        if ruleset.settled(trial.state):
            seen.append(figures(trial.state))
        trial.play_on(APART)
    names = ruleset.sides(seats, options)
    won = dict.fromkeys(names, 0.0)
    for side, chance in zip(names, chances(ruleset, trial.state, seats), strict=True):
        won[side] = chance
    shares = [chance / sum(won.values()) for chance in won.values()]
    for rows in islice(seen, rng.randrange(1 + len(seen) // NOTED), None, 1 + len(seen) // NOTED):
        yield Position(rows, shares)


def _fitted(games: list[list[Position]], names: Sequence[str]) -> Learnt:
    held = [it for game in games[::HELD_OUT] for it in game]
    taught = [it for n, game in enumerate(games) if n % HELD_OUT for it in game]
    weights = _logit(*_arrays(taught))
    figures, won = _arrays(held)
    even = np.full_like(won, 1 / won.shape[1])
    return Learnt(
        len(games),
        len(taught) + len(held),
        _brier(_chances(figures, weights), won),
        _brier(even, won),
        {name: round(float(weight), 3) for name, weight in zip(names, weights, strict=True)},
    )


def _arrays(positions: Sequence[Position]) -> tuple[Any, Any]:
    """Figures by position, side and name, and shares of the win by position and side."""
    return np.array([it.rows for it in positions], float), np.array([it.won for it in positions], float)


def _logit(figures: Any, won: Any) -> Any:
    """The weights under which these results are likeliest, with a ridge that keeps figures that say nothing near 0."""
    weights = np.zeros(figures.shape[2])
    for _ in range(12):
        expected = _chances(figures, weights)
        mean = np.einsum("ns,nsk->nk", expected, figures)
        slope = np.einsum("ns,nsk->k", won - expected, figures) - RIDGE * weights
        spread = np.einsum("ns,nsk,nsl->kl", expected, figures, figures) - mean.T @ mean
        weights = weights + np.linalg.solve(spread + RIDGE * np.eye(len(weights)), slope)
    return weights


def _chances(figures: Any, weights: Any) -> Any:
    logits = figures @ weights
    raised = np.exp(logits - logits.max(axis=1, keepdims=True))
    return raised / raised.sum(axis=1, keepdims=True)


def _brier(chances: Any, won: Any) -> float:
    return round(float(((chances - won) ** 2).mean()), 4)
