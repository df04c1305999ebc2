"""Folds of the logs that were read lately, kept every so many versions, so that the past of a long game is read at once.

They hold all that their logs hold, secrets too, and are the same for everybody: what a viewer may know is decided after the
fold. They are never written anywhere.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping
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


class Folder:
    """Folds logs up to any version, from the nearest one that it has folded before. Any thread may use it."""

    def __init__(self, store: Store, every: int = EVERY, most: int = MOST, games: int = GAMES) -> None:
        self._store = store
        self._every, self._most, self._games = every, most, games
        self._known: OrderedDict[str, tuple[Begun, Milestones]] = OrderedDict()
        self._lock = Lock()

    def fold(self, game: str, version: int) -> Folded:
        """A game up to a version that there is."""
        at = time_of(*self._store.entries(game, version - 1, version))
        first, milestones = self._of(game)
        folding, log = self._stretch(game, first, milestones, version)
        for folded in folded_on(folding, log, self._every):
            self._keep(game, milestones, folded)
        return Folded(first, folding, at)

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

    def _of(self, game: str) -> tuple[Begun, Milestones]:
        found = self._known.get(game)
        if found is None:
            (row,) = self._store.rows(game, 0, 1)
            found = begun(row.entry, row.secrets), Milestones()
        with self._lock:
            found = self._known.setdefault(game, found)
            self._known.move_to_end(game)
            while len(self._known) > self._games:
                self._known.popitem(last=False)
        return found

    def _stretch(
        self, game: str, first: Begun, milestones: Milestones, version: int
    ) -> tuple[Fold, list[Logged]]:
        """What to go on from, and the log from there on; the ways back up to this version are known then."""
        upto = min(version, milestones.known)
        folding = self._nearest(first, milestones, upto)
        entries = self._store.entries(game, folding.version, version)
        secrets = self._store.secrets(game, folding.version, version)
        log = foldable(entries, secrets, first.ruleset, folding.version)
        if upto < version:
            with self._lock:
                milestones.learn(ways_back(log), version)
            if self._nearest(first, milestones, version).version != folding.version:
                return self._stretch(game, first, milestones, version)
        return folding, log

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
