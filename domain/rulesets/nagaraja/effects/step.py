"""The input and the parts of a rule that carries out a step of an effect."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from domain.ruleset import Action
from domain.rulesets.nagaraja.components import Box, Step
from domain.rulesets.nagaraja.game import Game
from domain.rulesets.nagaraja.state import Effect, Player, State


class Doing(NamedTuple):
    """A step of an effect, about to be done."""

    state: State
    box: Box
    effect: Effect
    step: Step

    @property
    def seats(self) -> tuple[int, ...]:
        """The players whom it may concern: the one chosen, or all that the card's arrow allows."""
        if self.effect.target:
            return (self.effect.target,)
        return self.box.card[self.effect.card].targets(self.effect.owner)

    @property
    def target(self) -> Player:
        return self.state.player(self.effect.target)


class Rule(NamedTuple):
    carry_out: Callable[[Game, Doing, Any], bool]
    """Records what happens; False if the same step continues with another choice."""
    choices: Callable[[Doing], Sequence[Action]] | None = None
    """None if there is nothing to choose; a later step for which it returns [] is left out."""
    possible: Callable[[Doing], bool] = lambda doing: True
    """Whether a step without choices can be done at all."""
    by_target: bool = False
    """Whether the player concerned makes the choices."""
