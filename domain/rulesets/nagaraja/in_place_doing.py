"""A card's effect under way in a game played in place, and what each of its steps is made of (`in_place_effects`)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import combinations
from typing import TYPE_CHECKING, Any, NamedTuple

from domain.rulesets.nagaraja.components import Step

if TYPE_CHECKING:
    from domain.rulesets.nagaraja.in_place import InPlace

Move = tuple[Any, ...]
Seats = tuple[int, ...]
SEATS = (0, 1)
NOBODY = NO_CARD = NO_AMULET = -1


class Doing:
    """An activated card whose effect is being carried out."""

    __slots__ = ("card", "cards", "owner", "places", "step", "steps", "sticks", "target", "targets")

    def __init__(self, owner: int, card: int, targets: Seats, steps: tuple[Step, ...]) -> None:
        self.owner, self.card, self.targets, self.steps = owner, card, targets, steps
        self.target = targets[0] if len(targets) == 1 else NOBODY
        self.step = 0
        self.places: tuple[int, ...] = ()
        self.sticks: tuple[int, ...] = ()
        self.cards: list[int] = []

    @property
    def seats(self) -> Seats:
        """Whom it may concern: the one chosen, or all that the card's arrow allows."""
        return self.targets if self.target == NOBODY else (self.target,)

    @property
    def now(self) -> Step:
        return self.steps[self.step]


@lru_cache(maxsize=1 << 12)
def selections(items: tuple[int, ...], number: int) -> list[tuple[int, ...]]:
    """Every choice of `number` of these sorted items; equal items are one choice."""
    return list(dict.fromkeys(combinations(items, number)))


def places_of(cards: Sequence[int], kinds: Sequence[int], taken: Sequence[int] = ()) -> list[int]:
    """The first place of each of these kinds among the cards, each place once and none that is taken."""
    left, places = [card >> 3 for card in cards], list[int]()
    for place in taken:
        left[place] = NO_CARD
    for kind in kinds:
        place = left.index(kind)
        left[place] = NO_CARD
        places.append(place)
    places.sort()
    return places


class Rule(NamedTuple):
    """As `effects.step.Rule`."""

    carry_out: Callable[[InPlace, Doing, Move], bool | None]
    """True if the same step continues with another choice."""
    choices: Callable[[InPlace, Doing], list[Move]] | None = None
    possible: Callable[[InPlace, Seats, Step], bool] = lambda game, seats, step: True
    """Whether an effect may begin with it if it may concern these: whether there are choices, or nothing to choose."""
    by_target: bool = False
    of_what_is_paid: bool = False
    """Whether that depends on sticks and cards, of which the player has paid some by then."""
