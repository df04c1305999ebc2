"""What a log has been folded to on the way, so that going to any of its versions folds a short stretch only."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from domain.table.fold import Fold
from domain.table.line import last_of, ways_back
from domain.table.state import Logged


def folded_on(folding: Fold, log: Sequence[Logged], every: int) -> Iterator[Fold]:
    """Fold the events after `folding.version` in, and give what it was on the way, at versions at least `every` apart.

    All of them lie on the line to the last event of `log`; the version begun from has to lie on it, too.
    """
    whole = ways_back(log)
    stretches = _with_ways_back(folding, log) if whole else _straight(folding, log, every)
    left = folding.version
    for version in stretches:
        if version - left >= every:
            left = version
            yield folding.copy()


def _straight(folding: Fold, log: Sequence[Logged], every: int) -> Iterator[int]:
    for start in range(0, len(log), every):
        folding.read(log[start : start + every])
        yield folding.version


def _with_ways_back(folding: Fold, log: Sequence[Logged]) -> Iterator[int]:
    for _ in folding.reading_whole(log):
        yield folding.version
    yield folding.version


class Milestones:
    """Folds of one log, by version; they are never changed. `known` is the version up to which its ways back are known.

    Some lie elsewhere, and are brought when they are wanted (`offer`).
    """

    def __init__(self) -> None:
        self.known = 0
        self.ways: dict[int, int] = {}
        self.folds: dict[int, Fold] = {}
        self._elsewhere: set[int] = set()
        self._at: list[int] = []

    def __len__(self) -> int:
        """How many are here."""
        return len(self.folds)

    def learn(self, ways: Mapping[int, int], upto: int) -> None:
        """The ways back after `known`, up to a version."""
        self.ways.update(ways)
        self.known = max(self.known, upto)

    def offer(self, versions: Iterable[int]) -> None:
        """There are folds at these versions, elsewhere."""
        self._elsewhere.update(versions)
        self._sort()

    def withdraw(self, version: int) -> None:
        """There is none elsewhere after all."""
        self._elsewhere.discard(version)
        self._sort()

    def leave(self, folded: Fold) -> None:
        if folded.version not in self.folds:
            self.folds[folded.version] = folded
            self._sort()

    def nearest(self, version: int) -> int:
        """The last one that the fold of a version, which is known, goes through; 0 when it has to begin anew."""
        ways = sorted(self.ways)
        while version:
            way, at = last_of(ways, version), last_of(self._at, version)
            if at and at >= way:
                return at
            version = self.ways[way] if way else 0
        return 0

    def thin(self) -> None:
        """Forget every other one."""
        for version in sorted(self.folds)[::2]:
            del self.folds[version]
        self._sort()

    def _sort(self) -> None:
        self._at = sorted(self._elsewhere.union(self.folds))
