"""A game of Nagaraja that steps in place (`in_place`), and whose observations are brought up to date instead of being made anew.

`tests/engine/test_vector.py` demands the same games and the same observations as by the rules and the view.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from typing import Any

from domain.play import Play
from domain.ruleset import Outcome, Stepper
from domain.rulesets.nagaraja.figures import Layout, Section
from domain.rulesets.nagaraja.in_place import InPlace
from domain.rulesets.nagaraja.in_place_effects import SEATS, Move
from domain.rulesets.nagaraja.in_place_state import state_of, taken_over
from domain.rulesets.nagaraja.state import State


class Drawn:
    """What the play draws."""

    def __init__(self, play: Play[State]) -> None:
        self._play = play

    def roll(self, sides: Sequence[int]) -> Sequence[int]:
        return self._play.roll(sides).values

    def shuffle(self, items: list[int]) -> list[int]:
        return [int(item.value or 0) for item in self._play.shuffle(items).order]


Known = tuple[Sequence[Section], list[Any]]
"""Sections of the table or of a player, and what each of them showed when it was written."""


def _unknown(groups: Sequence[Sequence[Section]]) -> list[Known]:
    return [(sections, [None] * len(sections)) for sections in groups]


class Observation:
    """What one viewer (from 0) sees: a row of figures that is brought up to date."""

    def __init__(self, layout: Layout, viewer: int) -> None:
        self._viewer = viewer
        self._often, self._seldom = map(_unknown, (layout.often, layout.seldom))
        self._temples = -1
        self.row = array("f", bytes(4 * layout.size))
        self.row[viewer] = self.row[len(SEATS) + viewer] = 1.0

    def update(self, game: InPlace) -> None:
        """A *section* is written again only where what it shows has changed."""
        self._write(game, self._often)
        if self._temples != game.temples:
            self._temples = game.temples
            self._write(game, self._seldom)

    def _write(self, game: InPlace, groups: list[Known]) -> None:
        for (sections, before), whole in zip(groups, (game, *game.players), strict=True):
            for n, (first, shows, figures_of) in enumerate(sections):
                now = shows(whole)
                if now != before[n]:
                    before[n] = now
                    figures = array("f", figures_of(now, self._viewer))
                    self.row[first : first + len(figures)] = figures


class NagarajaStepper(Stepper):
    """One seat acts at a time."""

    def __init__(self, play: Play[State], layout: Layout, outcome: Callable[[State], Outcome | None]) -> None:
        self._begun, self._layout, self._outcome = play.state, layout, outcome
        self._game = taken_over(play.state, layout.numbers, Drawn(play))
        self._observations = [Observation(layout, seat) for seat in SEATS]
        self._look()

    def _look(self) -> None:
        self.to_act = 0 if self._game.ended else self._game.to_act + 1
        self._legal, self._ranked = list[int](), list[Move]()

    def legal(self) -> Sequence[int]:
        if not self._legal:
            number, size = self._layout.number, len(self._layout.moves)
            for move in self._game.moves():
                known = number.get(move)
                if known is None:
                    known = size + len(self._ranked)
                    self._ranked.append(move)
                self._legal.append(known)
        return self._legal

    def step(self, number: int) -> None:
        self.legal()
        moves = self._layout.moves
        self._game.act(moves[number] if number < len(moves) else self._ranked[number - len(moves)])
        self._look()

    def show(self, row: memoryview[float]) -> None:
        observation = self._observations[self.to_act - 1]
        observation.update(self._game)
        row[:] = memoryview(observation.row)

    def outcome(self) -> Outcome | None:
        return self._outcome(state_of(self._game, self._begun))
