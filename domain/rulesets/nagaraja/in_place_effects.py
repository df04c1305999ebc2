"""Card effects in a game played in place: the choices for each step, and its effect (`effects`)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from domain.rulesets.nagaraja.in_place_doing import Doing, Move, Rule
from domain.rulesets.nagaraja.in_place_effects_hands import HANDS
from domain.rulesets.nagaraja.in_place_effects_temples import TEMPLES

if TYPE_CHECKING:
    from domain.rulesets.nagaraja.in_place import InPlace

RULES: dict[str, Rule] = TEMPLES | HANDS


def chooser(doing: Doing) -> int:
    return doing.target if RULES[doing.now.do].by_target else doing.owner


def choices(game: InPlace, doing: Doing) -> list[Move]:
    listed = RULES[doing.now.do].choices
    return listed(game, doing) if listed else []


def possible(game: InPlace, stick: int, card: int) -> bool:
    """Whether a card has a legal target once this stick (if any) is paid.

    Sticks that show a Naga are alike in that, because no card discards own sticks of one colour."""
    step, seats = game.numbers.effects[card][0], game.numbers.targets[card][game.seat]
    rule = RULES[step.do]
    if rule.of_what_is_paid and game.seat in seats:
        return game.if_activated(stick, card, lambda: rule.possible(game, seats, step))
    return rule.possible(game, seats, step)


def happens_by_itself(game: InPlace, doing: Doing) -> bool:
    """Whether the step leaves nothing to choose and can be done."""
    rule = RULES[doing.now.do]
    return rule.choices is None and rule.possible(game, doing.seats, doing.now)


def choose(game: InPlace, doing: Doing, move: Move) -> None:
    if not RULES[doing.now.do].carry_out(game, doing, move):
        _next_step(game, doing)


def happen(game: InPlace, doing: Doing) -> bool:
    """Carry out a step that leaves nothing to choose; False when somebody has to choose."""
    if game.moves():
        return False
    rule = RULES[doing.now.do]
    if rule.choices is None:
        rule.carry_out(game, doing, ())
    _next_step(game, doing)
    return True


def _next_step(game: InPlace, doing: Doing) -> None:
    game.changed()
    if game.ended:
        return
    doing.step += 1
    if doing.step == len(doing.steps):
        game.doing = None
        game.turn_taken(1 - doing.owner)
