"""L3 of several files: the games of one tournament have the same seats and seeds, and each number is one game."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations
from typing import Any

from verifier.export import Export
from verifier.report import Place
from verifier.seeds import beginning
from verifier.tournament import context

Judgement = tuple[Place | None, str | None]
"""Where a game stands in its tournament, and why its L3 fails, if it does."""


def judge(exports: list[Export]) -> list[Judgement]:
    """One judgement an export, of logs that are good by themselves."""
    groups: dict[str, list[Export]] = {}
    for export in exports:
        if planned := export.created.get("tournament"):
            groups.setdefault(planned["id"], []).append(export)
    failing = {name: _differing(group) for name, group in groups.items()}
    return [_judged(export, groups, failing) for export in exports]


def _judged(export: Export, groups: dict[str, list[Export]], failing: dict[str, str | None]) -> Judgement:
    planned = export.created.get("tournament")
    if planned is None:
        return None, None
    number, group = planned["number"], groups[planned["id"]]
    given = {_number(other) for other in group}
    missing = tuple(n for n in range(max(given)) if n not in given)
    again = any(_number(other) == number and not _one_log(export, other) for other in group)
    repeated = f"another game of the tournament has the number {number} too" if again else None
    return Place(planned["id"], number, planned["games"], missing), failing[planned["id"]] or repeated


def _number(export: Export) -> int:
    return int(export.created["tournament"]["number"])


def _one_log(a: Export, b: Export) -> bool:
    """Whether the shorter log is the beginning of the longer."""
    return all(x == y for x, y in zip(a.leaves, b.leaves, strict=False))


def _differing(group: list[Export]) -> str | None:
    if len({context(export) for export in group}) > 1:
        return "the files say different things of what the tournament planned"
    if any(_disagree(a, b) for a, b in combinations([_given(export) for export in group], 2)):
        return "the files say different things of who took a seat in the tournament, or with which seed"
    return None


Given = dict[tuple[str, int], Any]


def _given(export: Export) -> Given:
    """What every seat said when it was taken, and when its seed was revealed."""
    begun = beginning(export)
    parts: Iterable[Any] = [*begun.taken.values(), *begun.revealed.values()]
    return {(entry["t"], entry["d"]["seat"]): (entry["d"], entry.get("sig")) for entry in parts}


def _disagree(a: Given, b: Given) -> bool:
    return any(a[what] != b[what] for what in a.keys() & b.keys())
