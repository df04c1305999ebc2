"""Learns how likely a player of Age of War for two is to win against the greedy bot, and writes `values.json`.

`python -m bench war` needs a C compiler and about ten minutes of processor. `bench/war.c` calculates the exact chances of all
4.8 million positions between turns, and plays games by them. A network of two hidden layers is fitted to the chances at the
positions of these games, and at some that are a turn further. On the same machine the command writes the same bytes again.
"""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from domain.rulesets.age_of_war import values
from domain.rulesets.age_of_war.chances import chance, throws
from domain.rulesets.age_of_war.components import BOXES, DICE
from domain.rulesets.age_of_war.prospects import of_castle, standing
from domain.rulesets.age_of_war.state import lines_of
from domain.rulesets.age_of_war.values import LEAD, Layer, Network

SOURCE, EDITION, SEED = Path(__file__).with_suffix(".c"), "1", 47
HIDDEN = (64, 32)
EPOCHS, BATCH, RATE = 16, 1000, 5e-3
HELD_OUT = 20
"""One position in so many is not learnt from; these say how far the network is off."""
FURTHER, MOVED = 2, 0.7
"""So many positions a turn further for each one of the games, and how likely each player conquers something on the way."""
BOX = BOXES[EDITION]
IDS = [castle.id for castle in BOX.castles]
ALL = (1 << len(IDS)) - 1
SETS = np.arange(ALL + 1)
MOST = len(throws(DICE))
Array = Any


def bits(castles: Any) -> int:
    return sum(1 << IDS.index(id) for id in castles)


CLANS = [bits(BOX.castles_of[clan.id]) for clan in BOX.clans]
COUNT = np.array([bin(its).count("1") for its in SETS])
HAS = np.array([[its & clan == clan for clan in CLANS] for its in SETS])
POINTS: Array = sum(
    np.where(
        HAS[:, n],
        clan.points,
        sum(c.points * (SETS >> i & 1) for i, c in enumerate(BOX.castles) if c.clan == clan.id),
    )
    for n, clan in enumerate(BOX.clans)
)
TIES = len(IDS) * COUNT + HAS.sum(axis=1)
"""Castles, then clans."""


def tables() -> bytes:
    """`struct tables` of the C program."""
    probability, falls = np.zeros((DICE + 1, MOST)), np.zeros((DICE + 1, 2 * len(IDS), MOST))
    places = [(id, taken) for taken in (False, True) for id in IDS]
    for dice in range(1, DICE + 1):
        probability[dice, : len(throws(dice))] = [share for _, share in throws(dice)]
        for n, place in enumerate(places):
            falls[dice, n, : len(throws(dice))] = of_castle(EDITION, *place, dice)
    before = [
        [chance(tuple(lines_of(EDITION, *place).values()), dice) for place in places]
        for dice in range(DICE + 1)
    ]
    clans = [bits(BOX.castles_of[castle.clan]) for castle in BOX.castles]
    whole = [
        np.array(it, np.int32)
        for it in ([len(throws(dice)) for dice in range(DICE + 1)], clans, 1000 * POINTS + TIES)
    ]
    real = [
        np.asarray(it, np.float32) for it in (probability, falls, before, [_held(int(its)) for its in SETS])
    ]
    return b"".join(it.tobytes() for it in (whole[0], *real[:3], *whole[1:], real[3]))


def _held(castles: int) -> float:
    """What these are worth to the bot."""
    ids = {id for n, id in enumerate(IDS) if castles >> n & 1}
    return sum(standing(EDITION, clan.id, frozenset(ids & BOX.castles_of[clan.id])) for clan in BOX.clans)


def solved(folder: Path, centre: int | None = None) -> tuple[str, Array, Array]:
    """What the program prints, the chances of the player to throw by position, and positions of games as pairs of sets.

    `centre`: only of positions with at most so many castles left there, and no games.
    """
    compiler = shutil.which("cc")
    if compiler is None:
        raise SystemExit("`python -m bench war` needs a C compiler, `cc`.")
    program, *files = (folder / name for name in ("war", "tables", "chances", "positions"))
    subprocess.run(
        [compiler, "-O3", "-march=native", "-ffast-math", "-o", program, SOURCE, "-lm"], check=True
    )
    files[0].write_bytes(tables())
    most = [] if centre is None else [str(centre)]
    said = subprocess.run([program, *files, *most], check=True, stdout=subprocess.PIPE, text=True).stdout
    return (
        said,
        np.fromfile(files[1], np.float32),
        np.fromfile(files[2], np.int32).reshape(-1, 2).astype(np.int64),
    )


def inputs(own: Array, other: Array) -> Array:
    """As `values.inputs`, for many positions."""
    columns, begin, lead = [], 0, 3 * (POINTS[own] - POINTS[other]) + np.sign(TIES[own] - TIES[other])
    for clan in CLANS:
        castles = [n for n in range(len(IDS)) if clan >> n & 1]
        digits = [(own >> n & 1) + 2 * (other >> n & 1) for n in castles]
        columns.append(begin + sum(digit * 3**place for place, digit in enumerate(digits)))
        begin += 3 ** len(castles)
    columns += [begin + len(IDS) - COUNT[own | other], begin + len(IDS) + 1 + LEAD + lead.clip(-LEAD, LEAD)]
    return np.stack(columns, axis=1)


WIDTH = sum(3 ** bin(clan).count("1") for clan in CLANS) + len(IDS) + 1 + 2 * LEAD + 1


def numbers(own: Array, other: Array) -> Array:
    """Of positions, by which chances are stored."""
    return np.stack([3**n * ((own >> n & 1) + 2 * (other >> n & 1)) for n in range(len(IDS))]).sum(axis=0)


def further(positions: Array, rng: np.random.Generator) -> Array:
    """After a turn of each player in which any castle may have fallen, except the last one."""
    sets = [positions[:, 0].copy(), positions[:, 1].copy()]
    for own, other in (sets, sets[::-1]):
        castle = 1 << rng.integers(0, len(IDS), len(own))
        falls = (rng.random(len(own)) < MOVED) & ((own | other | castle) != ALL)
        for clan in CLANS:
            falls &= ((other & clan) != clan) | ((castle & clan) == 0)
        own[falls] |= castle[falls]
        other[falls] &= ~castle[falls]
    return np.stack(sets, axis=1)


class Fit:
    """The network while it learns, by Adam (Kingma, Ba 2014) and the cross entropy of chances."""

    def __init__(self, rng: np.random.Generator) -> None:
        sizes = (WIDTH, *HIDDEN, 1)
        scales = (len(CLANS) + 2, HIDDEN[0] / 2, HIDDEN[1])
        self.weights = [
            part
            for scale, a, b in zip(scales, sizes, sizes[1:], strict=False)
            for part in (
                (rng.standard_normal((a, b)) / scale**0.5).astype(np.float32),
                np.zeros(b, np.float32),
            )
        ]
        self._means, self._squares = ([np.zeros_like(it) for it in self.weights] for _ in range(2))
        self._steps = 0

    def chances(self, numbers: Array) -> Array:
        parts = range(0, len(numbers), 10 * BATCH)
        return np.concatenate(
            [_logistic(self._layers(_marked(numbers[n : n + 10 * BATCH]))[-1]) for n in parts]
        )

    def _layers(self, marked: Array) -> list[Array]:
        first, begin, second, then, last, end = self.weights
        one = np.maximum(marked @ first + begin, 0)
        two = np.maximum(one @ second + then, 0)
        return [one, two, two @ last + end]

    def step(self, numbers: Array, chances: Array, counts: Array, rate: float) -> None:
        marked = _marked(numbers)
        one, two, logits = self._layers(marked)
        wrong = (_logistic(logits) - chances[:, None]) * (counts / counts.sum())[:, None]
        back_two = (wrong @ self.weights[4].T) * (two > 0)
        back_one = (back_two @ self.weights[2].T) * (one > 0)
        slopes = [
            slope
            for values, back in ((marked, back_one), (one, back_two), (two, wrong))
            for slope in (values.T @ back, back.sum(axis=0))
        ]
        self._steps += 1
        for weights, slope, mean, square in zip(
            self.weights, slopes, self._means, self._squares, strict=True
        ):
            mean += 0.1 * (slope - mean)
            square += 0.001 * (slope * slope - square)
            even = mean / (1 - 0.9**self._steps)
            weights -= rate * even / (np.sqrt(square / (1 - 0.999**self._steps)) + 1e-8)


def _marked(numbers: Array) -> Array:
    marked = np.zeros((len(numbers), WIDTH), np.float32)
    marked[np.arange(len(numbers))[:, None], numbers] = 1
    return marked


def _logistic(logits: Array) -> Array:
    return 1 / (1 + np.exp(-logits))


def taught(positions: Array, rng: np.random.Generator) -> tuple[Array, Array]:
    """Positions to learn from, each once, and how much each counts: by the root of how often it was met."""
    found, counts = np.unique(positions, axis=0, return_counts=True)
    others = [further(found, rng) for _ in range(FURTHER)]
    counted = np.concatenate([counts**0.5, *[MOVED * counts**0.25] * FURTHER])
    every, places = np.unique(np.concatenate([found, *others]), axis=0, return_inverse=True)
    return every, np.bincount(places.ravel(), counted).astype(np.float32)


def fitted(positions: Array, chances: Array, epochs: int = EPOCHS) -> tuple[Fit, float]:
    """The network, and how far it is off at positions that it did not learn from."""
    rng = np.random.default_rng(SEED)
    keys = numbers(positions[:, 0], positions[:, 1])
    held = keys % HELD_OUT == 0
    learnt, counts = taught(positions[~held], rng)
    learnt, counts = (it[numbers(learnt[:, 0], learnt[:, 1]) % HELD_OUT != 0] for it in (learnt, counts))
    rows, known, fit = (
        inputs(learnt[:, 0], learnt[:, 1]),
        chances[numbers(learnt[:, 0], learnt[:, 1])],
        Fit(rng),
    )
    for epoch in range(epochs):
        for batch in _batches(rng.permutation(len(rows))):
            fit.step(rows[batch], known[batch], counts[batch], RATE * (1 - epoch / epochs))
    off = fit.chances(inputs(*positions[held].T))[:, 0] - chances[keys[held]]
    return fit, float(np.sqrt((off * off).mean()))


def _batches(order: Array) -> Iterator[Array]:
    for n in range(0, len(order), BATCH):
        yield order[n : n + BATCH]


def written(fit: Fit, error: float) -> Network:
    parts = [np.round(it.astype(float), 4).tolist() for it in fit.weights]
    first, second, last = (
        Layer(weights, bias)
        for weights, bias in (
            (parts[0], parts[1]),
            (_turned(parts[2]), parts[3]),
            (_turned(parts[4]), parts[5]),
        )
    )
    return Network("python -m bench war", SEED, EDITION, round(error, 4), first, second, last)


def _turned(rows: list[list[float]]) -> list[list[float]]:
    return [list(column) for column in zip(*rows, strict=True)]


def run() -> list[str]:
    """Calculate, learn, write, and say what was reached."""
    with tempfile.TemporaryDirectory() as folder:
        said, chances, positions = solved(Path(folder))
    fit, error = fitted(positions, chances[: 3 ** len(IDS)])
    network = written(fit, error)
    path = Path(values.__file__).with_suffix(".json")
    path.write_bytes(msgspec.json.encode(network) + b"\n")
    return [f"The best play against the bot wins {said.strip()}. The network is off by {error:.4f}."]
