"""A bot that looks ahead: it tries its courses in games that may be the one it plays, for all that its seat knows.

Each *round* deals everything anew that the seat cannot know (`Ruleset.redraw`), and tries every course that is still in the
running in that one game, with the same luck: what is compared are the courses, and not the cards that they met. After a
course everybody continues with the thoughtful bot until the position can be judged. After `FIRST` rounds the worse half of the
courses is dropped, after twice as many half of the rest, and so on (sequential halving: Karnin, Koren, Somekh 2013, without a
budget that is known before). What is left when the time is over is followed only if it is better beyond doubt than the
thoughtful bot's own move, so that the search is as good as that, and better where it can tell. A round in which nothing was
drawn is the last one, because all others would be equal to it.

The choice follows from what the seat knows, the random generator and the number of looks: nothing else goes into it, since
`redraw` gives the same game whatever lies there in truth. How long to go on is for the caller to say.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from math import sqrt
from statistics import fmean, variance
from typing import Any

from domain.by_seat import of_seat
from domain.knowledge import known
from domain.ruleset import Action, Course, Ruleset
from engine.luck import Luck
from engine.playout import Trial, chances

FIRST = 2
"""The number of rounds before the worse half of the courses is first dropped."""
DOUBT = 1.0
"""The number of standard errors by which a course must beat the greedy bot's to be chosen instead."""
GoOn = Callable[[int], bool]
"""Called before each look (one course tried in one game) with the number of looks so far."""


class Running:
    """The compared courses, with the seat's chance after each, round by round. The first is the greedy bot's."""

    def __init__(self, courses: Sequence[Course]) -> None:
        self.own = courses[0]
        self.results: dict[Course, list[float]] = {course: [] for course in courses}
        self.rounds, self.exact, self._halve_at = 0, False, FIRST

    def add(self, results: Sequence[float]) -> None:
        """One round: a result for each remaining course. The greedy bot's course is never dropped."""
        for earlier, result in zip(self.results.values(), results, strict=True):
            earlier.append(result)
        self.rounds += 1
        if self.rounds == self._halve_at:
            self._halve_at *= 2
            ranked = sorted(self.results, key=self.mean, reverse=True)
            remaining = {self.own, *ranked[: max(2, (len(ranked) + 1) // 2)]}
            self.results = {
                course: earlier for course, earlier in self.results.items() if course in remaining
            }

    def mean(self, course: Course) -> float:
        return fmean(self.results[course])

    @property
    def gain(self) -> float:
        """How much better the best course looks than the greedy bot's; nothing if that is the only one, which is never tried."""
        return self.mean(self.best()) - self.mean(self.own) if self.rounds else 0.0

    def best(self) -> Course:
        """The best course; one other than the greedy bot's must be significantly better, which one look cannot show by itself."""
        return max(self.results, key=self._ahead) if self.exact or self.rounds > 1 else self.own

    def _ahead(self, course: Course) -> float:
        """The margin over the greedy bot's course in the same games, minus the error."""
        if course == self.own:
            return 0.0
        pairs = zip(self.results[course], self.results[self.own], strict=True)
        ahead = [result - own for result, own in pairs]
        error = sqrt(variance(ahead) / self.rounds) if self.rounds > 1 else 0.0
        return fmean(ahead) - DOUBT * error


def looks(number: int) -> GoOn:
    """A fixed number of looks, independent of time, for reproducible results."""
    return lambda done: done < number


def search(
    ruleset: Ruleset[Any], state: Any, seat: int, seats: int, rng: random.Random, go_on: GoOn
) -> Action:
    """The action for `seat`, which is to act in `state` (everything in it, also what the seat does not know).

    At least one look is had at each course before `go_on` can end it; a seat with one legal action takes it at once.
    """
    return plan(ruleset, state, seat, seats, rng, go_on)[0]


def plan(ruleset: Ruleset[Any], state: Any, seat: int, seats: int, rng: random.Random, go_on: GoOn) -> Course:
    """What `search` would do now and next, until another seat acts; callers can reuse it without searching again."""
    return explored(ruleset, state, seat, seats, rng, go_on).best()


def explored(
    ruleset: Ruleset[Any], state: Any, seat: int, seats: int, rng: random.Random, go_on: GoOn
) -> Running:
    """The courses as they are compared when `go_on` has ended it."""
    running = Running(_courses(ruleset, state, seat, rng))
    least, done = len(running.results), 0
    while len(running.results) > 1:
        drawn, name, results = ruleset.redraw(state, seat, rng.randrange), str(rng.getrandbits(64)), []
        exact = not ruleset.traits.hidden_information
        for course in running.results:
            if done >= least and not go_on(done):
                return running
            trial = Trial(ruleset, drawn, luck := Luck(name))
            trial.follow(seat, course)
            trial.play_on(ruleset.foresight)
            results.append(_prospect(ruleset, trial.state, seat, seats))
            exact, done = exact and not luck.used, done + 1
        running.add(results)
        running.exact = exact
        if exact:
            break
    return running


def _prospect(ruleset: Ruleset[Any], state: Any, seat: int, seats: int) -> float:
    """The seat's result of a game that is over, before that its chance by the ruleset's own estimate."""
    prospect = ruleset.prospect(state, seat) if ruleset.to_act(state) else None
    return of_seat(chances(ruleset, state, seats), seat) if prospect is None else prospect


def _courses(ruleset: Ruleset[Any], state: Any, seat: int, rng: random.Random) -> Sequence[Course]:
    seen = known(ruleset, state, seat)
    legal = ruleset.legal_actions(seen, seat)
    one = len(legal) == 1
    return [(legal[0],)] if one else ruleset.promising(seen, seat, legal, rng.randrange)
