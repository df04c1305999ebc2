"""What a log has been folded to on the way, so that going to any of its versions folds a short stretch only."""

from __future__ import annotations

from bisect import bisect_right, insort
from collections.abc import Iterator, Mapping, Sequence

from domain.table.events import Rewound
from domain.table.fold import Fold
from domain.table.state import Logged


def folded_on(folding: Fold, log: Sequence[Logged], every: int) -> Iterator[Fold]:
    """Fold the events after `folding.version` in, and give what it was on the way, at versions at least `every` apart.

    All of them count as long as the last event of `log` does. The version begun from has to count, too.
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


def ways_back(log: Sequence[Logged]) -> Mapping[int, int]:
    """Where each way back leads, by its own version."""
    return {it.version: it.event.to_version for it in log if isinstance(it.event, Rewound)}


class Milestones:
    """Folds of one log, by version; they are never changed. `known` is the version up to which its ways back are known."""

    def __init__(self) -> None:
        self.known = 0
        self._ways: dict[int, int] = {}
        self._at: list[int] = []
        self._folds: dict[int, Fold] = {}

    def __len__(self) -> int:
        return len(self._folds)

    def learn(self, ways: Mapping[int, int], upto: int) -> None:
        """The ways back after `known`, up to a version."""
        self._ways.update(ways)
        self.known = max(self.known, upto)

    def leave(self, folded: Fold) -> None:
        if folded.version not in self._folds:
            self._folds[folded.version] = folded
            insort(self._at, folded.version)

    def nearest(self, version: int) -> Fold | None:
        """The last one that the fold of a version, which is known, goes through; None when it has to begin anew."""
        ways = sorted(self._ways)
        while version:
            way, at = _last(ways, version), _last(self._at, version)
            if at and at >= way:
                return self._folds[at]
            version = self._ways[way] if way else 0
        return None

    def thin(self) -> None:
        """Forget every other one."""
        for version in self._at[::2]:
            del self._folds[version]
        del self._at[::2]


def _last(versions: Sequence[int], upto: int) -> int:
    """The last of these versions that is not beyond `upto`; 0 for none."""
    place = bisect_right(versions, upto)
    return versions[place - 1] if place else 0
