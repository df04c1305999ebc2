"""Replays logs up to any version from the nearest snapshot, so that any version of a long game is read at once.

Snapshots contain everything in their logs, secrets included, and are the same for all viewers: redaction follows the fold.
`service.log.snapshots` stores those of long logs.
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
from domain.table.snapshots import Snapshots, folded_with_snapshots
from domain.table.state import Logged
from service.log.loaded import GameStart, game_start
from service.log.mapper import foldable, from_rows, time_of
from service.log.snapshots import NO_SNAPSHOTS, STORED_INTERVAL, SnapshotIndex, SnapshotStore
from service.store import Store

INTERVAL = 64
"""Versions between two in-memory snapshots of a log."""
MAX_SNAPSHOTS = 2048
"""Snapshots in memory per process, of all games together: 3 to 9 kB each."""
MAX_GAMES = 512
"""Games with snapshots in memory per process."""
REWOUND = "rewound"
"""The type of events that rewind a game."""


class Replayed(NamedTuple):
    """A log up to a version: what its first entry defines, the fold, and when the last event was committed, in ms."""

    start: GameStart
    fold: Fold
    at: int


class ReadEntries(NamedTuple):
    """The entries after a version, and their secrets by version."""

    after: int
    entries: Sequence[bytes]
    secrets: Mapping[int, bytes]


class Span(NamedTuple):
    """A fold to continue from, and the events after it, decoded and as they were read."""

    fold: Fold
    log: Sequence[Logged]
    read: ReadEntries


class KnownGame(NamedTuple):
    """What is known of a game: what its first entry defines, its snapshots in memory, and those in the store."""

    start: GameStart
    snapshots: Snapshots
    stored: SnapshotIndex


class Replayer:
    """Any thread may use it."""

    def __init__(
        self,
        store: Store,
        every: int = INTERVAL,
        most: int = MAX_SNAPSHOTS,
        games: int = MAX_GAMES,
        stored_every: int = STORED_INTERVAL,
    ) -> None:
        self._store, self._stored = store, SnapshotStore(store)
        self._every, self._most, self._games, self._stored_every = every, most, games, stored_every
        self._known: OrderedDict[str, KnownGame] = OrderedDict()
        self._lock = Lock()

    def replay(self, game: str, version: int) -> Replayed:
        """A game up to a version that exists."""
        stored, read = NO_SNAPSHOTS, None
        if game not in self._known:
            stored = self._stored.index(game) if version > self._stored_every else NO_SNAPSHOTS
            read = self._read(game, 0, 1 if stored.folds else version)
        known = self._of(game, read, stored)
        span = self._span(game, known, version, read)
        entries = span.read.entries or self._store.entries(game, version - 1, version)
        for folded in folded_with_snapshots(span.fold, span.log, self._every):
            self._add(game, known.snapshots, folded)
        return Replayed(known.start, span.fold, time_of(entries[-1]))

    def frontier(self, game: str) -> Frontier:
        """The frontier of the longest part of a game's Merkle log that is known here, perhaps an empty one."""
        known = self._known.get(game)
        return Frontier() if known is None else known.stored.frontier

    def ways_back(self, game: str, version: int) -> Mapping[int, int]:
        """Where each rewind up to a version leads, by its own version."""
        start, snapshots, _ = self._of(game)
        known = snapshots.known_upto
        if known < version:
            rows = [row for row in self._store.rows(game, known, version) if row.type == REWOUND]
            with self._lock:
                snapshots.learn(ways_back(from_rows(rows, types_of(start.ruleset))), version)
        return {way: to for way, to in tuple(snapshots.ways.items()) if way <= version}

    def forget(self, game: str) -> None:
        """Drop all that is known of a game, because its log was replaced by another one."""
        with self._lock:
            self._known.pop(game, None)

    def __len__(self) -> int:
        """The number of snapshots in memory."""
        return sum(len(known.snapshots) for known in self._known.values())

    def _of(
        self, game: str, read: ReadEntries | None = None, stored: SnapshotIndex = NO_SNAPSHOTS
    ) -> KnownGame:
        found = self._known.get(game)
        if found is None:
            read = self._read(game, 0, 1) if read is None else read
            found = KnownGame(game_start(read.entries[0], read.secrets[1]), Snapshots(), stored)
            found.snapshots.learn(stored.ways, stored.frontier.size)
            found.snapshots.add_stored(stored.folds)
        with self._lock:
            found = self._known.setdefault(game, found)
            self._known.move_to_end(game)
            while len(self._known) > self._games:
                self._known.popitem(last=False)
        return found

    def _read(self, game: str, after: int, version: int) -> ReadEntries:
        entries = self._store.entries(game, after, version)
        return ReadEntries(after, entries, self._store.secrets(game, after, version))

    def _span(self, game: str, known: KnownGame, version: int, read: ReadEntries | None) -> Span:
        """What has to be folded for this version. Afterwards the rewinds up to it are known."""
        ruleset, snapshots = known.start.ruleset, known.snapshots
        upto = min(version, snapshots.known_upto)
        folding = self._nearest(game, known, upto)
        if read is None or (read.after, read.after + len(read.entries)) != (folding.version, version):
            read = self._read(game, folding.version, version)
        log = foldable(read.entries, read.secrets, ruleset, read.after)
        if upto < version:
            with self._lock:
                snapshots.learn(ways_back(log), version)
            if self._nearest(game, known, version).version != folding.version:
                return self._span(game, known, version, None)
        return Span(folding, log, read)

    def _nearest(self, game: str, known: KnownGame, version: int) -> Fold:
        while True:
            with self._lock:
                at = known.snapshots.nearest(version)
                here = known.snapshots.folds.get(at)
            if here is not None:
                return here.copy()
            if not at:
                return Fold(known.start.ruleset)
            self._load_stored(game, known, at)

    def _load_stored(self, game: str, known: KnownGame, version: int) -> None:
        """Load the stored snapshot at this version; one that was tampered with is ignored from now on."""
        loaded = self._stored.load(game, version, known.stored, known.start.ruleset)
        with self._lock:
            if loaded is None:
                known.snapshots.remove_stored(version)
            else:
                known.snapshots.add(loaded)

    def _add(self, game: str, snapshots: Snapshots, folded: Fold) -> None:
        with self._lock:
            snapshots.add(folded)
            while len(self) > self._most and next(iter(self._known)) != game:
                self._known.popitem(last=False)
            if len(self) > self._most:
                snapshots.thin()
