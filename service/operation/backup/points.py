"""The point to which a restore goes: a segment after which everything fits together."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from service.operation.backup.chains import Archive, Verified
from service.operation.backup.segments import Alive, BadSegment, Header, Segment, segment_name


class NotDone(Exception):
    """A back-up cannot be made or restored; the message is a sentence."""


class Target(NamedTuple):
    """A time in milliseconds, or the position of an event; the other is None."""

    at: int | None = None
    position: int | None = None

    def reached(self, header: Header) -> bool:
        """Whether a segment ends beyond it."""
        if self.at is not None:
            return header.at > self.at
        return self.position is not None and header.last[0] > self.position


class Point(NamedTuple):
    """The last segment to restore, and the numbers of all segments of its generation."""

    header: Header
    numbers: list[int]


def find_point(archive: Archive, target: Target | None) -> Point:
    """The newest point that is not beyond the target. `BadSegment` if the end was cut off; `NotDone` if there is none.

    The generation with the last sign of life comes first: a copy of the service, such as a drill, may have begun a newer one.
    """
    generations, alive = archive.generations(), _alive(archive, target)
    if target is None:
        _check_end(alive, generations)
    current = "" if alive is None else alive.generation
    for generation in sorted(generations, key=lambda name: (name == current, name), reverse=True):
        header = _last_point(archive, generation, generations[generation], target)
        if header is not None:
            return Point(header, generations[generation])
    when = " from before that" if target is not None else " that is complete"
    raise NotDone(f"{archive.objects.place} has no back-up{when}.")


def _alive(archive: Archive, target: Target | None) -> Alive | None:
    """A damaged sign of life is in the way of the end only."""
    try:
        return archive.alive()
    except BadSegment:
        if target is None:
            raise
        return None


def _check_end(alive: Alive | None, generations: dict[str, list[int]]) -> None:
    """The last sign of life names a segment that has to be there."""
    if alive is not None and alive.number > max(generations.get(alive.generation, []), default=0):
        missing = segment_name(alive.generation, alive.number)
        raise BadSegment(
            f"{missing} is missing, and it was there. To restore what is left, name an earlier time (--at)."
        )


def _last_point(
    archive: Archive, generation: str, numbers: list[int], target: Target | None
) -> Header | None:
    """Segments are in order of time, so the last one that is not beyond the target is found by halving."""
    low, high = 0, max(numbers)
    while target is not None and low < high:
        middle = (low + high + 1) // 2
        if target.reached(archive.header(generation, middle)):
            high = middle - 1
        else:
            low = middle
    for number in range(high, 0, -1):
        header = archive.header(generation, number)
        if header.complete:
            return header
        if header.base:
            return None
    return None


def rest(archive: Archive, point: Point) -> Iterator[Segment]:
    """What comes after a point: the rest of its generation, and all later ones."""
    end = point.header
    before: Verified | None = archive.reread(end.generation, end.number)
    for generation, numbers in archive.generations().items():
        if generation >= end.generation:
            for segment, _ in archive.segments(generation, numbers, before):
                yield segment
            before = None
