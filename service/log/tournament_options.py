"""L4 over several files of a tournament: the options of a game follow from the game before it (docs/ledger.md, section 6)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
import orjson

from domain.ruleset import Ruleset
from domain.rulesets import registry
from domain.table.fold import fold, options_of
from domain.table.reading import read_log
from domain.table.state import OVER
from verifier import FAILED, PASSED, Level

Audit = Mapping[str, Any]
Key = tuple[str, int]
"""A tournament's id, and the number of a game in it."""


def with_options(audits: Mapping[str, Audit], levels: Mapping[str, Level]) -> dict[str, Level]:
    """The L4 of each file, judged by that of the game before, if its file is among the others.

    `levels` has the L4 of each file by itself; only files that have passed it are judged.
    """
    passed = {name: audits[name] for name, level in levels.items() if level.status == PASSED}
    places = {name: place for name, audit in passed.items() if (place := _place(audit))}
    longest: dict[Key, str] = {}
    for name, place in sorted(places.items(), key=lambda it: len(passed[it[0]]["entries"])):
        longest[place] = name
    judged = dict(levels)
    for name, (id, number) in places.items():
        if (before := longest.get((id, number - 1))) is not None:
            judged[name] = _judged(passed[before], passed[name], levels[name])
    return judged


def _created(audit: Audit) -> dict[str, Any]:
    return orjson.loads(audit["entries"][0])  # type: ignore[no-any-return]


def _place(audit: Audit) -> Key | None:
    planned = _created(audit)["d"].get("tournament")
    return (planned["id"], planned["number"]) if planned else None


def _judged(before: Audit, after: Audit, level: Level) -> Level:
    entry = _created(after)
    follow = _following(registry()[after["ruleset"]], before, entry["at"])
    if follow is None:
        return _adding(level, "its options were not compared: the game before is not over in its file")
    if msgspec.json.encode(follow, order="sorted") != msgspec.json.encode(
        entry["d"]["options"], order="sorted"
    ):
        return Level(level.name, FAILED, "its options do not follow from the game before", 0)
    return _adding(level, "its options follow from the game before")


def _following(ruleset: Ruleset[Any], before: Audit, at: int) -> dict[str, Any] | None:
    """The options of the game created at `at` (ms) after this one; None if it was not over then."""
    table = fold(ruleset, [logged for logged in read_log(before) if logged.at <= at])
    if table.status not in OVER:
        return None
    if table.outcome is None:
        return table.setup.options
    options = options_of(ruleset, table.setup.options)
    return msgspec.to_builtins(ruleset.next_options(table.setup.seats, options, table.game))  # type: ignore[no-any-return]


def _adding(level: Level, more: str) -> Level:
    return Level(level.name, level.status, f"{level.detail}; {more}", level.entry)
