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
from domain.rulesets.nagaraja.phrases import lying_named, step_said, stick_asked, stick_named, sticks_named
from domain.rulesets.nagaraja.refusals_effects import not_so_often, reason
from domain.rulesets.nagaraja.state import State, nagas, room_tiles
from domain.sentence import Seat, Term


def refused(clause: str, text: str, **values: Any) -> IllegalAction:
    """A refusal under a clause named without "nagaraja."."""
    return IllegalAction(f"nagaraja.{clause}", text, **values)


def refusal(state: State, box: Box, seat: int, action: Any) -> IllegalAction:
    if state.effect is not None:
        return _of_effect(state, box, action)
    if isinstance(action, a.PlayAmulet):
        return _amulet(state, box, seat, action)
    if not isinstance(action, EXPECTED[state.stage]):
        return _other_decision(state, seat)
    return DETAILS[type(action)](state, box, seat, action)


def _of_effect(state: State, box: Box, action: Any) -> IllegalAction:
    doing = effects.doing(state, box)
    offered = {type(choice) for choice in effects.choices(state, box)}
    if type(action) in offered and (said := reason(doing, action)):
        return refused("naga.3", said.text, **said.values)
    text = "The effect of {card} is under way ({does}), and this is no choice that it offers."
    return refused("naga.3", text, card=doing.effect.card, does=step_said(doing.step))


EXPECTED: dict[str, tuple[type, ...]] = {
    "choose": (a.ChooseCards,),
    "confront": (a.SpendNaga, a.Pass),
    "place": (a.PlaceTile,),
    "keep": (a.KeepCards,),
}


def _other_decision(state: State, seat: int) -> IllegalAction:
    """What is decided now instead."""
    match state.stage:
        case "choose":
            text = "Now cards are to be laid face down, for the tile {tile}."
            return refused("call.1", text, tile=_offered(state))
        case "confront":
            text = "Now a Naga may be spent (you have {n}), an amulet played, or the turn passed."
            return refused("naga.1", text, n=len(nagas(state.player(seat))))
        case "place":
            return refused(
                "place.1", "Now the tile that was won, {tile}, is to be placed.", tile=_offered(state)
            )
    text = "Now one of the cards drawn, {cards}, is to be given away."
    return refused("deal.1", text, cards=tuple(sorted(known(state.drawn))))


def _offered(state: State) -> str:
    assert state.offered is not None
    return state.offered.kind


def _amulet(state: State, box: Box, seat: int, action: a.PlayAmulet) -> IllegalAction:
    if action.amulet not in (held := known(state.player(seat).amulets)):
        return _no_amulet(action.amulet, held)
    if call_begun(state):
        text = "The call is one decision, and {n} of its cards lie there: this amulet comes before its first card or not at all."
        return refused("amulet.2", text, n=len(state.player(seat).laid))
    does = box.amulet[action.amulet]
    if does.do == "points":
        text = "This amulet is never played; its points ({n}) count from the moment it was collected."
        return refused("amulet.2", text, n=does.number)
    if does.do == "draw-cards":
        text = "This amulet draws cards, names none, and needs a card to draw; deck: {deck}, discards: {discards}."
        return refused("amulet.2", text, deck=len(state.deck), discards=len(state.discards))
    if state.stage != "confront":
        text = "This amulet may be played in the confrontation only, and that of round {n} is not on now."
        return refused("amulet.2", text, n=state.round)
    if does.do == "naga":
        return _card(state, box, seat, action.card)
    return refused("amulet.2", "This amulet adds fate points ({n}) and names no card.", n=does.number)


def _no_amulet(amulet: str, held: list[str]) -> IllegalAction:
    if not amulet:
        return refused("amulet.2", "Name the amulet that you play; you have so many: {n}.", n=len(held))
    if not held:
        return refused("amulet.2", "You have no amulet to play; amulets of yours: {n}.", n=0)
    return refused(
        "amulet.2", "You have no amulet {amulet}; you have {held}.", amulet=amulet, held=tuple(held)
    )


def _card(state: State, box: Box, seat: int, card: str) -> IllegalAction:
    """Of a card that a Naga, or an amulet acting as one, is to activate."""
    hand = tuple(known(state.player(seat).hand))
    if not hand:
        text = "A Naga activates a card of the hand, and yours is empty; Nagas: {n}."
        return refused("naga.1", text, n=len(nagas(state.player(seat))))
    if not card:
        return refused("naga.1", "Name the card that is activated, one of {held}.", held=hand)
    if card not in hand:
        return refused(
            "naga.1", "There is no card {card} in your hand; you hold {held}.", card=card, held=hand
        )
    text = "{card} has no legal target now: it would {does}, and concerns {players}."
    does, players = step_said(box.card[card].effect[0]), tuple(map(Seat, box.card[card].targets(seat)))
    return refused("naga.3", text, card=card, does=does, players=players)


def _spend(state: State, box: Box, seat: int, action: a.SpendNaga) -> IllegalAction:
    player = state.player(seat)
    if action.stick in (shown := nagas(player)):
        return _card(state, box, seat, action.card)
    if not shown:
        text = "A card costs a Naga, and none of your sticks shows one; sticks: {n}."
        return refused("naga.1", text, n=len(player.sticks))
    values: dict[str, Any] = {"nagas": sticks_named(shown)}
    if not action.stick:
        return refused("naga.1", "Name the stick that shows the Naga to be spent: {nagas}.", **values)
    if action.stick in player.sticks:
        text = "This stick shows no Naga: {stick}. These do: {nagas}."
        return refused("naga.1", text, stick=stick_named(action.stick), **values)
    text = "You have no stick {stick}; Nagas of yours: {nagas}."
    return refused("naga.1", text, stick=stick_asked(box, action.stick), **values)


def _choose(state: State, box: Box, seat: int, action: a.ChooseCards) -> IllegalAction:
    player = state.player(seat)
    hand = known(card for i, card in enumerate(player.hand) if i not in known(player.laid))
    if not all(action.cards) or not action.cards:
        return refused("call.1", "Name each card that is laid, at least one of {held}.", held=tuple(hand))
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
    text = "With no more than {n} cards in hand they are laid all at once, and none follows."
    return refused("call.1", text, n=WHOLE_HAND)


def _place(state: State, box: Box, seat: int, action: a.PlaceTile) -> IllegalAction:
    spaces = state.player(seat).spaces
    space, legal = number(action.space), spaces_to_place(spaces)
    if (lying := spaces[space]) is not None and space in room_tiles(spaces):
        text = "On {space} lies {thing}; these may be used: {spaces}."
        return refused(
            "place.1", text, space=action.space, thing=lying_named(lying.kind), spaces=names(legal)
        )
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
