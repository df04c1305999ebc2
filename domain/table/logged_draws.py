"""The draws that a log has: drawn again, for deciding its actions again, and listed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from domain.draws import EPOCHS, Draws, Roll, Shuffle, Words
from domain.hidden import Hidden
from domain.ruleset import Event
from domain.table.line import draw_fields, draws_of
from domain.table.referee.events import StackReshuffled
from domain.table.state import Logged


class LoggedWords(Words):
    """Gives the results that the log has for one slot."""

    __slots__ = ("_draw",)

    def __init__(self, draw: Roll | Shuffle[Any]) -> None:
        self._draw = draw

    def roll(self, sides: Sequence[int]) -> tuple[int, ...]:
        if not isinstance(self._draw, Roll) or self._draw.sides != tuple(sides):
            raise ValueError("the rules throw other dice here")
        return self._draw.values

    def shuffle(self, items: Sequence[Any]) -> list[Any]:
        """The items in the logged order; secrets are matched by their values."""
        if not isinstance(self._draw, Shuffle) or len(self._draw.order) != len(items):
            raise ValueError("the rules shuffle something else here")
        left = list(items)
        return [left.pop(_place(left, secret.value)) for secret in self._draw.order]


def _place(items: list[Any], value: Any) -> int:
    values = [item.value if isinstance(item, Hidden) else item for item in items]
    return values.index(value)


class LoggedDraws(Draws):
    """The draws of a log, by epoch and slot."""

    def __init__(self, log: Sequence[Logged], slots: int) -> None:
        self.slots = slots
        self._drawn = {(d.epoch, d.slot): d for logged in log for d in draws_of(logged.event)}

    def words(self, epoch: int, slot: int) -> Words:
        return LoggedWords(self._drawn[epoch, slot])


LEAST_PLACES: dict[type[Event], int] = {StackReshuffled: 2}
"""The fewest places of a shuffle in an event of this type; one in any other."""


def check_form(event: Event, slots: int) -> None:
    """Check what the types of draws leave open (docs/ledger.md, section 7); ValueError for a malformed draw.

    `slots` is the number of slots of an epoch.
    """
    for draw in draws_of(event):
        in_range = 0 <= draw.epoch < EPOCHS and 0 <= draw.slot < slots
        if not in_range or not (_is_throw(draw) or _is_shuffle(draw, LEAST_PLACES.get(type(event), 1))):
            raise ValueError(f"its draw from slot {draw.slot} of epoch {draw.epoch} is malformed")


def _is_throw(draw: Roll | Shuffle[Any]) -> bool:
    return isinstance(draw, Roll) and 0 < len(draw.sides) == len(draw.values) and min(draw.sides) > 0


def _is_shuffle(draw: Roll | Shuffle[Any], least: int) -> bool:
    if not isinstance(draw, Shuffle):
        return False
    one_source = not (draw.of and draw.refs) and len({*draw.refs}) == len(draw.refs)
    return one_source and least <= len(draw.order) == len(draw.of) + len(draw.refs)


class Made(NamedTuple):
    """A draw of entry number `entry`: `path` leads to it ("/d/draw"), `kind` is "throw" or "shuffle"."""

    entry: int
    path: str
    epoch: int
    slot: int
    kind: str


def made_in(log: Iterable[Logged]) -> Iterator[Made]:
    """The draws that events hold, as the types of events say where."""
    for logged in log:
        for name in draw_fields(type(logged.event)):
            if (draw := getattr(logged.event, name)) is not None:
                kind = "throw" if isinstance(draw, Roll) else "shuffle"
                yield Made(logged.version - 1, f"/d/{name}", draw.epoch, draw.slot, kind)
