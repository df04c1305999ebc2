"""Card effects. An effect is a list of steps in the edition's data; each step names a rule below and its figures.

A rule knows what may be chosen (nothing, for what happens by itself) and carries the step out. The owner of the
card chooses, unless the rule says that the player concerned does (naga.3).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from domain.ruleset import Action
from domain.rulesets.nagaraja import events as e
from domain.rulesets.nagaraja.components import Box, other
from domain.rulesets.nagaraja.effects import cards, relics, sticks, tiles
from domain.rulesets.nagaraja.effects.step import Doing, Rule
from domain.rulesets.nagaraja.game import Game
from domain.rulesets.nagaraja.state import State

RULES: Mapping[str, Rule] = relics.RULES | tiles.RULES | sticks.RULES | cards.RULES


def doing(state: State, box: Box) -> Doing:
    """The step of the effect under way."""
    assert state.effect is not None
    return Doing(state, box, state.effect, box.card[state.effect.card].effect[state.effect.step])


def possible(state: State, box: Box) -> bool:
    """Whether the effect that has just begun has a legal target (naga.3)."""
    it = doing(state, box)
    rule = RULES[it.step.do]
    return bool(rule.choices(it)) if rule.choices else rule.possible(it)


def chooser(state: State, box: Box) -> int:
    """Who makes the choices of the step under way."""
    it = doing(state, box)
    return it.effect.target if RULES[it.step.do].by_target else it.effect.owner


def choices(state: State, box: Box) -> Sequence[Action]:
    """What may be chosen for the step under way; [] when it happens by itself."""
    it = doing(state, box)
    rule = RULES[it.step.do]
    return rule.choices(it) if rule.choices else []


def choose(game: Game, action: Action) -> None:
    """Carry the step under way out as it was chosen."""
    it = doing(game.state, game.box)
    if RULES[it.step.do].carry_out(game, it, action):
        _next_step(game)


def happen(game: Game) -> bool:
    """Carry out a step that leaves nothing to choose; False when somebody has to choose."""
    if choices(game.state, game.box):
        return False
    it = doing(game.state, game.box)
    rule = RULES[it.step.do]
    if rule.choices is None:
        rule.carry_out(game, it, None)
    _next_step(game)
    return True


def _next_step(game: Game) -> None:
    """On to the next step, or the turn passes to the other player (naga.1)."""
    effect = game.state.effect
    if effect is None:  # the game has ended
        return None
    step = effect.step + 1
    steps = game.box.card[effect.card].effect
    if step == len(steps):
        event = e.EffectCarriedOut(effect.owner, effect.card, other(effect.owner))
        return game.record(event, "naga.1")
    who = effect.target if RULES[steps[step].do].by_target else effect.owner
    return game.record(e.EffectGoesOn(effect.owner, effect.card, step, who, steps[step]), "naga.3")
