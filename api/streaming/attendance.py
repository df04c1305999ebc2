"""Who is connected to games, in all workers of a service.

Each worker writes who is connected to it into a file of its own, in the folder that the workers share for their metrics, when
that changes: once a second at most, however many viewers there are. Readers add the files up, so nothing is locked. The master
removes the file of a worker that has died, and with it that worker's viewers. Without such a folder a process knows its own only.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from os import getpid
from pathlib import Path
from time import monotonic

import msgspec

from api.streaming.connected import Connected
from api.telemetry.shared_metrics import PRESENT, present_file
from service.identity.access import SPECTATOR, WATCHER, Caller

PUBLISH_SECONDS = 1.0
SILENCE_SECONDS = 12.0
"""A seat is present for so long after its last connection: a page that is loaded again, or that polls, stays."""
SHARED_ROLES = (SPECTATOR, WATCHER)
"""Roles of many people, with no token or with that of one link: each connection is a viewer. Any other token is one person's."""


class Attendance(msgspec.Struct, array_like=True):
    """Who is connected to a game. `anonymous` counts connections of shared roles, `tokens` are hashes of tokens that watch."""

    anonymous: int = 0
    tokens: frozenset[int] = frozenset()
    seats: frozenset[int] = frozenset()

    @property
    def watching(self) -> int:
        return self.anonymous + len(self.tokens)

    def add(self, other: Attendance) -> None:
        self.anonymous += other.anonymous
        self.tokens |= other.tokens
        self.seats |= other.seats


Games = Mapping[str, Attendance]
_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(dict[str, Attendance]).decode


class Attendances:
    """Those of a service, as one of its workers knows them: the event loop publishes, any thread reads."""

    def __init__(self, folder: Path | None) -> None:
        self._file = None if folder is None else present_file(folder, getpid())
        self._published = _encode({})
        self._due = 0.0
        self._known: tuple[float, Games] = (0.0, {})
        self._seen: dict[tuple[str, int], float] = {}
        """When a seat was last connected here."""

    def publish(self, connected: Iterable[Connected]) -> None:
        """May be called more often than the figures are published."""
        now = monotonic()
        if now >= self._due:
            self._due = now + PUBLISH_SECONDS
            self._write(_encode(self._counted(connected, now)))

    def _counted(self, connected: Iterable[Connected], now: float) -> Games:
        found = defaultdict[str, Attendance](Attendance)
        for one in connected:
            if one.role in SHARED_ROLES:
                found[one.game].anonymous += one.connections
            elif isinstance(viewer := Caller(one.role).viewer, int):
                self._seen[one.game, viewer] = now
            else:  # the workers are forked from one process, so their hashes agree
                found[one.game].tokens |= {hash(one.token)}
        self._seen = {seat: at for seat, at in self._seen.items() if now - at < SILENCE_SECONDS}
        for game, seat in self._seen:
            found[game].seats |= {seat}
        return found

    def _write(self, data: bytes) -> None:
        if data == self._published:
            return
        self._published = data
        if self._file is None:
            return
        try:
            new = self._file.with_suffix(".new")
            new.write_bytes(data)
            new.replace(self._file)
        except OSError:  # no space: nobody is better than those who have left
            self._published = b""
            with suppress(OSError):
                self._file.unlink(missing_ok=True)

    def read(self) -> Games:
        """Those of all workers, read once for all who ask within a second."""
        until, games = self._known
        if (now := monotonic()) >= until:
            games = self._read()
            self._known = now + PUBLISH_SECONDS, games
        return games

    def _read(self) -> Games:
        found = defaultdict[str, Attendance](Attendance)
        for data in self._all():
            for game, attendance in _decode(data).items():
                found[game].add(attendance)
        return found

    def _all(self) -> Iterator[bytes]:
        if self._file is None:
            yield self._published
            return
        for file in self._file.parent.glob(f"*{PRESENT}"):
            with suppress(OSError):  # its worker has ended just now
                yield file.read_bytes()
