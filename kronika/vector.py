"""Many games of a ruleset at once, for learning programs: `pip install 'kronika[vector]'`.

>>> import numpy as np
>>> from kronika.vector import VectorEnv
>>> games = VectorEnv("romans", 8, seats=2)
>>> games.reset(seed=1)
>>> games.observations.shape, games.masks.shape, games.to_act.tolist()
((8, 368), (8, 216), [1, 1, 1, 1, 1, 1, 1, 1])
>>> for _ in range(100):
...     games.step(games.masks.argmax(axis=1))

`reset` and `step` fill the same arrays again and again; copy what you need later. Observations and numbers of actions are those
of `kronika.pettingzoo` and `arrays` (docs/how-to/engine.md).

A game that ends begins anew in the same step (gymnasium's `AutoresetMode.SAME_STEP`): `done` and `rewards` are of the game that
ended, `observations`, `masks` and `to_act` of the one that began. Nobody has a decision in the last position of a game, so it is
not shown.

If several seats are to act at once, the lowest of them acts, and its choice stays hidden until all have made theirs, as in
`kronika.pettingzoo.env`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from domain.ruleset import Stepper
from domain.table.terms import chosen
from engine import plain
from engine.arrays import NotLegal as NotLegal
from engine.arrays import arrays_of
from engine.stepping import stepper


class VectorEnv:
    """`games` games at tables of one kind. All arrays have a row, or a number, for each game."""

    observations: NDArray[np.float32]
    """What the seat to act sees, `len(arrays.names)` figures."""
    masks: NDArray[np.bool_]
    """Which of the `arrays.size` numbers are legal actions of this seat."""
    to_act: NDArray[np.int64]
    """The seat to act, from 1."""
    rewards: NDArray[np.float32]
    """Of each seat, seat 1 first: `arrays.rewards` where the last step ended a game, else 0."""
    done: NDArray[np.bool_]
    """Whether the last step ended a game."""

    def __init__(
        self, ruleset: str, games: int, seats: int = 2, options: Mapping[str, Any] | None = None
    ) -> None:
        """`ruleset`, `seats`, `options` and refusals as in `kronika.new`. Call `reset` before anything else."""
        given = {"ruleset": ruleset, "seats": seats, "options": dict(options or {})}
        found, self._options = chosen(given)
        self.options: dict[str, Any] = plain(self._options)
        self.arrays = arrays_of(found, found.newest.id, seats, self.options)
        self.seats, self.games = seats, games
        self.observations = np.zeros((games, len(self.arrays.names)), np.float32)
        self.masks = np.zeros((games, self.arrays.size), np.bool_)
        self.to_act = np.zeros(games, np.int64)
        self.rewards = np.zeros((games, seats), np.float32)
        self.done = np.zeros(games, np.bool_)
        self._legal = [memoryview(row) for row in self.masks.view(np.uint8)]
        self._each, self._seed = np.arange(games), "0"
        self._begun = [0] * games
        self._steppers: list[Stepper] = []

    def reset(self, seed: int | str) -> None:
        """Begin all games; the same seed gives the same ones for the same actions. `seeds` names the seed of each."""
        self._seed, self._begun = str(seed), [0] * self.games
        self._steppers = [self._new(place) for place in range(self.games)]
        self._shown = self.observations.astype(self._steppers[0].format, copy=False)
        self._rows = [memoryview(row) for row in self._shown]
        self.rewards.fill(0)
        self.done.fill(False)
        self._show()

    @property
    def seeds(self) -> list[str]:
        """The seeds with which `kronika.new` makes the games that are being played."""
        return [self._seed_at(place) for place in range(self.games)]

    def step(self, actions: ArrayLike) -> None:
        """Carry out one action in each game, by number. `NotLegal` changes nothing."""
        numbers = np.asarray(actions, np.int64)
        self._check(numbers)
        self.rewards.fill(0)
        self.done.fill(False)
        for place, number in enumerate(numbers.tolist()):
            game = self._steppers[place]
            game.step(number)
            if not game.to_act:
                self._end(place, game)
        self._show()

    def _check(self, numbers: NDArray[np.int64]) -> None:
        if numbers.shape != (self.games,):
            raise NotLegal(f"A step takes {self.games} actions, one a game; these are {numbers.shape}.")
        known = (numbers >= 0) & (numbers < self.arrays.size)
        legal = known & self.masks[self._each, np.where(known, numbers, 0)]
        if not legal.all():
            place = int(np.argmin(legal))
            seat = self.to_act[place]
            raise NotLegal(
                f"Action {numbers[place]} is not legal for seat {seat} in game {place}; its mask says what is."
            )

    def _seed_at(self, place: int) -> str:
        return f"{self._seed}/{place}/{self._begun[place]}"

    def _new(self, place: int) -> Stepper:
        return stepper(self.arrays, self._options, self._seed_at(place))

    def _end(self, place: int, game: Stepper) -> None:
        outcome = game.outcome()
        assert outcome is not None
        self.rewards[place] = self.arrays.rewards(outcome)
        self.done[place] = True
        self._begun[place] += 1
        self._steppers[place] = self._new(place)

    def _show(self) -> None:
        self.masks.fill(False)
        self.to_act[:] = [game.to_act for game in self._steppers]
        for game, row, mask in zip(self._steppers, self._rows, self._legal, strict=True):
            game.show(row)
            game.mark(mask)
        if self._shown is not self.observations:
            self.observations[:] = self._shown
