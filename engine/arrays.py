"""Games as numbers, for machine learning: a number for each action, a feature vector for each observation, a reward.

The numbers of a table (ruleset, edition, seats, options) never change while its ruleset keeps them (`Ruleset.numbered`). Those
after them are ranks: the n-th of the seat's legal actions that have no number of their own.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

import msgspec

from domain.by_seat import BySeat
from domain.ruleset import Action, Outcome, Ruleset, View
from domain.table.fold import options_of


class NoArrays(ValueError):
    """The ruleset does not define an encoding of its views."""


class NotLegal(ValueError):
    """A step with an action that the mask forbids, or without one."""


class Arrays:
    """The encoding of one kind of table, made by `arrays_of`.

    `size` is how many numbers of actions there are, from 0. `names` are the names of an observation's figures: first "viewer/n"
    and "to_act/n" for each seat (1 or 0: whose view it is, who has a decision now), then those of the ruleset's view.
    """

    __slots__ = ("_number", "_part", "actions", "names", "ruleset", "seats", "sides", "size")

    def __init__(self, ruleset: Ruleset[Any], edition: str, seats: int, options: Mapping[str, Any]) -> None:
        """`options` as a JSON object. `NoArrays` if the ruleset has no encoding of its views."""
        terms = (seats, options_of(ruleset, dict(options)), ruleset.edition(edition))
        part = ruleset.encoding(*terms)
        if part is None:
            raise NoArrays(f"{ruleset.id} does not say how its views become figures (Ruleset.encoding).")
        self.ruleset, self._part, self.seats, self.sides = ruleset, part, seats, ruleset.sides(*terms[:2])
        self.actions = tuple(ruleset.numbered(*terms))
        self._number = {action: number for number, action in enumerate(self.actions)}
        self.size = len(self.actions) + ruleset.ranks
        heads = (f"{head}/{seat}" for head in ("viewer", "to_act") for seat in range(1, seats + 1))
        self.names = (*heads, *part.names)

    def numbers(self, legal: Sequence[Action]) -> dict[int, Action]:
        """The numbers of all legal actions of a seat, ascending."""
        found, rank = {}, len(self.actions)
        for action in legal:
            number = self._number.get(action)
            if number is None:
                number, rank = rank, rank + 1
            found[number] = action
        return dict(sorted(found.items()))

    def observation(self, view: View, seat: int, to_act: Sequence[int]) -> list[float]:
        """A seat's observation as a feature vector of length `len(names)`. `view` is that of this seat."""
        seats = range(1, self.seats + 1)
        heads = [float(each == seat) for each in seats] + [float(each in to_act) for each in seats]
        return heads + list(self._part.read(view))

    def rewards(self, outcome: Outcome) -> list[float]:
        """The reward of each seat at the end: `rewards` with the sides of this table."""
        return rewards(outcome, self.sides)


def arrays_of(ruleset: Ruleset[Any], edition: str, seats: int, options: Mapping[str, Any]) -> Arrays:
    """The encoding of such a table; recent ones are cached. `options` is a JSON object."""
    return _arrays(ruleset, edition, seats, msgspec.json.encode(options, order="sorted"))


@lru_cache(maxsize=16)
def _arrays(ruleset: Ruleset[Any], edition: str, seats: int, options: bytes) -> Arrays:
    return Arrays(ruleset, edition, seats, msgspec.json.decode(options))


def rewards(outcome: Outcome, sides: BySeat[str]) -> list[float]:
    """The reward of each seat at the end, from -1.0 to 1.0; the sum is 0. `sides` as returned by `Ruleset.sides`.

    It is the share of a seat's rivals that are ranked behind it, less the share of those ranked before it. A single player
    gets 1.0 for a win and -1.0 otherwise.
    """
    if len(sides) == 1:
        return [1.0 if 1 in outcome.winners else -1.0]
    rank = {seat - 1: place for place, tied in enumerate(outcome.ranking) for seat in tied}
    worth = []
    for seat, side in enumerate(sides):
        rivals = [
            rank[other] for other, its in enumerate(sides) if other != seat and not (side and its == side)
        ]
        worth.append(sum((rival > rank[seat]) - (rival < rank[seat]) for rival in rivals) / len(rivals))
    return worth
