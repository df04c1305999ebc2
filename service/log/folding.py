"""Folds of the logs that were read lately, kept every so many versions, so that the past of a long game is read at once.

They hold all that their logs hold, secrets too, and are the same for everybody: what a viewer may know is decided after the
fold. They are never written anywhere.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping, Sequence
from threading import Lock
from typing import NamedTuple

from domain.table.event_types import types_of
from domain.table.fold import Fold
from domain.table.line import ways_back
from domain.table.milestones import Milestones, folded_on
from domain.table.state import Logged
from service.log.loaded import Begun, begun
from service.log.mapper import foldable, from_rows, time_of
from service.store import Store

EVERY = 64
"""Versions between two folds of a log that are kept."""
MOST = 2048
"""Folds that a process keeps, of all games together: 3 to 9 kB each."""
GAMES = 512
"""Games that a process keeps folds of."""
REWOUND = "rewound"
"""The type of ways back."""


class Folded(NamedTuple):
    """A log up to a version: what its game began with, the fold, and when the last event was committed, in milliseconds."""

    begun: Begun
    fold: Fold
    at: int


class Read(NamedTuple):
    """The entries after a version, and their secrets by version."""

    after: int
    entries: Sequence[bytes]
    secrets: Mapping[int, bytes]


class Stretch(NamedTuple):
    """What to go on from, and what comes after it, decoded and as it was read."""

    fold: Fold
    log: Sequence[Logged]
    read: Read


class Folder:
    """Folds logs up to any version, from the nearest one that it has folded before. Any thread may use it."""

    def __init__(self, store: Store, every: int = EVERY, most: int = MOST, games: int = GAMES) -> None:
        self._store = store
        self._every, self._most, self._games = every, most, games
        self._known: OrderedDict[str, tuple[Begun, Milestones]] = OrderedDict()
        self._lock = Lock()

    def fold(self, game: str, version: int) -> Folded:
        """A game up to a version that there is."""
        read = self._read(game, 0, version) if game not in self._known else None
        first, milestones = self._of(game, read)
        stretch = self._stretch(game, first, milestones, version, read)
        entries = stretch.read.entries or self._store.entries(game, version - 1, version)
        for folded in folded_on(stretch.fold, stretch.log, self._every):
            self._keep(game, milestones, folded)
        return Folded(first, stretch.fold, time_of(entries[-1]))

    def ways_back(self, game: str, version: int) -> Mapping[int, int]:
        """Where each way back up to a version leads, by its own version."""
        first, milestones = self._of(game)
        known = milestones.known
        if known < version:
            rows = [row for row in self._store.rows(game, known, version) if row.type == REWOUND]
            with self._lock:
                milestones.learn(ways_back(from_rows(rows, types_of(first.ruleset))), version)
        return {way: to for way, to in tuple(milestones.ways.items()) if way <= version}

    def forget(self, game: str) -> None:
        """All that is known of a game, because its log is another one now."""
        with self._lock:
            self._known.pop(game, None)

    def __len__(self) -> int:
        """How many folds there are."""
        return sum(len(milestones) for _, milestones in self._known.values())

    def _of(self, game: str, read: Read | None = None) -> tuple[Begun, Milestones]:
        found = self._known.get(game)
        if found is None:
            read = self._read(game, 0, 1) if read is None else read
            found = begun(read.entries[0], read.secrets[1]), Milestones()
        with self._lock:
            found = self._known.setdefault(game, found)
            self._known.move_to_end(game)
            while len(self._known) > self._games:
                self._known.popitem(last=False)
        return found

    def _read(self, game: str, after: int, version: int) -> Read:
        entries = self._store.entries(game, after, version)
        return Read(after, entries, self._store.secrets(game, after, version))

    def _stretch(
        self, game: str, first: Begun, milestones: Milestones, version: int, read: Read | None
    ) -> Stretch:
        """What has to be folded for this version; the ways back up to it are known then."""
        upto = min(version, milestones.known)
        folding = self._nearest(first, milestones, upto)
        if read is None or read.after != folding.version:
            read = self._read(game, folding.version, version)
        log = foldable(read.entries, read.secrets, first.ruleset, read.after)
        if upto < version:
            with self._lock:
                milestones.learn(ways_back(log), version)
            if self._nearest(first, milestones, version).version != folding.version:
                return self._stretch(game, first, milestones, version, None)
        return Stretch(folding, log, read)

    def _nearest(self, first: Begun, milestones: Milestones, version: int) -> Fold:
        with self._lock:
            nearest = milestones.nearest(version)
        return Fold(first.ruleset) if nearest is None else nearest.copy()

    def _keep(self, game: str, milestones: Milestones, folded: Fold) -> None:
        with self._lock:
            milestones.leave(folded)
            while len(self) > self._most and next(iter(self._known)) != game:
                self._known.popitem(last=False)
            if len(self) > self._most:
                milestones.thin()
