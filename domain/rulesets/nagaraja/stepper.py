"""A game of Nagaraja that steps in place (`in_place`), and whose observations are brought up to date instead of being made anew.

`tests/engine/test_vector.py` demands the same games and the same observations as by the rules and the view.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from domain.play import Play
from domain.ruleset import Outcome, Stepper
from domain.rulesets.nagaraja.arrays import BY_RANK
from domain.rulesets.nagaraja.figures import Layout
from domain.rulesets.nagaraja.in_place_doing import Move
from domain.rulesets.nagaraja.in_place_setup import set_up
from domain.rulesets.nagaraja.in_place_state import state_of, taken_over
from domain.rulesets.nagaraja.observation import Observations
from domain.rulesets.nagaraja.state import State


class Drawn:
    """What the play draws."""

    def __init__(self, play: Play[State]) -> None:
        self._play = play

    def roll(self, sides: Sequence[int]) -> Sequence[int]:
        return self._play.thrown(sides)

    def shuffle(self, items: list[int]) -> list[int]:
        return self._play.mixed(items)


class NagarajaStepper(Stepper):
    """One seat acts at a time."""

    format = "b"

    def __init__(self, play: Play[State], layout: Layout, outcome: Callable[[State], Outcome | None]) -> None:
        self._begun, self._layout, self._outcome = play.state, layout, outcome
        self._game = taken_over(play.state, layout.numbers, Drawn(play))
        if play.state.stage == "setup":
            set_up(self._game)
        self._observations = Observations(layout)
        self._look()

    def _look(self) -> None:
        self.to_act = 0 if self._game.ended else self._game.to_act + 1
        self._legal: Sequence[int] = ()
        self._ranked: Sequence[Move] = ()

    def legal(self) -> Sequence[int]:
        if not self._legal:
            moves, size = self._game.moves(), len(self._layout.moves)
            if moves[-1][0] in BY_RANK:
                self._ranked, self._legal = moves, range(size, size + len(moves))
            else:
                self._legal = self._numbers(moves, size)
        return self._legal

    def _numbers(self, moves: Sequence[Move], size: int) -> Sequence[int]:
        """Of moves that do not end with those by rank."""
        known = self._layout.number
        numbers = [number for number in map(known.get, moves) if number is not None]
        if len(numbers) < len(moves):
            self._ranked = [move for move in moves if move not in known]
            numbers += range(size, size + len(self._ranked))
        return numbers

    def step(self, number: int) -> None:
        moves = self._layout.moves
        if number < len(moves):
            self._game.act(moves[number])
        else:
            self.legal()
            self._game.act(self._ranked[number - len(moves)])
        self._look()

    def show(self, row: memoryview[Any]) -> None:
        row[:] = self._observations.of(self._game, self.to_act - 1)

    def outcome(self) -> Outcome | None:
        return self._outcome(state_of(self._game, self._begun))
