"""What counts of a log: the line that was not taken back, and what its events draw and show."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple, get_type_hints

import msgspec

from domain.draws import Roll, Shuffle
from domain.hidden import SECRETS, Opened, hint_may_hide, may_hide, may_open
from domain.ruleset import Event
from domain.table import events as t
from domain.table.state import Logged


@cache
def draw_fields(cls: type[msgspec.Struct]) -> tuple[str, ...]:
    """The fields of an event type that hold a draw."""
    hints = get_type_hints(cls)
    return tuple(name for name in cls.__struct_fields__ if _is_draw(hints[name]))


def _is_draw(hint: Any) -> bool:
    parts = (hint, *getattr(hint, "__args__", ()))
    return any(getattr(part, "__origin__", part) in (Roll, Shuffle) for part in parts)


class _Bars(dict[type[Event], tuple[tuple[str, ...], bool] | None]):
    def __missing__(self, cls: type[Event]) -> tuple[tuple[str, ...], bool] | None:
        found = self[cls] = (draw_fields(cls), may_open(cls)) if draw_fields(cls) or may_open(cls) else None
        return found


BARS = _Bars()
"""By event type: its draw fields, and whether it may show something; None when it never bars an undo."""


@cache
def secret_fields(cls: type[msgspec.Struct]) -> tuple[tuple[str, bool], ...]:
    """The fields of an event type that may hold a draw or a secret, and whether it is a draw."""
    hints, draws = get_type_hints(cls), draw_fields(cls)
    return tuple(
        (name, name in draws) for name in cls.__struct_fields__ if name in draws or hint_may_hide(hints[name])
    )


def secrets_of(thing: Any, found: list[Any]) -> list[Any]:
    """Adds every `Hidden` and `Opened` to those `found`; as `secrets_in` without paths, several times faster."""
    if isinstance(thing, SECRETS):
        found.append(thing)
    elif isinstance(thing, tuple):
        for item in thing:
            secrets_of(item, found)
    elif isinstance(thing, msgspec.Struct) and may_hide(type(thing)):
        for name, _ in secret_fields(type(thing)):
            secrets_of(getattr(thing, name), found)
    elif isinstance(thing, dict):
        for item in thing.values():
            secrets_of(item, found)
    return found


def draws_of(event: Event) -> list[Any]:
    return [d for name in draw_fields(type(event)) if (d := getattr(event, name)) is not None]


def opens(event: Event) -> bool:
    """Whether an event reveals something."""
    return may_open(type(event)) and any(isinstance(it, Opened) for it in secrets_of(event, []))


def surviving(log: Sequence[Logged]) -> list[Logged]:
    """The log without the stretches that were taken back, and without the ways back themselves."""
    counted = line(log)
    return [it for it in log if it.version in counted and type(it.event) is not t.Rewound]


def line(log: Sequence[Logged]) -> set[int]:
    """The versions that count of a log or of the end of one, those of the ways back that do included."""
    return counting(ways_back(log), log[-1].version, log[0].version - 1) if log else set()


def ways_back(log: Iterable[Logged]) -> dict[int, int]:
    """Where each way back leads, by its own version."""
    return {it.version: it.event.to_version for it in log if isinstance(it.event, t.Rewound)}


def counting(ways: Mapping[int, int], upto: int, after: int = 0) -> set[int]:
    """The versions beyond `after` that count when the log has come `upto` a version; `ways` as from `ways_back`."""
    backs, versions = sorted(ways), set[int]()
    while upto > after:
        way = last_of(backs, upto)
        versions.update(range(max(way, after + 1), upto + 1))
        upto = ways[way] if way > after else 0
    return versions


def last_of(versions: Sequence[int], upto: int) -> int:
    """The last of these versions, in order, that is not beyond `upto`; 0 for none."""
    place = bisect_right(versions, upto)
    return versions[place - 1] if place else 0


def unchanged(ways: Mapping[int, int], held: int, now: int) -> int:
    """Up to which version the same counts `now` as when the log had come to `held`."""
    other = counting(ways, held) ^ {version for version in counting(ways, now) if version <= held}
    return min(other) - 1 if other else held


class Line(NamedTuple):
    """A stretch of the log that was played on from version `branches` (a way back leads there): `first`..`to` are its own.

    One that has just begun has none yet: `first` is beyond `to`, the version of the way back.
    """

    branches: int
    first: int
    to: int
    current: bool


def lines(log: Sequence[Logged]) -> list[Line]:
    """The tree of what was played: each way back leaves a line and begins another. The first begins with the first position."""
    ways = [(it.version, it.event.to_version) for it in log if isinstance(it.event, t.Rewound)]
    begun = first_position(log)
    if begun is None:
        return []
    starts = [(begun, begun), *ways]
    ends = [*(version - 1 for version, _ in ways), len(log)]
    found = [
        Line(came_from, version + 1, end, end == len(log))
        for (version, came_from), end in zip(starts, ends, strict=True)
    ]
    return [it for it in found if it.current or it.first <= it.to]


def first_position(log: Sequence[Logged]) -> int | None:
    """The first version with a board: the end of the action in which the game begins."""
    begun = next((it.action for it in log if isinstance(it.event, t.GameStarted)), None)
    return None if begun is None else max(it.version for it in log if it.action == begun)


def position_at(log: Sequence[Logged], version: int) -> bool:
    """Whether there is a position at this version: the game had begun, and its action was over."""
    begun = first_position(log)
    if begun is None or not begun <= version <= len(log):
        return False
    return version == len(log) or log[version].action != log[version - 1].action
