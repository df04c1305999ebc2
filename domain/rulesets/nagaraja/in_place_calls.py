"""What the greedy player lays in a game played in place: hands are judged once."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from domain.rulesets.nagaraja.bot_values import card_worth
from domain.rulesets.nagaraja.in_place_choosing import calls_of
from domain.rulesets.nagaraja.in_place_doing import Move
from domain.rulesets.nagaraja.numbers import Numbers

ALIKE = 1e-9


def best_of(moves: Sequence[Move], worths: Sequence[float]) -> tuple[float, list[Move]]:
    """The greatest worth, and all moves that are worth as much."""
    best = max(worths)
    return best, [move for move, worth in zip(moves, worths, strict=True) if worth >= best - ALIKE]


class Calls:
    """For all games with one box."""

    def __init__(self, numbers: Numbers) -> None:
        box, self._numbers = numbers.box, numbers
        self._fates = [box.card_fate[card] for card in numbers.cards]
        self._nagas = [box.card_nagas[card] for card in numbers.cards]
        self.cards = [card_worth(box, card) for card in numbers.cards]
        """What each card is worth in a hand."""
        self.best = lru_cache(maxsize=1 << 13)(self._best)
        self._of_symbol = lru_cache(maxsize=1 << 13)(self._best_of_symbol)

    def _best(self, hand: tuple[int, ...]) -> tuple[float, list[Move]]:
        groups = self._numbers.by_symbol(hand)
        found = [best for same in groups.values() for best in self._of_symbol(tuple(same), len(hand))]
        return best_of([move for _, move in found], [worth for worth, _ in found])

    def _best_of_symbol(self, same: tuple[int, ...], hand: int) -> list[tuple[float, Move]]:
        calls = calls_of(same)
        worths = [self.worth(cards, hand) for _, cards, _ in calls]
        best = max(worths) - ALIKE
        return [(worth, call) for worth, call in zip(worths, calls, strict=True) if worth >= best]

    def worth(self, cards: Sequence[int], hand: int, more: bool = False) -> float:
        """Many fate points and some Nagas for the cards that stay, at the cost of those that are laid."""
        left = hand - len(cards)
        nagas = min(sum([self._nagas[card] for card in cards]), left)
        others = sum([self.cards[card] for card in cards]) / (len(cards) or 1)
        dear = 2.4 if left < 3 else 1.6 if left < 5 else 0.6
        fates = sum([self._fates[card] for card in cards])
        return 0.7 * fates + 0.9 * nagas - dear * len(cards) - 0.1 * others + 0.1 * more
