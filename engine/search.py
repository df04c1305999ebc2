"""A bot that looks ahead: a tree search over games that may be the one it plays, for all that its seat knows.

Each *look* deals everything anew that the seat cannot know (`Ruleset.redraw`), goes down the tree of courses that the ruleset
finds promising, tries a new one at its end, lets everybody go on by the thoughtful bot, and remembers who came off how well
(an information set Monte Carlo tree search with a single observer: Cowling, Powley, Whitehouse 2012).

The choice follows from what the seat knows, the random generator and the number of looks: nothing else goes into it, since
`redraw` gives the same game whatever lies there in truth. How long to go on is for the caller to say.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from math import log, sqrt
from typing import Any

from domain.ruleset import Action, Course, Ruleset
from engine.playout import Trial, chances

AHEAD = 24
"""Actions that are played by the thoughtful bot after the tree, before the position is judged."""
CURIOSITY = 0.5
"""How much rather a course is tried of which little is known (the constant of UCB1)."""
DOUBT = 0.3
"""How much better a course has to be after one look, to be followed instead of the thoughtful bot's: about a standard error."""
GoOn = Callable[[int], bool]
"""Asked before each look with the number of looks so far."""


class Node:
    """What is known of the positions that some courses lead to. `worth` sums up the chances of the seat that chose to come."""

    __slots__ = ("courses", "looks", "offered", "worth")

    def __init__(self) -> None:
        self.looks, self.offered, self.worth = 0, 0, 0.0
        self.courses: dict[Course, Node] = {}

    @property
    def mean(self) -> float:
        return self.worth / self.looks if self.looks else 0.0

    def chosen(self, among: Sequence[Course]) -> Course:
        """The course to try: one that was never tried, else one that did well or was seldom tried (UCB1)."""
        for course in among:
            known = self.courses.setdefault(course, Node())
            known.offered += 1
        fresh = next((course for course in among if not self.courses[course].looks), None)
        return fresh or max(among, key=lambda course: self.courses[course].promise())

    def best(self) -> Course:
        """The course that did best; what is not the thoughtful bot's own has to be better beyond doubt."""
        own = next(iter(self.courses))

        def judged(course: Course) -> float:
            known = self.courses[course]
            return known.mean - (0 if course == own else DOUBT / sqrt(max(1, known.looks)))

        return max(self.courses, key=judged)

    def promise(self) -> float:
        return self.mean + CURIOSITY * sqrt(log(self.offered) / self.looks)


def looks(number: int) -> GoOn:
    """So many looks, whatever time they take: for results that can be had again."""
    return lambda done: done < number


def search(
    ruleset: Ruleset[Any], state: Any, seat: int, seats: int, rng: random.Random, go_on: GoOn
) -> Action:
    """The action for `seat`, which is to act in `state` (everything in it, also what the seat does not know).

    At least one look is had at each course before `go_on` can end it; a seat with one legal action takes it at once.
    """
    legal = ruleset.legal_actions(state, seat)
    if len(legal) == 1:
        return legal[0]
    root = explored(ruleset, state, seat, seats, rng, go_on)
    return root.best()[0]


def explored(
    ruleset: Ruleset[Any], state: Any, seat: int, seats: int, rng: random.Random, go_on: GoOn
) -> Node:
    """The tree from this position on."""
    root, done = Node(), 0
    first = _courses(Trial(ruleset, ruleset.redraw(state, seat, rng.randrange), rng), seat, rng)
    while done < len(first) or go_on(done):
        trial = Trial(ruleset, ruleset.redraw(state, seat, rng.randrange), rng)
        _look(trial, root, seat, seats, rng, first)
        done += 1
    return root


def _courses(trial: Trial, seat: int, rng: random.Random) -> Sequence[Course]:
    legal = trial.legal(seat)
    return (
        [(legal[0],)] if len(legal) == 1 else trial.ruleset.promising(trial.state, seat, legal, rng.randrange)
    )


def _look(
    trial: Trial, root: Node, seat: int, seats: int, rng: random.Random, first: Sequence[Course]
) -> None:
    """Down the tree to what is new in it, on from there, and back up."""
    node, path, among = root, [], first
    while True:
        course = node.chosen(among)
        trial.follow(seat, course)
        node = node.courses[course]
        path.append((seat, node))
        waiting = trial.to_act
        if not node.looks or not waiting:
            break
        seat = waiting[0]
        among = _courses(trial, seat, rng)
    trial.play_on(AHEAD)
    result = chances(trial.ruleset, trial.state, seats)
    for mover, reached in path:
        reached.looks += 1
        reached.worth += result[mover - 1]
