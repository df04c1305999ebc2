"""Since when somebody has known what lies at a hidden place: from the events of the line that counts, without a value."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import accumulate
from typing import Any, NamedTuple

from domain.draws import Shuffle
from domain.hidden import Hidden
from domain.table.line import draws_of, secret_fields, secrets_of
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
        for name, draws in secret_fields(type(logged.event)):
            found = secrets_of(getattr(logged.event, name), [])
            if draws and getattr(logged.event, name) is not None:
                drawn = logged.version
            for it in found:
                hidden = isinstance(it, Hidden)
                revealed = revealed if hidden else logged.version
                if who := it.knowers if hidden else it.to:
                    knowings.append(Knowing(logged.version, it.ref, who, hidden and not draws))
    return Observed(knowings, max(drawn, revealed), revealed)


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
