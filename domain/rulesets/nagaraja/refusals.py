"""Why an action is refused, in words for people and with the clause that forbids it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from domain.play import IllegalAction
from domain.rulesets.nagaraja import actions as a
from domain.rulesets.nagaraja import effects
from domain.rulesets.nagaraja.choosing import WHOLE_HAND, call_begun
from domain.rulesets.nagaraja.components import Box
from domain.rulesets.nagaraja.game import known
from domain.rulesets.nagaraja.names import names, number
from domain.rulesets.nagaraja.paths import spaces_to_place
from domain.rulesets.nagaraja.phrases import step_said, stick_named
from domain.rulesets.nagaraja.refusals_effects import not_so_often, reason
from domain.rulesets.nagaraja.state import State, nagas, room_tiles
from domain.sentence import Term


def refused(clause: str, text: str, **values: Any) -> IllegalAction:
    """A refusal under a clause named without "nagaraja."."""
    return IllegalAction(f"nagaraja.{clause}", text, **values)


def refusal(state: State, box: Box, seat: int, action: Any) -> IllegalAction:
    if state.effect is not None:
        return _of_effect(state, box, action)
    if isinstance(action, a.PlayAmulet):
        return _amulet(state, box, seat, action)
    clause, wanted, types = EXPECTED[state.stage]
    if not isinstance(action, types):
        return refused(clause, wanted)
    return DETAILS[type(action)](state, box, seat, action)


def _of_effect(state: State, box: Box, action: Any) -> IllegalAction:
    doing = effects.doing(state, box)
    offered = {type(choice) for choice in effects.choices(state, box)}
    if type(action) in offered and (said := reason(doing, action)):
        return refused("naga.3", said.text, **said.values)
    text = "The effect of {card} is under way ({does}), and this is no choice that it offers."
    return refused("naga.3", text, card=doing.effect.card, does=step_said(doing.step))


EXPECTED: dict[str, tuple[str, str, tuple[type, ...]]] = {
    "choose": ("call.1", "Now cards are to be laid face down.", (a.ChooseCards,)),
    "confront": (
        "naga.1",
        "Now a Naga may be spent, an amulet played, or the turn passed.",
        (a.SpendNaga, a.Pass),
    ),
    "place": ("place.1", "Now the tile that was won is to be placed.", (a.PlaceTile,)),
    "keep": ("deal.1", "Now one of the cards drawn is to be given away.", (a.KeepCards,)),
}


def _amulet(state: State, box: Box, seat: int, action: a.PlayAmulet) -> IllegalAction:
    if not action.amulet:
        return refused("amulet.2", "Name the amulet that you play.")
    if action.amulet not in known(state.player(seat).amulets):
        return refused("amulet.2", "You have no amulet {amulet} to play.", amulet=action.amulet)
    if call_begun(state):
        text = "The call is one decision: this amulet comes before its first card or not at all."
        return refused("amulet.2", text)
    does = box.amulet[action.amulet]
    if does.do == "points":
        text = "This amulet is never played; its points ({n}) count from the moment it was collected."
        return refused("amulet.2", text, n=does.number)
    if does.do == "draw-cards":
        text = "This amulet draws cards, names none, and needs a card in the deck or the discards."
        return refused("amulet.2", text)
    if state.stage != "confront":
        return refused("amulet.2", "This amulet may be played in the confrontation only.")
    if does.do == "naga":
        return _card(state, seat, action.card, "Name the card that the amulet activates.")
    return refused("amulet.2", "This amulet adds fate points ({n}) and names no card.", n=does.number)


def _card(state: State, seat: int, card: str, unnamed: str) -> IllegalAction:
    if not card:
        return refused("naga.1", unnamed)
    if card not in known(state.player(seat).hand):
        return refused("naga.1", "There is no card {card} in your hand.", card=card)
    return refused("naga.3", "{card} has no legal target, so it cannot be activated.", card=card)


def _spend(state: State, box: Box, seat: int, action: a.SpendNaga) -> IllegalAction:
    player = state.player(seat)
    if action.stick in nagas(player):
        return _card(state, seat, action.card, "Name the card that the Naga activates.")
    if not action.stick:
        return refused("naga.1", "Name the stick that shows the Naga to be spent.")
    if action.stick in player.sticks:
        return refused("naga.1", "This stick shows no Naga: {stick}.", stick=stick_named(action.stick))
    return refused("naga.1", "You have no stick {stick}.", stick=action.stick)


def _choose(state: State, box: Box, seat: int, action: a.ChooseCards) -> IllegalAction:
    player = state.player(seat)
    hand = known(card for i, card in enumerate(player.hand) if i not in known(player.laid))
    if not action.cards:
        return refused("call.1", "At least one card is to be laid.")
    if not all(action.cards):
        return refused("call.1", "Name each card that is laid.")
    if missing := [card for card in action.cards if action.cards.count(card) > hand.count(card)]:
        said = not_so_often(missing[0], hand)
        return refused("call.1", said.text, **said.values)
    symbols = tuple(dict.fromkeys(box.card[card].symbol for card in action.cards))
    if len(symbols) > 1:
        text = "All cards must have the same symbol; these show {symbols}."
        return refused("call.1", text, symbols=tuple(map(Term, symbols)))
    if len(player.hand) > WHOLE_HAND:
        text = "With {n} cards in hand lay one at a time, all of one symbol, as long as there are more of it."
        return refused("call.1", text, n=len(player.hand))
    return refused("call.1", "The cards are laid all at once, and none follows.")


def _place(state: State, box: Box, seat: int, action: a.PlaceTile) -> IllegalAction:
    spaces = state.player(seat).spaces
    space, legal = number(action.space), spaces_to_place(spaces)
    if space in legal:
        return refused("place.1", "A tile is turned by no, one, two or three quarters.")
    if space in room_tiles(spaces):
        return refused("place.1", "There is a tile on {space}.", space=action.space)
    if spaces[space] is not None:
        text = "The trap on {space} makes way only when no empty space may be used; now {spaces} may."
        return refused("place.2", text, space=action.space, spaces=names(legal))
    text = "Space {space} touches neither an entrance nor another room tile; these do: {spaces}."
    return refused("place.1", text, space=action.space, spaces=names(legal))


def _keep(state: State, box: Box, seat: int, action: a.KeepCards) -> IllegalAction:
    text = "Keep all but one of the cards drawn: {cards}."
    return refused("deal.1", text, cards=tuple(sorted(known(state.drawn))))


DETAILS: dict[type, Callable[[State, Box, int, Any], IllegalAction]] = {
    a.ChooseCards: _choose,
    a.SpendNaga: _spend,
    a.PlaceTile: _place,
    a.KeepCards: _keep,
}
