"""Phase 1 of a game played in place: cards are laid, and the sticks on them thrown (`choosing`)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from domain.rulesets.nagaraja import actions as a
from domain.rulesets.nagaraja.choosing import WHOLE_HAND
from domain.rulesets.nagaraja.in_place_doing import Move, places_of, selections
from domain.rulesets.nagaraja.in_place_table import Player, Table
from domain.rulesets.nagaraja.numbers import SEEN_BY_ALL


@lru_cache(maxsize=1 << 12)
def calls_of(same: tuple[int, ...]) -> list[Move]:
    """Any of these cards of one symbol."""
    numbers = range(1, len(same) + 1)
    return [(a.ChooseCards, cards, False) for number in numbers for cards in selections(same, number)]


class Choosing(Table):
    """The table, and what is laid on it."""

    def calls(self, player: Player) -> list[Move]:
        if not player.hand:
            return [(a.ChooseCards, (), False)]
        if len(player.hand) > WHOLE_HAND:
            return [*self._single_cards(player)]
        return [move for same in self.by_symbol(player.hand).values() for move in calls_of(tuple(same))]

    def by_symbol(self, hand: Sequence[int]) -> dict[str, list[int]]:
        return self.numbers.by_symbol(sorted([secret >> 3 for secret in hand]))

    def _single_cards(self, player: Player) -> Iterator[Move]:
        groups = self.by_symbol([card for n, card in enumerate(player.hand) if n not in player.laid])
        if player.laid:
            symbol = self.numbers.symbol[player.hand[player.laid[0]] >> 3]
            groups = {symbol: groups[symbol]}
        for same in groups.values():
            for card in dict.fromkeys(same):
                for more in (False, True) if len(same) > 1 else (False,):
                    yield a.ChooseCards, (card,), more

    def choose_cards(self, cards: tuple[int, ...], more: bool) -> None:
        player = self.players[self.seat]
        player.laid = player.laid + places_of(player.hand, cards, player.laid)
        player.laying = more
        if not more:
            self.seat = 1 - self.seat

    def turn_up_and_throw(self) -> bool:
        if self.players[0].laying or self.players[1].laying:
            return False
        one, two = map(self._turn_up, self.players)
        lying = self.throw([*one, *two])
        self.take_sticks(0, lying[: len(one)])
        self.take_sticks(1, lying[len(one) :])
        self.stage, self.seat = "confront", self.guide
        if not any(map(self.seems_able, self.players)):
            for player in self.players:
                player.passed = True
        return True

    def _turn_up(self, player: Player) -> list[int]:
        """The colours of the sticks of the cards laid, which leave the hand."""
        laid = [player.hand[place] for place in player.laid]
        self.used = self.used + [card | SEEN_BY_ALL for card in laid]
        player.hand = [card for n, card in enumerate(player.hand) if n not in player.laid]
        player.laid = []
        colours: list[int] = []
        for card in laid:
            colours += self.numbers.colours_of[card >> 3]
        colours.sort()
        return colours

    def seems_able(self, player: Player) -> bool:
        return bool(player.amulets) or bool(player.hand and self.nagas(player))
