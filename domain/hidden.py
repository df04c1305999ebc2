"""Hidden values: secrets, who may know them, and how they are opened.

Three shapes, used in events and in state alike:

- `Hidden(value, knowers)` commits a secret. In the log it is a salted digest; `ref` names the place of the
  commitment ("4/d/order/7": entry 4, path /d/order/7) and travels with the value wherever it goes in the state.
- `Opened` (made by `Hidden.open_to`) says in an event that an earlier secret becomes known to some seats or to all.
- `redact(thing, viewer)` gives a copy in which every `Hidden` that the viewer may not know has lost its value.

Views are computed from redacted state only, so a ruleset cannot show what it was not given.
"""

from __future__ import annotations

import typing
from collections.abc import Callable, Iterator
from functools import cache
from operator import is_
from typing import Any, Generic, TypeVar

import msgspec
from msgspec.structs import replace

T = TypeVar("T")

EVERYBODY = 0
"""A knower that means all seats and spectators."""

Viewer = int | str | None
"""A seat number, `AUDITOR`, or None for a spectator."""

AUDITOR = "auditor"
"""The viewer who sees everything, to check it. Not a referee of a dispute: referees see what spectators see."""


class Hidden(msgspec.Struct, Generic[T], frozen=True):
    """A secret. `value` is None if it is not known; `knowers` are seats, or `EVERYBODY`."""

    value: T | None
    knowers: tuple[int, ...] = ()
    ref: str = ""

    def known_to(self, viewer: Viewer) -> bool:
        return viewer == AUDITOR or EVERYBODY in self.knowers or viewer in self.knowers

    def shown_to(self, *seats: int) -> Hidden[T]:
        """The same secret with more knowers: the state's value after an `Opened` event."""
        return replace(self, knowers=tuple(sorted({*self.knowers, *seats})))

    def open_to(self, *seats: int) -> Opened[T]:
        """The value that an event carries if these seats learn it; without seats, everybody does."""
        return Opened(self.value, seats or (EVERYBODY,), self.ref)


class Reshuffled(Hidden[T], Generic[T], frozen=True):
    """A secret that a ruling had shuffled among others; `dealt` is the shuffle that dealt them, so the pool of its values."""

    dealt: str = ""


class Opened(msgspec.Struct, Generic[T], frozen=True):
    """An earlier secret made known to the seats in `to` (or `EVERYBODY`). `ref` is where it was committed."""

    value: T | None
    to: tuple[int, ...]
    ref: str

    def known_to(self, viewer: Viewer) -> bool:
        return viewer == AUDITOR or EVERYBODY in self.to or viewer in self.to


SECRETS = (Hidden, Opened)
NESTS = (msgspec.Struct, tuple, dict)
"""Types that are secrets or may hold some; long sequences skip all others."""


def public(opened: Opened[T]) -> T:
    """The value of something opened to everybody."""
    assert opened.value is not None
    return opened.value


def _mentions(hint: Any, kinds: tuple[Any, ...], seen: frozenset[Any]) -> bool:
    origin = typing.get_origin(hint) or hint
    if origin in (Hidden, Opened):
        return origin in kinds
    if isinstance(hint, TypeVar) or hint in (Any, object):
        return True
    if any(_mentions(arg, kinds, seen) for arg in typing.get_args(hint)):
        return True
    if isinstance(origin, type) and issubclass(origin, msgspec.Struct) and origin not in seen:
        hints = typing.get_type_hints(origin)
        return any(_mentions(hints[name], kinds, seen | {origin}) for name in origin.__struct_fields__)
    return False


def hint_may_hide(hint: Any) -> bool:
    """Whether a value with this annotation can hold a `Hidden` or `Opened` anywhere."""
    return _mentions(hint, (Hidden, Opened), frozenset())


may_hide: Callable[[Any], bool] = cache(hint_may_hide)
"""The same for a struct type, from its own annotations; cached."""


def _may_commit(cls: Any) -> bool:
    return _mentions(cls, (Hidden,), frozenset())


may_commit: Callable[[Any], bool] = cache(_may_commit)
"""Whether a struct type can hold a `Hidden` anywhere, so that an event of it may commit a new secret."""


def _may_open(cls: Any) -> bool:
    return _mentions(cls, (Opened,), frozenset())


may_open: Callable[[Any], bool] = cache(_may_open)
"""Whether a struct type can hold an `Opened` anywhere, including in nested structs."""


def _hiding_fields(cls: Any) -> tuple[str, ...]:
    hints = typing.get_type_hints(cls) if may_hide(cls) else {}
    return tuple(name for name in cls.__struct_fields__ if name in hints and hint_may_hide(hints[name]))


_hiding: Callable[[Any], tuple[str, ...]] = cache(_hiding_fields)
"""The fields of a struct type that can hold a secret, in order; the others need no search."""


def secrets_in(thing: Any, path: str = "") -> Iterator[tuple[str, Hidden[Any] | Opened[Any]]]:
    """Every `Hidden` and `Opened` with its path, in field order ("/order/7")."""
    if isinstance(thing, SECRETS):
        yield path, thing
    elif isinstance(thing, tuple):
        for i, item in enumerate(thing):
            if isinstance(item, SECRETS):  # saves a generator per card of a deck
                yield f"{path}/{i}", item
            elif isinstance(item, NESTS):
                yield from secrets_in(item, f"{path}/{i}")
    elif isinstance(thing, dict):
        for key, item in thing.items():
            yield from secrets_in(item, f"{path}/{key}")
    elif isinstance(thing, msgspec.Struct):
        for name in _hiding(type(thing)):
            yield from secrets_in(getattr(thing, name), f"{path}/{name}")


def map_hidden(thing: Any, change: Callable[[str, Any], Any], path: str = "") -> Any:
    """A copy with every `Hidden` and `Opened` replaced by `change(path, it)`; untouched parts are shared."""
    if isinstance(thing, SECRETS):
        return change(path, thing)
    if isinstance(thing, tuple):
        new = [
            map_hidden(item, change, f"{path}/{i}") if isinstance(item, NESTS) else item
            for i, item in enumerate(thing)
        ]
        return thing if all(map(is_, new, thing)) else tuple(new)
    if isinstance(thing, dict):
        return {key: map_hidden(item, change, f"{path}/{key}") for key, item in thing.items()}
    if isinstance(thing, msgspec.Struct):
        return _map_fields(thing, change, path)
    return thing


def _map_fields(thing: Any, change: Callable[[str, Any], Any], path: str) -> Any:
    changed = {}
    for name in _hiding(type(thing)):
        old = getattr(thing, name)
        new = map_hidden(old, change, f"{path}/{name}")
        if new is not old:
            changed[name] = new
    return replace(thing, **changed) if changed else thing


def stamped(event: Any, index: int) -> Any:
    """The event with every new secret's `ref` set to its place in entry number `index` of the log."""

    def stamp(path: str, it: Any) -> Any:
        return replace(it, ref=f"{index}/d{path}") if isinstance(it, Hidden) and not it.ref else it

    return map_hidden(event, stamp) if may_hide(type(event)) else event


def redact(thing: T, viewer: Viewer) -> T:
    """A copy in which every secret that this viewer does not know has lost its value, and nothing else.

    `knowers` and `ref` stay: who has seen a secret and where it was committed are public, and rules that read redacted
    state need both (`known_to`, `dealt_by`).
    """
    if viewer == AUDITOR:
        return thing

    def blank(path: str, it: Any) -> Any:
        return it if it.known_to(viewer) else replace(it, value=None)

    return typing.cast(T, map_hidden(thing, blank))
