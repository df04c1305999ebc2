"""Effects on cards: draw, discard, take, look at the deck."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from domain.hidden import Hidden
from domain.ruleset import Action
from domain.rulesets.nagaraja import events as e
from domain.rulesets.nagaraja.actions import ChoosePlayer, DiscardCards, TakeCard
from domain.rulesets.nagaraja.effects.step import Doing, Rule
from domain.rulesets.nagaraja.game import Game, draw_cards, known, places_of, selections


def cards_to_draw(doing: Doing) -> bool:
    return bool(doing.state.deck or doing.state.discards)


def draw(game: Game, doing: Doing, action: Any) -> bool:
    draw_cards(game, doing.effect.target, doing.step.number, "hand", "naga.3")
    return True


def discards(doing: Doing) -> Sequence[Action]:
    """As many cards of the hand as the card says, or as there are."""
    hand = known(doing.target.hand)
    number = min(doing.step.number, len(hand))
    return [DiscardCards(chosen) for chosen in selections(hand, number)] if number else []


def discard(game: Game, doing: Doing, action: DiscardCards) -> bool:
    """Nobody but their owner sees them, nor where they lay: they are committed anew (naga.3)."""
    seat = doing.effect.target
    places = places_of(doing.target.hand, action.cards)
    event = e.CardsDiscarded(
        seat,
        len(places),
        tuple(Hidden(place, (seat,)) for place in places),
        tuple(Hidden(doing.target.hand[place].value, (seat,)) for place in places),
    )
    game.record(event, "naga.3")
    return True


def target_has_cards(doing: Doing) -> bool:
    return bool(doing.target.hand)


def discard_at_random(game: Game, doing: Doing, action: Any) -> bool:
    roll = game.play.roll([len(doing.target.hand)])
    game.record(e.CardDiscardedAtRandom(doing.effect.target, roll.values[0] - 1, roll), "naga.3")
    return True


def take_at_random(game: Game, doing: Doing, action: Any) -> bool:
    hand = doing.target.hand
    roll = game.play.roll([len(hand)])
    seat, place = doing.effect.owner, roll.values[0] - 1
    game.record(e.CardTakenAtRandom(seat, place, hand[place].open_to(seat), roll), "naga.3")
    return True


def players_with_cards(doing: Doing) -> Sequence[Action]:
    return [ChoosePlayer(seat) for seat in doing.seats if doing.state.player(seat).hand]


def choose_player(game: Game, doing: Doing, action: ChoosePlayer) -> bool:
    game.record(e.PlayerChosen(doing.effect.owner, action.player), "naga.3")
    return True


def look_at_deck(game: Game, doing: Doing, action: Any) -> bool:
    draw_cards(game, doing.effect.owner, doing.step.number, "look", "naga.3")
    return True


def cards_to_take(doing: Doing) -> Sequence[Action]:
    return [TakeCard(card) for card in sorted(set(known(doing.effect.cards)))]


def take(game: Game, doing: Doing, action: TakeCard) -> bool:
    """One goes to the hand, the rest to the discards."""
    (place,) = places_of(doing.effect.cards, (action.card,))
    event = e.CardTaken(doing.effect.owner, place, len(doing.effect.cards) - 1)
    game.record(event, "naga.3")
    return True


RULES: dict[str, Rule] = {
    "draw-cards": Rule(draw, possible=cards_to_draw),
    "discard-cards": Rule(discard, discards, by_target=True),
    "discard-at-random": Rule(discard_at_random, possible=target_has_cards),
    "take-at-random": Rule(take_at_random, possible=target_has_cards),
    "choose-player": Rule(choose_player, players_with_cards),
    "look-at-deck": Rule(look_at_deck, possible=cards_to_draw),
    "take-looked-at": Rule(take, cards_to_take),
}
