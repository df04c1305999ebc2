"""Folds of the logs that were read lately, kept every so many versions, so that the past of a long game is read at once.

They hold all that their logs hold, secrets too, and are the same for everybody: what a viewer may know is decided after the
fold. What of them is written stands in `service.log.kept_folds`.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping, Sequence
from threading import Lock
from typing import NamedTuple

from domain.ledger.merkle import Frontier
from domain.table.event_types import types_of
from domain.table.fold import Fold
from domain.table.line import ways_back
from domain.table.milestones import Milestones, folded_on
from domain.table.state import Logged
from service.log.kept_folds import APART, NONE, Kept, KeptFolds
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


class Known(NamedTuple):
    """What is known of a game: what it began with, its folds here, and what is kept of it in the store."""

    begun: Begun
    milestones: Milestones
    kept: Kept


class Folder:
    """Folds logs up to any version, from the nearest one that it has folded before, or is kept. Any thread may use it."""

    def __init__(
        self, store: Store, every: int = EVERY, most: int = MOST, games: int = GAMES, apart: int = APART
    ) -> None:
        self._store, self._kept = store, KeptFolds(store)
        self._every, self._most, self._games, self._apart = every, most, games, apart
        self._known: OrderedDict[str, Known] = OrderedDict()
        self._lock = Lock()

    def fold(self, game: str, version: int) -> Folded:
        """A game up to a version that there is."""
        kept, read = NONE, None
        if game not in self._known:
            kept = self._kept.of(game) if version > self._apart else NONE
            read = self._read(game, 0, 1 if kept.folds else version)
        known = self._of(game, read, kept)
        stretch = self._stretch(game, known, version, read)
        entries = stretch.read.entries or self._store.entries(game, version - 1, version)
        for folded in folded_on(stretch.fold, stretch.log, self._every):
            self._keep(game, known.milestones, folded)
        return Folded(known.begun, stretch.fold, time_of(entries[-1]))

    def frontier(self, game: str) -> Frontier:
        """That of the longest part of a game's Merkle log for which it is known: of none of it, perhaps."""
        known = self._known.get(game)
        return Frontier() if known is None else known.kept.frontier

    def ways_back(self, game: str, version: int) -> Mapping[int, int]:
        """Where each way back up to a version leads, by its own version."""
        first, milestones, _ = self._of(game)
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
        return sum(len(known.milestones) for known in self._known.values())

    def _of(self, game: str, read: Read | None = None, kept: Kept = NONE) -> Known:
        found = self._known.get(game)
        if found is None:
            read = self._read(game, 0, 1) if read is None else read
            found = Known(begun(read.entries[0], read.secrets[1]), Milestones(), kept)
            found.milestones.learn(kept.ways, kept.frontier.size)
            found.milestones.offer(kept.folds)
        with self._lock:
            found = self._known.setdefault(game, found)
            self._known.move_to_end(game)
            while len(self._known) > self._games:
                self._known.popitem(last=False)
        return found

    def _read(self, game: str, after: int, version: int) -> Read:
        entries = self._store.entries(game, after, version)
        return Read(after, entries, self._store.secrets(game, after, version))

    def _stretch(self, game: str, known: Known, version: int, read: Read | None) -> Stretch:
        """What has to be folded for this version; the ways back up to it are known then."""
        ruleset, milestones = known.begun.ruleset, known.milestones
        upto = min(version, milestones.known)
        folding = self._nearest(game, known, upto)
        if read is None or (read.after, read.after + len(read.entries)) != (folding.version, version):
            read = self._read(game, folding.version, version)
        log = foldable(read.entries, read.secrets, ruleset, read.after)
        if upto < version:
            with self._lock:
                milestones.learn(ways_back(log), version)
            if self._nearest(game, known, version).version != folding.version:
                return self._stretch(game, known, version, None)
        return Stretch(folding, log, read)

    def _nearest(self, game: str, known: Known, version: int) -> Fold:
        ruleset, milestones = known.begun.ruleset, known.milestones
        while True:
            with self._lock:
                at = milestones.nearest(version)
                here = milestones.folds.get(at)
            if here is not None:
                return here.copy()
            if not at:
                return Fold(ruleset)
            self._bring(game, known, at)

    def _bring(self, game: str, known: Known, version: int) -> None:
        """The fold that is kept at this version, unless it is not what was kept."""
        brought = self._kept.fold(game, version, known.kept, known.begun.ruleset)
        with self._lock:
            if brought is None:
                known.milestones.withdraw(version)
            else:
                known.milestones.leave(brought)

    def _keep(self, game: str, milestones: Milestones, folded: Fold) -> None:
        with self._lock:
            milestones.leave(folded)
            while len(self) > self._most and next(iter(self._known)) != game:
                self._known.popitem(last=False)
            if len(self) > self._most:
                milestones.thin()
