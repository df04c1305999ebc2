"""Phase 1, the call of fate: cards are laid face down, turned up together, and their sticks are thrown."""

from __future__ import annotations

from collections import Counter

from domain.by_seat import BySeat, by_seat
from domain.hidden import EVERYBODY, Hidden, Opened
from domain.rulesets.nagaraja import events as e
from domain.rulesets.nagaraja.actions import ChooseCards
from domain.rulesets.nagaraja.components import Box, shows_naga
from domain.rulesets.nagaraja.game import Game, known, places_of, selections, throw_both
from domain.rulesets.nagaraja.state import Player, State

WHOLE_HAND = 8
"""With more cards in hand they are laid one by one, since there are too many choices. Hand sizes are public."""


def call_begun(state: State) -> bool:
    """Whether the player to act has laid a card and lays another: one decision, with nothing in between (amulet.2)."""
    return state.stage == "choose" and bool(state.player(state.seat).laid)


def card_choices(state: State, box: Box) -> list[ChooseCards]:
    """Any number of cards of one symbol, at least one (call.1). A player without cards lays none."""
    player = state.player(state.seat)
    if not player.hand:
        return [ChooseCards(())]
    if len(player.hand) > WHOLE_HAND:
        return _single_cards(player, box)
    return [
        ChooseCards(cards)
        for same in _by_symbol(known(player.hand), box).values()
        for number in range(1, len(same) + 1)
        for cards in selections(same, number)
    ]


def _by_symbol(cards: list[str], box: Box) -> dict[str, list[str]]:
    groups: dict[str, list[str]] = {}
    for card in sorted(cards):
        groups.setdefault(box.card[card].symbol, []).append(card)
    return groups


def _single_cards(player: Player, box: Box) -> list[ChooseCards]:
    """One card of the symbol laid so far, with another to follow as long as there is one."""
    laid = [p.value for p in player.laid]
    on_table = [player.hand[p].value for p in laid if p is not None]
    in_hand = known(card for i, card in enumerate(player.hand) if i not in laid)
    groups = _by_symbol(in_hand, box)
    if on_table and on_table[0] is not None:
        groups = {symbol: groups[symbol] for symbol in groups if symbol == box.card[on_table[0]].symbol}
    return [
        ChooseCards((card,), more)
        for same in groups.values()
        for card in sorted(set(same))
        for more in ((False, True) if len(same) > 1 else (False,))
    ]


def choose_cards(game: Game, seat: int, action: ChooseCards) -> None:
    """How many are laid is public, which ones is not (call.1)."""
    player = game.state.player(seat)
    laid = [p.value for p in player.laid if p.value is not None]
    places = places_of(player.hand, action.cards, laid)
    hidden = tuple(Hidden(place, (seat,)) for place in places)
    game.record(e.CardsChosen(seat, len(places), hidden, action.more), "call.1")


def turn_up_and_throw(game: Game) -> bool:
    """When both have laid, all is turned up together and both throw at once (call.2)."""
    if any(player.laying for player in game.state.players):
        return False
    places = by_seat(tuple(p.open_to() for p in player.laid) for player in game.state.players)
    cards = by_seat(_laid_cards(player) for player in game.state.players)
    game.record(e.CardsTurnedUp(places, cards), "call.2", "call.3")
    _throw_sticks(game, cards)
    return True


def _laid_cards(player: Player) -> tuple[Opened[str], ...]:
    return tuple(player.hand[p.value].open_to(EVERYBODY) for p in player.laid if p.value is not None)


def _throw_sticks(game: Game, cards: BySeat[tuple[Opened[str], ...]]) -> None:
    """The sticks on top of the cards; those that the supply lacks are thrown again, without limit (call.2)."""
    one, two = (colours(game.box, known(mine)) for mine in cards)
    sticks, points, draw = throw_both(game, one, two)
    nagas = by_seat(sum(map(shows_naga, thrown)) for thrown in sticks)
    game.record(e.SticksThrown(sticks, points, nagas, draw), "call.2")


def colours(box: Box, cards: list[str]) -> list[str]:
    tops = sum((Counter(box.card[card].sticks) for card in cards), Counter())
    return [colour for colour in box.sticks for _ in range(tops[colour])]
