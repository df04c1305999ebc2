"""Trial games for playouts: nothing is logged, and chance comes from `Luck`."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import Any

from domain.by_seat import BySeat, by_seat
from domain.draws import Roll, Shuffle
from domain.hidden import Hidden, may_commit, stamped
from domain.knowledge import known
from domain.play import Play
from domain.ruleset import Action, Course, Ruleset
from engine.luck import Luck

FIRST_INDEX = 1 << 40
"""Secrets of a trial get positions beyond every real log, so that they cannot collide with real ones."""


class Trial(Play[Any]):
    """A position that continues by the rules, in a fraction of the time of a game.

    Actions must be legal. The position should contain every secret (`Ruleset.redraw` returns such positions).
    """

    __slots__ = ("_evolve", "_index", "_now", "luck", "ruleset")

    def __init__(self, ruleset: Ruleset[Any], state: Any, luck: Luck) -> None:
        self.ruleset, self._now, self.luck = ruleset, state, luck
        self._index, self._evolve = FIRST_INDEX, ruleset.evolve

    @property
    def state(self) -> Any:
        return self._now

    @property
    def to_act(self) -> tuple[int, ...]:
        return self.ruleset.to_act(self._now)

    def legal(self, seat: int) -> Sequence[Action]:
        return self.ruleset.choices(self._now, seat)

    def act(self, seat: int, action: Action) -> None:
        self.luck.begin(seat)
        self.ruleset.decide(self, seat, action)

    def follow(self, seat: int, course: Course) -> None:
        """The part of a course that its seat plays in sequence."""
        for action in course:
            if seat not in self.to_act:
                break
            self.act(seat, action)

    def play_on(self, actions: int | None = None) -> None:
        """All seats continue with the ruleset's greedy bot: to the end, or for some actions and until the position is settled."""
        simulated = self.ruleset.simulate(self._now, self.luck, actions)
        if simulated is None:
            self.play_by_the_rules(actions)
        else:
            self._now = simulated

    def play_by_the_rules(self, actions: int | None = None) -> None:
        """As `play_on`, where the ruleset has no simulator, and as a simulator has to end."""
        done = 0
        while waiting := self.to_act:
            if actions is not None and done >= actions and self.ruleset.settled(self._now):
                break
            self._go_on(waiting[0])
            done += 1

    def _go_on(self, seat: int) -> None:
        """The greedy bot chooses among legal actions, which are not checked again."""
        action = self.greedy(seat)
        self.luck.begin(seat)
        self.ruleset.carry_out(self, seat, action)

    def greedy(self, seat: int) -> Action:
        """The move of the ruleset's bot, which heeds only what its seat knows."""
        legal = self.legal(seat)
        if len(legal) == 1:
            return legal[0]
        self.luck.begin(seat)
        seen = self._now if self.ruleset.discreet else known(self.ruleset, self._now, seat)
        return self.ruleset.greedy(seen, seat, legal, self.luck.choose)

    # -- the interface that rules write to

    def record(self, event: Any, *rules: str) -> Any:
        if may_commit(type(event)):
            event = stamped(event, self._index)
        self._index += 1
        self._now = self._evolve(self._now, event)
        return event

    @property
    def draws_left(self) -> int:
        return FIRST_INDEX

    def roll(self, sides: Sequence[int]) -> Roll:
        number, values = self.luck.below(prod(sides)), []
        for side in sides:
            number, digit = divmod(number, side)
            values.append(1 + digit)
        return Roll(0, 0, tuple(sides), tuple(values))

    def shuffle(self, items: Sequence[Any], knowers: tuple[int, ...] = ()) -> Shuffle[Any]:
        mixed = list(items)
        self.luck.shuffle(mixed)
        values = (item.value if isinstance(item, Hidden) else item for item in mixed)
        return Shuffle(0, 0, tuple(Hidden(value, knowers) for value in values))


def chances(ruleset: Ruleset[Any], state: Any, seats: int) -> BySeat[float]:
    """1.0 for each winner of a game that is over, 0.0 for the others; before that the ruleset's own estimate.

    When nobody has won, or the ruleset cannot say, all have the same chance.
    """
    outcome = ruleset.outcome(state)
    if outcome is None:
        return ruleset.outlook(state) or by_seat((1 / seats,) * seats)
    if not outcome.winners:
        return by_seat((1 / seats,) * seats)
    return by_seat(float(seat in outcome.winners) for seat in range(1, seats + 1))
