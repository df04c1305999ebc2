"""What every rule works on: a play and the box it is played with; and drawing cards, which all phases do."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from itertools import combinations
from typing import Any, NamedTuple, TypeVar

from domain.by_seat import BySeat, by_seat
from domain.draws import Roll
from domain.hidden import Hidden, Opened
from domain.play import Play
from domain.rulesets.nagaraja import events as e
from domain.rulesets.nagaraja.components import Box, fate, stick
from domain.rulesets.nagaraja.state import State

Item = TypeVar("Item")


class Game(NamedTuple):
    play: Play[State]
    box: Box

    @property
    def state(self) -> State:
        return self.play.state

    def record(self, event: Any, *rules: str) -> None:
        """Record an event under these clauses, named without "nagaraja."."""
        self.play.record(event, *_named(rules))


@cache
def _named(rules: tuple[str, ...]) -> tuple[str, ...]:
    """Remembered: every event has some, and there are few."""
    return tuple(f"nagaraja.{rule}" for rule in rules)


def draw_cards(game: Game, seat: int, number: int, purpose: e.Purpose, *rules: str) -> None:
    """Draw from the top; an empty deck is made anew from the discards, as long as there are any (deal.1)."""
    while number and (game.state.deck or game.state.discards):
        if not game.state.deck:
            discards = game.state.discards
            game.record(e.DeckShuffled(len(discards), game.play.shuffle(discards)), "deal.1")
        top = game.state.deck[:number]
        game.record(e.CardsDrawn(seat, purpose, tuple(card.open_to(seat) for card in top)), *rules)
        number -= len(top)


def throw(game: Game, colours: Sequence[str]) -> tuple[tuple[str, ...], Roll]:
    """Throw one stick of each of these colours; how they lie, in the same order, and the draw behind it."""
    faces = [game.box.sticks[colour].faces for colour in colours]
    draw = game.play.roll([len(f) for f in faces])
    lying = zip(colours, faces, draw.values, strict=True)
    return tuple(stick(colour, f[value - 1]) for colour, f, value in lying), draw


def throw_both(
    game: Game, one: Sequence[str], two: Sequence[str]
) -> tuple[BySeat[tuple[str, ...]], BySeat[int], Roll]:
    """Seats 1 and 2 throw at once: their sticks, their fate points, and the draw."""
    lying, draw = throw(game, [*one, *two])
    sticks = by_seat((lying[: len(one)], lying[len(one) :]))
    return sticks, by_seat(sum(map(fate, thrown)) for thrown in sticks), draw


def known(cards: Iterable[Hidden[Item] | Opened[Item]]) -> list[Item]:
    """The values that are known here; of one's own cards these are all."""
    return [card.value for card in cards if card.value is not None]


def selections(items: Iterable[str], number: int) -> list[tuple[str, ...]]:
    """Every choice of `number` of these items, in alphabetical order; equal items are one choice."""
    return list(dict.fromkeys(combinations(sorted(items), number)))


def places_of(cards: Sequence[Hidden[str]], kinds: Sequence[str], taken: Iterable[int] = ()) -> list[int]:
    """The first place of each of these kinds among the cards, each place once and none that is taken."""
    used = set(taken)
    for kind in kinds:
        used.add(next(i for i, card in enumerate(cards) if card.value == kind and i not in used))
    return sorted(used - set(taken))
