"""One action being carried out: the state so far, the draws, the recorded events."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Generic, Protocol, TypeVar

from domain.draws import Draws, DrawsUsedUp, Roll, Shuffle, Slots, next_slot
from domain.hidden import Hidden
from domain.sentence import english, say

State = TypeVar("State")


class IllegalAction(Exception):
    """A refusal: `rule` is the clause that forbids the action, `sentence` the explanation for people, `detail` its English.

    The text has {placeholders} for the values, as every sentence has (`domain.sentence`).
    """

    def __init__(self, rule: str, text: str, /, **values: Any) -> None:
        self.rule, self.sentence = rule, say(text, **values)
        self.detail = english(self.sentence)
        super().__init__(f"{self.detail} ({rule})")


class Folding(Protocol):
    """What a play writes to: the table's fold (domain.table)."""

    game: Any

    @property
    def slots(self) -> Slots: ...

    def record(self, event: Any, rules: tuple[str, ...]) -> Any: ...


class Play(Generic[State]):
    """`record` folds an event into `state` at once, so that rules read as straight code."""

    __slots__ = ("_draws", "_fold", "_next", "_used")

    def __init__(self, fold: Folding, draws: Draws) -> None:
        self._fold = fold
        self._draws = draws
        slots = fold.slots
        self._next, self._used = (slots.epoch, slots.slot), slots.used

    @property
    def state(self) -> State:
        return self._fold.game  # type: ignore[no-any-return]

    def record(self, event: Any, *rules: str) -> Any:
        """Record an event, citing the clauses applied; returns it with the places of its secrets filled in."""
        return self._fold.record(event, rules)

    @property
    def draws_left(self) -> int:
        """Committed slots not used yet, over all epochs."""
        epoch, slot = self._next
        return self._draws.left(epoch, slot)

    def roll(self, sides: Sequence[int]) -> Roll:
        """Throw dice with these numbers of sides, from one slot. Record the result in an event field."""
        epoch, slot = self._take(Roll)
        return Roll(epoch, slot, tuple(sides), self._draws.words(epoch, slot).roll(sides))

    def shuffle(self, items: Sequence[Any], knowers: tuple[int, ...] = ()) -> Shuffle[Any]:
        """Shuffle public values, or `Hidden` ones by their places in the log, from one slot.

        Every place of the new order is a fresh secret known to `knowers` (by default to nobody).
        """
        epoch, slot = self._take(Shuffle)
        mixed = self._draws.words(epoch, slot).shuffle(items)
        if any(isinstance(item, Hidden) for item in items):
            order = tuple(Hidden(item.value, knowers) for item in mixed)
            return Shuffle(epoch, slot, order, refs=tuple(item.ref for item in items))
        return Shuffle(epoch, slot, tuple(Hidden(item, knowers) for item in mixed), of=tuple(items))

    def thrown(self, sides: Sequence[int]) -> tuple[int, ...]:
        """The values of `roll`, for games that record no events."""
        return self.roll(sides).values

    def mixed(self, items: Sequence[Any]) -> list[Any]:
        """The order of `shuffle`, of public values, for games that record no events."""
        return [item.value for item in self.shuffle(items).order]

    def _take(self, kind: type) -> tuple[int, int]:
        """The next slot. Slots used for the other kind of draw are skipped, so no stream is read in two ways."""
        slots = self._draws.slots
        taken = self._used.slot_for(kind, *self._next, slots)
        if self._draws.left(*taken) <= 0:
            raise DrawsUsedUp("all committed draws of this game are used up")
        self._next, self._used = next_slot(*taken, slots), self._used.with_slot(kind, *taken, slots)
        return taken
