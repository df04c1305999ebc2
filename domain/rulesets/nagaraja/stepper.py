"""A game of Nagaraja that steps in place (`in_place`), and whose observations are brought up to date instead of being made anew.

`tests/engine/test_vector.py` demands the same games and the same observations as by the rules and the view.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from domain.play import Play
from domain.ruleset import Outcome, Stepper
from domain.rulesets.nagaraja.figures import Groups, Layout, Section
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


class Observed:
    """Figures in rows, which are brought up to date: a section is written again only where what it shows has changed."""

    def __init__(self, groups: Groups, *rows: bytearray) -> None:
        self._often, self._seldom = _unknown(groups.often), _unknown(groups.seldom)
        self._rows, self._temples = rows, -1

    def update(self, game: InPlace) -> None:
        self._write(game, self._often)
        if self._temples != game.temples:
            self._temples = game.temples
            self._write(game, self._seldom)

    def _write(self, game: InPlace, groups: list[Known]) -> None:
        for (sections, before), whole in zip(groups, (game, *game.players), strict=True):
            for n, (at, shows, figures_of) in enumerate(sections):
                now = shows(whole)
                if now != before[n]:
                    before[n] = now
                    figures = figures_of(now)
                    for row in self._rows:
                        row[at] = figures


class NagarajaStepper(Stepper):
    """One seat acts at a time."""

    format = "b"

    def __init__(self, play: Play[State], layout: Layout, outcome: Callable[[State], Outcome | None]) -> None:
        self._begun, self._layout, self._outcome = play.state, layout, outcome
        self._game = taken_over(play.state, layout.numbers, Drawn(play))
        self._rows = [bytearray(layout.size) for _ in SEATS]
        for seat, row in enumerate(self._rows):
            row[seat] = row[len(SEATS) + seat] = 1
        self._public = Observed(layout.public, *self._rows)
        self._private = [Observed(*it) for it in zip(layout.private, self._rows, strict=True)]
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

    def show(self, row: memoryview) -> None:
        self._public.update(self._game)
        self._private[self.to_act - 1].update(self._game)
        row[:] = memoryview(self._rows[self.to_act - 1]).cast("b")

    def outcome(self) -> Outcome | None:
        return self._outcome(state_of(self._game, self._begun))
