"""Reading the segments of a back-up: every one is checked against the one before it."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import NamedTuple

from pyrage.x25519 import Identity

from service.operation.backup.objects import ObjectMissing, Objects
from service.operation.backup.sealing import WrongPassphrase, open_identity
from service.operation.backup.segments import (
    ALIVE,
    ERASURES,
    GENERATIONS,
    IDENTITIES,
    Alive,
    BadSegment,
    Erasure,
    Header,
    Segment,
    check_name,
    check_place,
    segment_name,
    unsealed,
)

STAMP = "%Y%m%dT%H%M%S.%f"


def generation_name(at: int, suffix: str) -> str:
    """Of a generation that begins at this time (ms); they sort by time."""
    return f"{datetime.fromtimestamp(at / 1000, UTC).strftime(STAMP)[:-3]}Z-{suffix}"


def began(generation: str) -> int:
    """When a generation began, in milliseconds; ValueError if it has no such name."""
    stamp = datetime.strptime(generation.partition("Z")[0], STAMP).replace(tzinfo=UTC)
    return round(stamp.timestamp() * 1000)


class Verified(NamedTuple):
    """The last segment of a chain that was read, with its bytes."""

    header: Header
    data: bytes


class Archive:
    """A back-up, and the identities that open it. Reading raises `BackupAway` and `BadSegment`."""

    def __init__(self, objects: Objects, identities: list[Identity]) -> None:
        self.objects, self._identities = objects, identities

    @classmethod
    def opened(cls, objects: Objects, secret: str) -> Archive:
        """`BadSegment` if there is no back-up, or none that this passphrase opens."""
        names = objects.names(f"{IDENTITIES}/")
        if not names:
            raise BadSegment(f"{objects.place} has no back-up.")
        found = []
        for name in names:
            try:
                found.append(open_identity(objects.get(name), secret))
            except WrongPassphrase as error:
                wrong = error
        if not found:
            raise BadSegment(str(wrong)) from wrong
        return cls(objects, found)

    def generations(self) -> dict[str, list[int]]:
        """The numbers of the segments that each generation has, the oldest generation first."""
        found: dict[str, list[int]] = {}
        for name in self.objects.names(f"{GENERATIONS}/"):
            generation, _, number = name.removeprefix(f"{GENERATIONS}/").partition("/")
            if number.isdecimal():
                found.setdefault(generation, []).append(int(number))
        return found

    def segments(
        self, generation: str, numbers: list[int], before: tuple[Header, bytes] | None = None
    ) -> Iterator[tuple[Segment, bytes]]:
        """The segments after `before`, in order, with their bytes. `BadSegment` names the first one that is wrong or missing."""
        first = 1 if before is None else before[0].number + 1
        for expected in range(first, max(numbers, default=0) + 1):
            segment, data = self._segment(generation, expected)
            check_place(segment.header, generation, expected, before)
            before = segment.header, data
            yield segment, data

    def _segment(self, generation: str, number: int) -> tuple[Segment, bytes]:
        name = segment_name(generation, number)
        try:
            data = self.objects.get(name)
        except ObjectMissing:
            raise BadSegment(f"{name} is missing.") from None
        return unsealed(data, self._identities, name), data

    def header(self, generation: str, number: int) -> Header:
        """Of one segment, which is not compared with the one before it."""
        segment, _ = self._segment(generation, number)
        check_name(segment.header, generation, number)
        return segment.header

    def reread(self, generation: str, number: int) -> Verified:
        """A segment that was read before, to continue after it."""
        segment, data = self._segment(generation, number)
        return Verified(segment.header, data)

    def alive(self) -> Alive | None:
        """The last sign of life, if there is one."""
        try:
            alive: Alive = unsealed(self.objects.get(ALIVE), self._identities, ALIVE, Alive)
            return alive
        except ObjectMissing:
            return None

    def erasures(self) -> list[Erasure]:
        """All of them, oldest first."""
        names = self.objects.names(f"{ERASURES}/")
        found = [unsealed(self.objects.get(name), self._identities, name, Erasure) for name in names]
        return sorted(found, key=lambda one: (one.at, one.id))
