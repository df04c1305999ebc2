"""Why an action is refused, in words for people and with the clause that forbids it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from domain.play import IllegalAction
from domain.ruleset import Action
from domain.rulesets.nagaraja import actions as a
from domain.rulesets.nagaraja.choosing import WHOLE_HAND, call_begun
from domain.rulesets.nagaraja.components import Box
from domain.rulesets.nagaraja.game import known
from domain.rulesets.nagaraja.names import names, number
from domain.rulesets.nagaraja.paths import spaces_to_place
from domain.rulesets.nagaraja.state import State, nagas, room_tiles

Reason = tuple[str, str]
"""A clause without "nagaraja." and what is wrong."""


def refusal(state: State, box: Box, seat: int, action: Action) -> IllegalAction:
    clause, detail = _reason(state, box, seat, action)
    return IllegalAction(f"nagaraja.{clause}", detail)


def _reason(state: State, box: Box, seat: int, action: Any) -> Reason:
    if state.effect is not None:
        return (
            "naga.3",
            f"The effect of {state.effect.card} is under way, and this is no choice that it offers.",
        )
    if isinstance(action, a.PlayAmulet):
        return _amulet(state, box, seat, action)
    clause, wanted, types = EXPECTED[state.stage]
    if not isinstance(action, types):
        return clause, f"Now {wanted}."
    return DETAILS[type(action)](state, box, seat, action)


EXPECTED: dict[str, tuple[str, str, tuple[type, ...]]] = {
    "choose": ("call.1", "cards are to be laid face down", (a.ChooseCards,)),
    "confront": ("naga.1", "a Naga may be spent, an amulet played, or passed", (a.SpendNaga, a.Pass)),
    "place": ("place.1", "the tile that was won is to be placed", (a.PlaceTile,)),
    "keep": ("deal.1", "one of the cards drawn is to be given away", (a.KeepCards,)),
}


def _amulet(state: State, box: Box, seat: int, action: a.PlayAmulet) -> Reason:
    if action.amulet not in known(state.player(seat).amulets):
        return "amulet.2", f"You have no amulet {action.amulet} to play."
    if call_begun(state):
        return "amulet.2", "The call is one decision: this amulet comes before its first card or not at all."
    does = box.amulet[action.amulet].do
    if does == "points":
        return "amulet.2", "This amulet is never played; its points count from the moment it was collected."
    if does == "draw-cards":
        return (
            "amulet.2",
            "This amulet draws cards, names none, and needs a card in the deck or the discards.",
        )
    if state.stage != "confront":
        return "amulet.2", "This amulet may be played in the confrontation only."
    if does == "naga":
        return _card(state, seat, action.card)
    return "amulet.2", "This amulet adds fate points and names no card."


def _card(state: State, seat: int, card: str) -> Reason:
    if card not in known(state.player(seat).hand):
        return "naga.1", f"There is no card {card} in your hand."
    return "naga.3", f"{card} has no legal target, so it cannot be activated."


def _spend(state: State, box: Box, seat: int, action: a.SpendNaga) -> Reason:
    if action.stick not in nagas(state.player(seat)):
        return "naga.1", f"You have no stick {action.stick} that shows a Naga."
    return _card(state, seat, action.card)


def _choose(state: State, box: Box, seat: int, action: a.ChooseCards) -> Reason:
    player = state.player(seat)
    hand = known(card for i, card in enumerate(player.hand) if i not in known(player.laid))
    if not action.cards:
        return "call.1", "At least one card is to be laid."
    if any(action.cards.count(card) > hand.count(card) for card in action.cards):
        return "call.1", "You can lay only cards that are in your hand."
    if len({box.card[card].symbol for card in action.cards}) > 1:
        return "call.1", "All cards must have the same symbol."
    if len(player.hand) > WHOLE_HAND:
        return "call.1", "Lay one card at a time, all of one symbol, as long as there are more of it."
    return "call.1", "List the cards in alphabetical order, all at once."


def _place(state: State, box: Box, seat: int, action: a.PlaceTile) -> Reason:
    spaces = state.player(seat).spaces
    space = number(action.space)
    if space in room_tiles(spaces):
        return "place.1", f"There is a tile on space {action.space}."
    if spaces[space] is not None:
        return "place.2", "The trap makes way only when no empty space is legal."
    return (
        "place.1",
        f"The tile must touch an entrance or another room tile: {', '.join(names(spaces_to_place(spaces)))}.",
    )


def _keep(state: State, box: Box, seat: int, action: a.KeepCards) -> Reason:
    number = len(state.drawn) - 1
    return (
        "deal.1",
        f"Keep {number} of the cards drawn, in alphabetical order: {', '.join(known(state.drawn))}.",
    )


DETAILS: dict[type, Callable[[State, Box, int, Any], Reason]] = {
    a.ChooseCards: _choose,
    a.SpendNaga: _spend,
    a.PlaceTile: _place,
    a.KeepCards: _keep,
}
