"""A greedy player: the move with the best outlook, counted in victory points, from the player's knowledge."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from domain.outlook import best_first
from domain.ruleset import Action, Choose, Course
from domain.rulesets.nagaraja import actions as a
from domain.rulesets.nagaraja.bot_values import (
    Temple,
    card_worth,
    known_temple,
    stakes,
    temple_of,
)
from domain.rulesets.nagaraja.components import Box, colour_of, fate, shows_naga
from domain.rulesets.nagaraja.confrontation import activated
from domain.rulesets.nagaraja.effects import choices, doing
from domain.rulesets.nagaraja.names import PLACES
from domain.rulesets.nagaraja.state import State

OTHERS = 6
"""How many actions a search looks into beside the greedy one."""
DRAWING = 9.0
"""What an amulet that draws cards is worth, more than anything else."""
PUTTING = 0.5
"""What is lost by putting the trap."""
CARD = 0.7
"""What a card in hand is worth; spending one has to bring more."""


def greedy(state: State, box: Box, seat: int, legal: Sequence[Action], choose: Choose) -> Action:
    bot = Bot(state, box, seat)
    worths = [bot.worth(action) for action in legal]
    best = max(worths)
    ties = [action for action, worth in zip(legal, worths, strict=True) if worth >= best - 1e-9]
    return ties[choose(len(ties))]


def promising(state: State, box: Box, seat: int, legal: Sequence[Action], choose: Choose) -> list[Course]:
    """The actions with the best outlook."""
    first = greedy(state, box, seat, legal, choose)
    bot, others = Bot(state, box, seat), [action for action in legal if action != first]
    ranked = best_first(others, [bot.worth(action) for action in others], OTHERS)
    return [(first,), *((action,) for action in ranked)]


class Bot:
    """Judges actions of one seat at one moment."""

    def __init__(self, state: State, box: Box, seat: int) -> None:
        self.state, self.box, self.seat = state, box, seat
        self.me = state.player(seat)
        self._temples: dict[int, Temple] = {}

    def worth(self, action: Action) -> float:
        """Victory points that the action is hoped to bring, 0 for doing nothing."""
        return JUDGES.get(type(action), Bot.temple)(self, action)

    def temple(self, action: Action) -> float:
        """A changed temple, compared with the one there is."""
        place = temple_of(self.seat, action)
        if place not in self._temples:
            player, offered = self.state.player(place), self.state.offered
            self._temples[place] = known_temple(player, self.box, self.seat, offered)
        change = self._temples[place].gain(action)
        if isinstance(action, a.PlaceTrap):
            change -= PUTTING
        return change if place == self.seat else -change

    def nothing(self, action: Action) -> float:
        return 0.0

    def choose_cards(self, action: a.ChooseCards) -> float:
        """Many fate points and some Nagas for the cards that stay, at the cost of those that are laid."""
        left = len(self.me.hand) - len(action.cards)
        fates = sum(self.box.card_fate[c] for c in action.cards)
        nagas = min(sum(self.box.card_nagas[c] for c in action.cards), left)
        others = sum(card_worth(self.box, c) for c in action.cards) / len(action.cards or (0,))
        dear = 2.4 if left < 3 else 1.6 if left < 5 else 0.6
        return 0.7 * fates + 0.9 * nagas - dear * len(action.cards) - 0.1 * others + 0.1 * action.more

    def spend(self, action: a.SpendNaga) -> float:
        return self._activation(action.stick, action.card) - CARD

    def amulet(self, action: a.PlayAmulet) -> float:
        """Cards at once; fate points when they may win the tile; an activation when it is worth the amulet."""
        does = self.box.amulet[action.amulet].do
        if does == "draw-cards":
            return DRAWING
        if does == "naga":
            return self._activation("", action.card) - 2 * CARD
        return self._fate(self.box.amulet[action.amulet].number) - 2 * CARD

    def _activation(self, stick: str, card: str) -> float:
        """The best choice that the card would offer once it is paid for."""
        state = activated(self.state, self.box, self.seat, stick, card)
        later = Bot(state, self.box, self.seat)
        later._temples = self._temples  # no activation changes them
        options = choices(state, self.box)
        return max(map(later.worth, options)) if options else later.by_itself()

    def by_itself(self) -> float:
        """A first step that leaves nothing to choose."""
        step = doing(self.state, self.box).step
        if step.do == "add-fate-points":
            return self._fate(step.number)
        if step.do == "throw-more-sticks":
            return self._fate(step.number * self.box.mean_fate[step.colour]) + 0.3
        return BY_ITSELF[step.do] * step.number

    def _fate(self, change: float, rival: float = 0.0) -> float:
        """More fate points for oneself, or for the other, weighed by the hope to win the tile with them."""
        return stakes(self.state, self.seat, change, rival) - stakes(self.state, self.seat, 0, 0)

    def sticks_off(self, action: a.DiscardSticks) -> float:
        return self._fate(0, -sum(map(fate, action.sticks))) + 0.8 * sum(map(shows_naga, action.sticks))

    def name(self, action: a.NameStick) -> float:
        """Sticks that lie worse than they are thrown on average."""
        return 0.5 * (self._average(action.stick) - self._lying(action.stick))

    def _average(self, stick: str) -> float:
        return self.box.mean_fate[colour_of(stick)]

    def _lying(self, stick: str) -> float:
        return fate(stick) + (1.2 if shows_naga(stick) and self.me.hand else 0)

    def player(self, action: a.ChoosePlayer) -> float:
        """Whose sticks to throw again, or whose cards to renew."""
        mine = action.player == self.seat
        if doing(self.state, self.box).step.do == "choose-player":
            return 1.0 if mine else 0.2
        sticks = self.state.player(action.player).sticks
        change = sum(map(self._average, sticks)) - sum(map(self._lying, sticks))
        return self._fate(change) if mine else self._fate(0, change)

    def look(self, action: a.PeekRelics) -> float:
        """Relics not seen yet, rather one's own."""
        places = dict(zip(PLACES, self.state.player(action.temple).relics, strict=True))
        new = sum(not places[place].secret.known_to(self.seat) for place in action.places)
        return new * (0.6 if action.temple == self.seat else 0.3)

    def keep(self, action: a.KeepCards | a.TakeCard | a.DiscardCards) -> float:
        cards = (action.card,) if isinstance(action, a.TakeCard) else action.cards
        worth = sum(card_worth(self.box, card) for card in cards)
        return -worth if isinstance(action, a.DiscardCards) else worth


BY_ITSELF = {
    "draw-cards": 0.8,
    "look-at-deck": 0.45,
    "discard-at-random": 0.9,
    "take-at-random": 1.7,
}

JUDGES: dict[type, Callable[[Bot, Any], float]] = {
    a.ChooseCards: Bot.choose_cards,
    a.SpendNaga: Bot.spend,
    a.Pass: Bot.nothing,
    a.LeaveRelics: Bot.nothing,
    a.PlayAmulet: Bot.amulet,
    a.KeepCards: Bot.keep,
    a.TakeCard: Bot.keep,
    a.DiscardCards: Bot.keep,
    a.PeekRelics: Bot.look,
    a.DiscardSticks: Bot.sticks_off,
    a.NameStick: Bot.name,
    a.ThrowNamed: Bot.nothing,
    a.ChoosePlayer: Bot.player,
}
