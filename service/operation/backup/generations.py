"""When a generation begins, and when an old one is deleted."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping
from contextlib import suppress

from service.log.migrations import MIGRATIONS
from service.operation.backup.chains import began, generation_name
from service.operation.backup.deltas import COPIED
from service.operation.backup.objects import ObjectExists, Objects, create_once, hash_of
from service.operation.backup.progress import Line, State
from service.operation.backup.sealing import Sealed
from service.operation.backup.segments import GENERATIONS, IDENTITIES
from service.store import ChangeLog, Mark
from service.system.clock import DAY

DAYS = 14
"""A base is made at least so often. Segments older than that are deleted with the next base."""
SMALLEST = 10_000_000
"""Bytes of segments below which no new base is made before its time."""
FOLLOWER = "backup"


class Generations:
    """For the shipper."""

    def __init__(
        self, objects: Objects, identity: Sealed, changes: ChangeLog, clock: Callable[[], int]
    ) -> None:
        self._objects, self._identity, self._changes, self._now = objects, identity, changes, clock

    def begun(self, state: State) -> Line | None:
        """A new generation, if it is time for one. From now on, the changes that it needs are recorded."""
        if not self._is_due(state.current):
            return None
        with suppress(ObjectExists):  # the same identity, encrypted by the same passphrase
            name = f"{IDENTITIES}/{hash_of(self._identity.recipient.encode())[:16]}"
            create_once(self._objects, name, self._identity.identity)
        self._changes.register(FOLLOWER)
        with self._changes.snapshot() as view:
            mark = Mark(0, view.mark.place)
        at = self._now()
        return Line(
            generation=generation_name(at, secrets.token_hex(3)),
            layout=len(MIGRATIONS),
            began=at,
            mark=mark,
            last=mark,
            copied=(COPIED[0], []),
        )

    def _is_due(self, line: Line | None) -> bool:
        if line is None or self._now() - line.began > DAYS * DAY:
            return True
        return line.size - line.base > max(line.base, SMALLEST)

    def usable(self, state: State) -> State:
        """What is left of a stored state: nothing if the tables changed, or if changes were not recorded since."""
        follower = self._changes.followers().get(FOLLOWER)
        recorded = follower is not None and all(
            0 <= follower.place <= line.mark.place for line in state.lines
        )
        if recorded and all(line.layout == len(MIGRATIONS) for line in state.lines):
            return state
        return State(at=state.at, past=state.past)

    def prune(self, past: Mapping[str, int], current: Line) -> dict[str, int]:
        """Delete generations that ended so many days ago; those that are left, with when they ended (ms).

        Unknown ones, of a service that was restored since, count from when they began.
        """
        names = self._objects.names(f"{GENERATIONS}/")
        others = {name.split("/")[1] for name in names} - {current.generation}
        ended = {one: past.get(one, began(one) + DAYS * DAY) for one in others}
        recent = {one: at for one, at in ended.items() if self._now() - at <= DAYS * DAY}
        for name in reversed(names):  # what is left after an interruption has no gaps
            if name.split("/")[1] in ended.keys() - recent.keys():
                self._objects.delete(name)
        return recent
