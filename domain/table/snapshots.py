"""In-memory snapshots of one log: folds of it at some versions, from which its other versions are folded."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from domain.table.fold import Fold
from domain.table.line import last_of, ways_back
from domain.table.state import Logged


def folded_with_snapshots(folding: Fold, log: Sequence[Logged], every: int) -> Iterator[Fold]:
    """Fold the events after `folding.version` in, and yield copies of the fold at versions at least `every` apart.

    All of them are on the line to the last event of `log`; `folding.version` has to be on it, too.
    """
    stretches = _with_ways_back(folding, log) if ways_back(log) else _straight(folding, log, every)
    last = folding.version
    for version in stretches:
        if version - last >= every:
            last = version
            yield folding.copy()


def _straight(folding: Fold, log: Sequence[Logged], every: int) -> Iterator[int]:
    for start in range(0, len(log), every):
        folding.read(log[start : start + every])
        yield folding.version


def _with_ways_back(folding: Fold, log: Sequence[Logged]) -> Iterator[int]:
    for _ in folding.reading_whole(log):
        yield folding.version
    yield folding.version


class Snapshots:
    """Folds of one log, by version; they are never changed. `known_upto` is the version up to which its rewinds are known.

    Some may be stored elsewhere (`add_stored`); the caller loads those when it needs them.
    """

    def __init__(self) -> None:
        self.known_upto = 0
        self.ways: dict[int, int] = {}
        self.folds: dict[int, Fold] = {}
        self._stored: set[int] = set()
        self._at: list[int] = []

    def __len__(self) -> int:
        """The number of folds in memory."""
        return len(self.folds)

    def learn(self, ways: Mapping[int, int], upto: int) -> None:
        """Add the rewinds after `known_upto`, up to a version: where each leads, by its own version."""
        self.ways.update(ways)
        self.known_upto = max(self.known_upto, upto)

    def add_stored(self, versions: Iterable[int]) -> None:
        """Note that folds at these versions are stored elsewhere."""
        self._stored.update(versions)
        self._sort()

    def remove_stored(self, version: int) -> None:
        self._stored.discard(version)
        self._sort()

    def add(self, folded: Fold) -> None:
        if folded.version not in self.folds:
            self.folds[folded.version] = folded
            self._sort()

    def nearest(self, version: int) -> int:
        """The version of the last snapshot that this version can be folded from; 0 if it has to be folded from the start."""
        ways = sorted(self.ways)
        while version:
            way, at = last_of(ways, version), last_of(self._at, version)
            if at and at >= way:
                return at
            version = self.ways[way] if way else 0
        return 0

    def thin(self) -> None:
        """Drop every other fold in memory."""
        for version in sorted(self.folds)[::2]:
            del self.folds[version]
        self._sort()

    def _sort(self) -> None:
        self._at = sorted(self._stored.union(self.folds))
