"""Fixture matches: whole games kept as data, one file each, with the state's hash at every version.

`python -m tests.rulesets.fixtures RULESET` records the matches that the ruleset's `matches.py` lists. Record anew only
when rules were wrong: a fixture is there to show that old games replay to the same states for ever.
"""

from __future__ import annotations

import gzip
import random
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import msgspec

from domain.ruleset import Ruleset
from domain.rulesets import registry
from domain.table.events import TABLE_EVENTS
from domain.table.fold import Fold
from domain.table.state import Logged
from tests.rulesets.kit import Match, Sitting, state_hash

HERE = Path(__file__).parent


class Entry(msgspec.Struct, frozen=True):
    """One event of a fixture, and the hash of the state after it (empty before the start)."""

    type: str
    actor: str
    action: int
    rules: tuple[str, ...]
    data: dict[str, Any]
    state: str


class Fixture(msgspec.Struct, frozen=True):
    ruleset: str
    reason: str
    log: tuple[Entry, ...]


def folder(ruleset: Ruleset[Any]) -> Path:
    return HERE / ruleset.id.replace("-", "_") / "fixtures"


def all_fixtures(ruleset: Ruleset[Any]) -> Iterator[tuple[str, Fixture]]:
    for file in sorted(folder(ruleset).glob("*.json.gz")):
        yield file.name, msgspec.json.decode(gzip.decompress(file.read_bytes()), type=Fixture)


def logged_events(ruleset: Ruleset[Any], fixture: Fixture) -> Iterator[tuple[Logged, str]]:
    """Each event of a fixture as the domain knows it, with the hash that the state must have after it."""
    types = {str(c.__struct_config__.tag): c for c in TABLE_EVENTS} | dict(ruleset.event_types)
    for version, entry in enumerate(fixture.log, 1):
        event = msgspec.convert(entry.data, types[entry.type])
        yield Logged(version, event, entry.actor, entry.action, entry.rules), entry.state


def play_match(ruleset: Ruleset[Any], match: Match) -> Sitting:
    options = msgspec.convert(match.options, ruleset.options)
    sitting = Sitting(ruleset, match.seats, options, f"{match.name}-{match.seed}", "free", match.draw_count)
    for _ in sitting.play(match.player, random.Random(match.seed)):
        pass
    return sitting


def recorded(ruleset: Ruleset[Any], sitting: Sitting) -> Fixture:
    folding, entries = Fold(ruleset), []
    for logged in sitting.log:
        folding.read([logged])
        data = msgspec.to_builtins(logged.event)
        kind = data.pop("type")
        after = "" if folding.game is None else state_hash(folding.game)
        entries.append(Entry(kind, logged.actor, logged.action, logged.rules, data, after))
    assert sitting.table.outcome is not None
    return Fixture(ruleset.id, sitting.table.outcome.reason, tuple(entries))


def record(ruleset: Ruleset[Any]) -> None:
    matches = import_module(f"tests.rulesets.{ruleset.id.replace('-', '_')}.matches").MATCHES
    folder(ruleset).mkdir(exist_ok=True)
    for match in matches:
        fixture = recorded(ruleset, play_match(ruleset, match))
        packed = gzip.compress(msgspec.json.encode(fixture), mtime=0)
        (folder(ruleset) / f"{match.name}.json.gz").write_bytes(packed)
        print(f"{match.name}: {fixture.reason}, {len(fixture.log)} events, {len(packed)} bytes")


if __name__ == "__main__":
    record(registry()[sys.argv[1]])
