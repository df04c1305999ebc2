"""The prompt for each decision."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from domain.ruleset import Action
from domain.rulesets.nagaraja import actions as a
from domain.rulesets.nagaraja import effects
from domain.rulesets.nagaraja.components import Box
from domain.rulesets.nagaraja.state import State
from domain.sentence import Sentence, say


def _always(text: str) -> Callable[[Any], Sentence]:
    return lambda action: say(text)


def _counted(field: str, one: str, many: str) -> Callable[[Any], Sentence]:
    """About as many things as an answer names."""

    def ask(action: Any) -> Sentence:
        n = len(getattr(action, field))
        return say(one, plural=many, count=n, n=n)

    return ask


QUESTIONS: dict[type, Callable[[Any], Sentence]] = {
    a.ThrowNamed: _always("Name more of your sticks to be thrown again, or throw."),
    a.SpendNaga: _always("Spend a Naga to activate a card, or pass."),
    a.LeaveRelics: _always("Swap the relic that you have seen with another one face down, or leave it."),
    a.ChooseCards: _always("Lay cards of one symbol: their sticks are thrown for the tile."),
    a.PlaceTile: _always("The tile is yours: choose its space, turn it, put it down."),
    a.KeepCards: _always("Choose the cards that you keep; the other one goes to your opponent."),
    a.SwapRelics: _always("Choose two relics that trade places."),
    a.PeekRelics: _counted(
        "places",
        "Choose a face-down relic to look at.",
        "Choose {n} face-down relics to look at.",
    ),
    a.RotateTile: _always("Choose a tile and turn it."),
    a.SwapTiles: _always("Choose two tiles that trade places."),
    a.MoveTile: _always("Choose a tile, then the space that it goes to, and turn it."),
    a.SlideLine: _always("Push a row or a column."),
    a.PlaceTrap: _always("Choose a space for the trap."),
    a.DiscardSticks: _counted(
        "sticks",
        "Choose a stick of your opponent to discard.",
        "Choose {n} sticks of your opponent to discard.",
    ),
    a.NameStick: _always("Name your sticks to be thrown again."),
    a.ChoosePlayer: _always("Choose the player whom the card concerns."),
    a.DiscardCards: _counted(
        "cards",
        "Choose a card of your hand to discard.",
        "Choose {n} cards of your hand to discard.",
    ),
    a.TakeCard: _always("Choose one of these cards to take."),
    a.PlayAmulet: _always("Play an amulet, or pass."),
    a.Pass: _always("You can play nothing now: pass."),
}
"""By the kind of action that says most of what the decision is about: the first of these that is legal."""


def prompt(state: State, box: Box, legal: Sequence[Action]) -> Sentence:
    """What the player with these legal actions has to do."""
    if state.effect and effects.doing(state, box).step.adjacent:
        return say("Choose two neighbouring relics that trade places.")
    found = {type(action): action for action in reversed(legal)}
    return next(ask(found[kind]) for kind, ask in QUESTIONS.items() if kind in found)
