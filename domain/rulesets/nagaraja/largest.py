"""The largest figure of observations, which in place are rows of signed bytes (`sections`): counts beyond 127 would be wrong."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from domain.rulesets.nagaraja.components import NAGA, Box


def largest_figure(box: Box) -> int:
    """No figure of a game with this box is larger."""
    return max(len(box.all_cards), len(box.all_tiles), _most_points(box), _most_fate(box))


def _most_points(box: Box) -> int:
    amulets = sum(it.count * it.effect.number for it in box.amulets if it.effect.do == "points")
    return sum(box.relics.sacred.values) + sum(box.relics.cursed.values) + amulets


def _most_fate(box: Box) -> int:
    """Of fate points, sticks and Nagas in a round, for which a player lays cards of one symbol and activates each other card at
    most once: what is used returns to the deck after the round."""
    laid = Counter[str]()
    for card in box.cards:
        laid[card.symbol] += card.copies * sum(_most(box, colour) * n for colour, n in card.sticks.items())
    return max(laid.values()) + sum(_added(box))


def _added(box: Box) -> Iterator[int]:
    for card in box.cards:
        for step in card.effect:
            if step.do == "add-fate-points":
                yield card.copies * step.number
            elif step.do == "throw-more-sticks":
                yield card.copies * step.number * _most(box, step.colour)
    yield from (it.count * it.effect.number for it in box.amulets if it.effect.do == "fate-points")


def _most(box: Box, colour: str) -> int:
    """What one stick may bring; at least itself."""
    return max([1, *(int(face) for face in box.sticks[colour].faces if face != NAGA)])
