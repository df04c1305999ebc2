"""Since when somebody has known what lies at a hidden place: from the events of the line that counts, without a value."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import accumulate
from typing import Any, NamedTuple, get_type_hints

import msgspec

from domain.draws import Shuffle
from domain.hidden import Hidden, Opened, hint_may_hide, may_hide
from domain.ruleset import Event
from domain.table.line import draw_fields, draws_of
from domain.table.state import Logged


class Knowing(NamedTuple):
    """An event by which seats come to know a place; `chosen` when the seat chose itself what lies there."""

    version: int
    place: str
    who: tuple[int, ...]
    chosen: bool


class Observed(NamedTuple):
    """What the events of a line made known, in order; the last version that drew or revealed anything, and that revealed."""

    knowings: list[Knowing]
    barred: int
    revealed: int


def observed(line: Sequence[Logged]) -> Observed:
    knowings: list[Knowing] = []
    drawn = revealed = 0
    for logged in line:
        for name, draws in _telling(type(logged.event)):
            found = _secrets(getattr(logged.event, name), [])
            if draws and getattr(logged.event, name) is not None:
                drawn = logged.version
            for it in found:
                hidden = isinstance(it, Hidden)
                revealed = revealed if hidden else logged.version
                if who := it.knowers if hidden else it.to:
                    knowings.append(Knowing(logged.version, it.ref, who, hidden and not draws))
    return Observed(knowings, max(drawn, revealed), revealed)


@cache
def _telling(cls: type[Event]) -> tuple[tuple[str, bool], ...]:
    """The fields of an event type that may hold a draw or a secret, and whether it is a draw."""
    hints, draws = get_type_hints(cls), draw_fields(cls)
    return tuple(
        (name, name in draws) for name in cls.__struct_fields__ if name in draws or hint_may_hide(hints[name])
    )


def _secrets(thing: Any, found: list[Any]) -> list[Any]:
    """As `secrets_in` without paths, several times faster."""
    if isinstance(thing, Hidden | Opened):
        found.append(thing)
    elif isinstance(thing, tuple):
        for item in thing:
            _secrets(item, found)
    elif isinstance(thing, msgspec.Struct) and may_hide(type(thing)):
        for name, _ in _telling(type(thing)):
            _secrets(getattr(thing, name), found)
    elif isinstance(thing, dict):
        for item in thing.values():
            _secrets(item, found)
    return found


def known_again(line: Sequence[Logged], knowings: Sequence[Knowing]) -> list[bool]:
    """For each version whether places lie there among what nobody knows that somebody has come to know since."""
    first: dict[str, int] = {}
    for it in knowings:
        first.setdefault(it.place, it.version)
    changes = [0] * (line[-1].version + 2 if line else 2)
    for place, since in (*first.items(), *_shuffled_away(line, first)):
        changes[min(since, _committed(place))] += 1
        changes[since] -= 1
    return [count > 0 for count in accumulate(changes)]


def _committed(place: str) -> int:
    """The version of the event that committed a place."""
    return int(place.partition("/")[0]) + 1


def _shuffled_away(line: Sequence[Logged], known: dict[str, int]) -> Iterator[tuple[str, int]]:
    """Unknown places whose values were shuffled into others that somebody knows by now, with the version of the shuffle."""
    touched = set(known)
    for version, draw in shuffles_of_secrets(line):
        if not touched.isdisjoint(secret.ref for secret in draw.order):
            touched.update(draw.refs)
            yield from ((place, version) for place in draw.refs if known.get(place, version) >= version)


def shuffles_of_secrets(line: Sequence[Logged]) -> Iterator[tuple[int, Shuffle[Any]]]:
    """The last first."""
    for logged in reversed(line):
        for draw in draws_of(logged.event):
            if isinstance(draw, Shuffle) and draw.refs:
                yield logged.version, draw
