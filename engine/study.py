"""The study of one decision of a game: accumulates playouts and searches for a better action."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from statistics import mode
from typing import Any, TypeVar

from domain.by_seat import BySeat, by_seat, of_seat
from domain.hidden import AUDITOR, Viewer
from domain.ruleset import Action, Ruleset
from engine.decisions import Decision
from engine.doubt import Pair, standard_error
from engine.luck import Luck
from engine.playout import Trial, chances
from engine.search import GoOn, Running, explored

T = TypeVar("T")
Shares = dict[str, float]
ENOUGH = 200
"""So many fresh playouts are enough, however many first ones there are: the standard error of an even chance is 0.035."""
EXACT, CHECKED = 0.02, 100
"""Chances whose error is less than this gain nothing from more first playouts; after every so many that is checked."""
Results = dict[int, BySeat[float]]
"""Each seat's share of the win, by the playout's number. Playouts of different positions with one number are paired."""
FRESH = 1_000_000
"""The number of the first fresh playout, which tests what earlier ones made doubtful."""
TRIED = 2_000_000
"""The number of the first playout that tries an alternative out."""


class Study:
    """The results for a decision so far. The same decision, seed and steps give the same results.

    `before`: playouts from the position as it was. `seen`: from positions that the acting seat could not tell from it; where
    nothing is hidden these are the same. `after`: as `seen`, but beginning with the logged action. `gains` are the acting
    seat's results, as it saw the position, with the logged action and with the one that the search found; `tried` are some
    earlier such results, which say whether to go on with it.
    """

    def __init__(self, ruleset: Ruleset[Any], decision: Decision, done: Action | None, seed: int) -> None:
        self.decision, self.done, self.playouts = decision, done, 0
        self.running: Running | None = None
        self.found: Action | None = None
        """What the search would do instead, or else thoughtful play in most playouts; None if both would do the same, or if
        the search did not run."""
        self.before, self.after = Results(), Results()
        self.seen = Results() if ruleset.traits.hidden_information else self.before
        self.tried: list[Pair] = []
        self.gains: dict[int, Pair] = {}
        self._thoughtful: dict[int, Action] = {}
        """What the greedy bot would have done, by the number of the playout: it may break ties otherwise."""
        self._exact = False
        self._ruleset, self._seed = ruleset, seed
        self._seats = decision.table.setup.seats

    def play(self, number: int) -> None:
        """Add one playout of each kind, numbered from 0; none if the chances are exact enough."""
        if self._exact:
            return
        self._play(number)
        self.playouts += 1
        if self.playouts % CHECKED == 0:
            self._exact = max(self.errors()) < EXACT

    def refine(self, number: int) -> None:
        """The fresh playouts of this number, unless there are any yet."""
        if FRESH + number not in self.before:
            self._play(FRESH + number)

    def _play(self, number: int) -> None:
        seat = self.decision.seat
        if self.seen is not self.before:
            trial = self._trial(self._drawn(number, AUDITOR), number)
            trial.play_on(self._actions(AUDITOR))
            self.before[number] = chances(self._ruleset, trial.state, self._seats)
        state = self._drawn(number, seat)
        own, self.seen[number] = self._end(state, number)
        self._thoughtful[number] = own
        if self.done is not None:
            alike = own == self.done
            self.after[number] = self.seen[number] if alike else self._end(state, number, self.done)[1]

    def search(self, go_on: GoOn) -> None:
        """Look for a better action, as the search bot does."""
        table, seat = self.decision.table, self.decision.seat
        rng = random.Random(f"{self._seed} {table.version} search")
        self.running = explored(self._ruleset, table.game, seat, self._seats, rng, go_on)
        best = self.running.best()[0]
        if best == self.done and self._thoughtful:
            best = mode(self._thoughtful.values())
        self.found = None if self.done is None or best == self.done else best

    @property
    def margin(self) -> float:
        """How much better that looks than what was done: to the search, and by what the first playouts lost."""
        return 0.0 if self.running is None else self.running.gain + self.lost

    @property
    def lost(self) -> float:
        """How much worse what was done is than thoughtful play, to its seat and by the first playouts."""
        firsts = [split(results)[0] for results in (self.seen, self.after)]
        if not all(firsts):
            return 0.0
        seen, after = (mean(first, self._seats)[self.decision.seat - 1] for first in firsts)
        return seen - after

    @property
    def expected(self) -> Results:
        """What an outsider expects after what was done, if that changed as much for them as for all that its seat knew."""
        if self.seen is self.before:
            return self.after
        return {
            n: by_seat(
                round(a + b - c, 9)
                for a, b, c in zip(self.before[n], self.after[n], self.seen[n], strict=True)
            )
            for n in self.after
        }

    def try_out(self, number: int) -> None:
        """One pair of playouts more by which the best alternatives are chosen, none of which tests them."""
        self.tried.append(self._pair(TRIED + number))

    def reuse(self) -> None:
        """The fresh playouts so far test the alternative, too, where it is what the greedy bot would have done."""
        for number in self.after:
            if number >= FRESH and self._thoughtful[number] == self.found:
                self.gains[number] = self._of_seat(self.after[number], self.seen[number])

    def compare(self, number: int) -> None:
        """One pair of playouts more that tests the alternative, unless there is one of this number."""
        if FRESH + number not in self.gains:
            self.gains[FRESH + number] = self._pair(FRESH + number)

    def _pair(self, number: int) -> Pair:
        """With what was done and with what was found, in a world that the seat cannot rule out."""
        state = self._drawn(number, self.decision.seat)
        return self._of_seat(*(self._end(state, number, action)[1] for action in (self.done, self.found)))

    def _of_seat(self, done: BySeat[float], found: BySeat[float]) -> Pair:
        return of_seat(done, self.decision.seat), of_seat(found, self.decision.seat)

    def _drawn(self, number: int, viewer: Viewer) -> Any:
        """A position consistent with what the viewer knows."""
        rng = random.Random(f"{self._seed} {number} {self.decision.table.version}")
        return self._ruleset.redraw(self.decision.table.game, viewer, rng.randrange)

    def _trial(self, state: Any, number: int) -> Trial:
        return Trial(self._ruleset, state, Luck(f"{self._seed} {number}", self.decision.turns))

    def _end(self, state: Any, number: int, action: Action | None = None) -> tuple[Action, BySeat[float]]:
        """What the greedy bot would do, and each seat's share of the win when it plays on after `action`, or all through.

        It decides in any case, to use its choices up: they would otherwise be made again later in the turn.
        """
        trial, seat = self._trial(state, number), self.decision.seat
        own = trial.greedy(seat)
        trial.act(seat, own if action is None else action)
        trial.play_on(self._actions(seat))
        return own, chances(self._ruleset, trial.state, self._seats)

    def _actions(self, viewer: Viewer) -> int | None:
        """After how many actions playouts may end."""
        horizon = self._ruleset.horizon(self.decision.table.game, viewer)
        return horizon and horizon.actions

    def errors(self) -> tuple[float, float]:
        """What the chances before it may be off by, to an outsider and to the seat that acts.

        The standard error, and the bias of playouts that do not go to the end.
        """
        both = ((self.before, AUDITOR), (self.seen, self.decision.seat))
        return tuple(self._error(counted(results), viewer) for results, viewer in both)  # type: ignore[return-value]

    def _error(self, results: Results, viewer: Viewer) -> float:
        horizon = self._ruleset.horizon(self.decision.table.game, viewer)
        return error_of(results, self._seats) + (horizon.bias if horizon else 0.0)


def split(results: Mapping[int, T]) -> tuple[dict[int, T], dict[int, T]]:
    """The first ones and the fresh ones."""
    first = {n: it for n, it in results.items() if n < FRESH}
    return first, {n: it for n, it in results.items() if n >= FRESH}


def counted(results: Mapping[int, T]) -> dict[int, T]:
    """Those that figures rest on: fresh ones alone if there are enough, because the first ones were those that made us look."""
    first, fresh = split(results)
    return fresh if len(fresh) >= min(len(first), ENOUGH) else first


def mean(results: Results, seats: int) -> list[float]:
    """Each seat's chance to win."""
    return [sum(of_seat(it, n) for it in results.values()) / len(results) for n in range(1, seats + 1)]


def error_of(results: Results, seats: int) -> float:
    """The largest standard error of these chances."""
    return max(standard_error([of_seat(it, seat) for it in results.values()]) for seat in range(1, seats + 1))


def spelled(shares: Iterable[float]) -> Shares:
    """By seat, as in JSON."""
    return {str(seat): round(share, 3) for seat, share in enumerate(shares, 1)}


def spread(studies: Sequence[Any]) -> list[Any]:
    """An order whose every prefix is spread over the whole game: first, middle, quarters, eighths ..."""
    digits = max(1, (len(studies) - 1).bit_length())
    places = sorted(range(len(studies)), key=lambda place: f"{place:0{digits}b}"[::-1])
    return [studies[place] for place in places]
