"""L3 of several files: the games of a tournament have the same seats and seeds, and each number belongs to one game."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice
from typing import Any

from .export import Export
from .report import Place
from .seeds import beginning
from .service_log import Subject
from .tournament import context
from .whole_log import WholeLog

MOST_NAMED = 100
"""The maximum number of missing numbers to list: a plan may have 2^32 - 1 games."""
Judgement = tuple[Place | None, str | None]
"""The place of a game in its tournament, and the reason if its L3 fails."""


def judge(exports: list[Export], log: WholeLog | None = None) -> list[Judgement]:
    """One result per export, for logs that are valid by themselves. `log` is the whole log of logs, if it was read."""
    groups: dict[str, list[Export]] = {}
    for export in exports:
        if planned := export.created.get("tournament"):
            groups.setdefault(planned["id"], []).append(export)
    found = {name: _Group(group, log) for name, group in groups.items()}
    return [_judged(export, found) for export in exports]


class _Group:
    """The files of one tournament."""

    def __init__(self, exports: list[Export], log: WholeLog | None) -> None:
        self.skipped = tuple(sorted({*_given_up(exports), *_given_up_in(log, Subject(exports[0]))}))
        self.failing = _differing(exports)
        self._by_number: dict[int, list[Export]] = {}
        for export in exports:
            self._by_number.setdefault(_number(export), []).append(export)
        lacking = (n for n in range(max(self._by_number)) if n not in self._by_number)
        self.missing = tuple(islice(lacking, MOST_NAMED))
        self.more_missing = max(self._by_number) + 1 - len(self._by_number) - len(self.missing)

    def repeated(self, export: Export) -> str | None:
        number = _number(export)
        if all(_one_log(export, other) for other in self._by_number[number]):
            return None
        return f"another game of the tournament has the number {number} too"


def _judged(export: Export, groups: dict[str, _Group]) -> Judgement:
    planned = export.created.get("tournament")
    if planned is None:
        return None, None
    group = groups[planned["id"]]
    place = Place(
        planned["id"], planned["number"], planned["games"], group.missing, group.more_missing, group.skipped
    )
    return place, group.failing or group.repeated(export)


def _given_up(exports: list[Export]) -> list[int]:
    """The numbers of the games whose log ends without a result."""
    last = [(export, Subject(export).outcomes[-1:]) for export in exports]
    return [_number(export) for export, outcome in last if outcome and outcome[0][1] != "finished"]


def _given_up_in(log: WholeLog | None, subject: Subject) -> list[int]:
    """The numbers of the games that the whole log calls over without a result."""
    if log is None or log.head.origin != subject.export.created.get("log"):
        return []
    games = [game for game in log.order.games.values() if game.of == subject.of]
    return [game.number or 0 for game in games if game.why not in (None, "finished")]


def _number(export: Export) -> int:
    return int(export.created["tournament"]["number"])


def _one_log(a: Export, b: Export) -> bool:
    """Whether the shorter log is a prefix of the longer one."""
    return all(x == y for x, y in zip(a.leaves, b.leaves, strict=False))


def _differing(group: list[Export]) -> str | None:
    if len({context(export) for export in group}) > 1:
        return "the files say different things of what the tournament planned"
    first: Given = {}
    for export in group:
        if any(first.setdefault(what, said) != said for what, said in _given(export).items()):
            return "the files say different things of who took a seat in the tournament, or with which seed"
    return None


Given = dict[tuple[str, int], Any]


def _given(export: Export) -> Given:
    """What every seat declared when it was taken, and when its seed was revealed."""
    begun = beginning(export)
    parts: Iterable[Any] = [*begun.taken.values(), *begun.revealed.values()]
    return {(entry["t"], entry["d"]["seat"]): (entry["d"], entry.get("sig")) for entry in parts}
