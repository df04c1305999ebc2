"""The study of one decision of a game: accumulates playouts and searches for a better action."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from math import sqrt
from typing import Any, NamedTuple

from domain.by_seat import BySeat
from domain.hidden import AUDITOR, Viewer
from domain.ruleset import Action, Ruleset
from domain.table.state import Logged, Table
from engine.playout import Trial, chances
from engine.search import GoOn, search

Shares = dict[str, float]


class Decision(NamedTuple):
    """A logged decision: the table before it, its seat, and the recorded events."""

    table: Table
    seat: int
    recorded: Sequence[Logged]


class Study:
    """The results for a decision so far. The same decision, seed and steps give the same results.

    `chances`: who has won among the playouts from the position as it was. `seen`: among those from positions that the acting
    seat could not tell from it; where nothing is hidden these are the same.
    """

    def __init__(self, ruleset: Ruleset[Any], decision: Decision, seed: int) -> None:
        self.decision, self.playouts = decision, 0
        self.found: Action | None = None
        self._ruleset = ruleset
        seats = decision.table.setup.seats
        self._known, self._seen = [0.0] * seats, [0.0] * seats
        named = f"{seed}-{decision.table.version}"
        self._playing, self._searching = random.Random(named), random.Random(f"{named}-search")

    def play(self) -> None:
        """Add one playout of each kind."""
        state, seat = self.decision.table.game, self.decision.seat
        hides = self._ruleset.traits.hidden_information
        known = played_out(self._ruleset, state, AUDITOR, len(self._known), self._playing)
        seen = played_out(self._ruleset, state, seat, len(self._seen), self._playing) if hides else known
        self._known, self._seen = _added(self._known, known), _added(self._seen, seen)
        self.playouts += 1

    def search(self, go_on: GoOn) -> None:
        """The action of the search bot."""
        table, seat = self.decision.table, self.decision.seat
        self.found = search(self._ruleset, table.game, seat, len(self._known), self._searching, go_on)

    @property
    def chances(self) -> Shares:
        return spelled(won / self.playouts for won in self._known)

    @property
    def seen(self) -> Shares:
        return spelled(won / self.playouts for won in self._seen)

    @property
    def error(self) -> float:
        """The larger standard error of the two."""
        return max(standard_error(won / self.playouts, self.playouts) for won in (*self._known, *self._seen))

    @property
    def likely(self) -> Shares:
        """Estimated chances, smoothed by an added win and loss, whose weight vanishes with many playouts."""
        return spelled((won + 1) / (self.playouts + 2) for won in self._known)


def played_out(
    ruleset: Ruleset[Any], state: Any, viewer: Viewer, seats: int, rng: random.Random
) -> BySeat[float]:
    """Each seat's share of the win in a game consistent with what the viewer knows, played to its end."""
    trial = Trial(ruleset, ruleset.redraw(state, viewer, rng.randrange), rng)
    trial.play_on()
    return chances(ruleset, trial.state, seats)


def standard_error(share: float, playouts: int) -> float:
    """The standard error of a share of wins; an added win and loss keep it above 0 if all playouts ended alike."""
    mean = (share * playouts + 1) / (playouts + 2)
    return sqrt(mean * (1 - mean) / (playouts + 2))


def spelled(shares: Iterable[float]) -> Shares:
    """By seat, as in JSON."""
    return {str(seat): round(share, 3) for seat, share in enumerate(shares, 1)}


def _added(sums: Sequence[float], shares: BySeat[float]) -> list[float]:
    return [sum(pair) for pair in zip(sums, shares, strict=True)]
