"""Lines of play: a log with undo events is a tree of versions, and the current line is the path to its root."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any


class Line:
    """The tree of versions. Version 0 is the empty log; version i + 1 follows entry i, from version i or from where it leads.

    A version counts at another one if it lies on the way from there to the root.
    """

    def __init__(self, entries: Sequence[dict[str, Any]]) -> None:
        parents = [_from(i, entry) for i, entry in enumerate(entries)]
        self._first, self._last = _numbered(parents)

    def counts(self, version: int, at: int) -> bool:
        """Whether the entry that led to a version is on the line of a later version."""
        return self._first[version] <= self._first[at] <= self._last[version]

    def again(self, entries: Iterable[int]) -> int | None:
        """The first of these entries, found so, where another of them counts already; None if there is none."""
        before: list[int] = []
        for version in sorted((i + 1 for i in entries), key=lambda version: self._first[version]):
            while before and not self.counts(before[-1], version):
                before.pop()
            if before:
                return version - 1
            before.append(version)
        return None


def _from(i: int, entry: dict[str, Any]) -> int:
    """The version that an entry continues."""
    to = entry["d"].get("to_version") if entry["t"] == "rewound" else i
    return to if type(to) is int and 0 <= to <= i else i


def _numbered(parents: list[int]) -> tuple[list[int], list[int]]:
    """For each version its number in an order in which those that follow from it come right after it, and their last one's."""
    size = len(parents) + 1
    below = [1] * size
    for i in range(len(parents) - 1, -1, -1):
        below[parents[i]] += below[i + 1]
    first, free = [0] * size, [1] * size
    for i, parent in enumerate(parents):
        first[i + 1] = first[parent] + free[parent]
        free[parent] += below[i + 1]
    return first, [at + count - 1 for at, count in zip(first, below, strict=True)]
