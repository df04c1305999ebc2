"""Games as rows of numbers that steps change in place, for many games at once (`kronika.vector`)."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import Any

from domain.draws import EPOCHS, DrawsUsedUp, Roll, Shuffle, seeded_draws
from domain.hidden import Hidden
from domain.knowledge import known
from domain.ruleset import Action, Outcome, Ruleset, Stepper
from engine.arrays import Arrays
from engine.playout import Trial
from engine.positions import NO_CHANCE


class SeededTrial(Trial):
    """A game before its setup, with the draws of `kronika.new` with the same seed, and without a log."""

    __slots__ = ("_drawn", "_draws")

    def __init__(self, ruleset: Ruleset[Any], seats: int, options: Any, seed: str) -> None:
        super().__init__(ruleset, ruleset.initial(seats, options, ruleset.newest), NO_CHANCE)
        self._draws, self._drawn = seeded_draws(seed.encode(), ruleset.traits.draws), 0

    @property
    def draws_left(self) -> int:
        return self._draws.left(*self._slot)

    def roll(self, sides: Sequence[int]) -> Roll:
        at = self._next_slot()
        return Roll(*at, tuple(sides), self._draws.words(*at).roll(sides))

    def thrown(self, sides: Sequence[int]) -> tuple[int, ...]:
        return self._draws.words(*self._next_slot()).roll(sides)

    def shuffle(self, items: Sequence[Any], knowers: tuple[int, ...] = ()) -> Shuffle[Any]:
        at = self._next_slot()
        mixed = self._draws.words(*at).shuffle(items)
        values = (item.value if isinstance(item, Hidden) else item for item in mixed)
        return Shuffle(*at, tuple(Hidden(value, knowers) for value in values))

    def mixed(self, items: Sequence[Any]) -> list[Any]:
        return self._draws.words(*self._next_slot()).shuffle(items)

    @property
    def _slot(self) -> tuple[int, int]:
        return divmod(self._drawn, self._draws.slots)

    def _next_slot(self) -> tuple[int, int]:
        epoch, slot = self._slot
        if epoch == EPOCHS:
            raise DrawsUsedUp("all draws of this game are used up")
        self._drawn += 1
        return epoch, slot


class ByTheRules(Stepper):
    """Every ruleset's stepper: decided by `decide`, listed by `choices`, seen by `view`."""

    def __init__(self, arrays: Arrays, trial: Trial) -> None:
        self._ruleset, self._arrays, self._trial = trial.ruleset, arrays, trial
        self._look()

    def _look(self) -> None:
        self._seats = self._trial.to_act
        self.to_act = self._seats[0] if self._seats else 0
        self._numbers: dict[int, Action] = {}

    def legal(self) -> Sequence[int]:
        if not self._numbers:
            self._numbers = self._arrays.numbers(self._trial.legal(self.to_act))
        return [*self._numbers]

    def step(self, number: int) -> None:
        self.legal()
        self._ruleset.carry_out(self._trial, self.to_act, self._numbers[number])
        self._look()

    def show(self, row: memoryview[float]) -> None:
        seat = self.to_act
        view = self._ruleset.view(known(self._ruleset, self._trial.state, seat), seat)
        row[:] = memoryview(array("f", self._arrays.observation(view, seat, self._seats)))

    def outcome(self) -> Outcome | None:
        return self._ruleset.outcome(self._trial.state)


def stepper(arrays: Arrays, options: Any, seed: str) -> Stepper:
    """The game of `kronika.new` with this seed, after its setup: the ruleset's own stepper, or one by the rules."""
    ruleset = arrays.ruleset
    trial = SeededTrial(ruleset, arrays.seats, options, seed)
    if begun := ruleset.new_stepper(trial):
        return begun
    ruleset.setup(trial)
    return ruleset.stepper(trial) or ByTheRules(arrays, trial)
