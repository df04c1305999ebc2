"""Fixture matches: whole games stored as data, one file each, with their actions and the state's hash at every version.

`python -m tests.rulesets.fixtures RULESET` writes each match of the ruleset's `matches.py` and, beside it, the match as
text. A match that is there already is decided again from its actions. When only words differ the text is
written anew; when it is decided otherwise that is refused, until `rules` of the ruleset is raised: then it is played anew.
With `--unreleased` it is played anew under the same revision: right only as long as nobody keeps games decided by it.
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

from conformance.kit import Match, Sitting, state_hash
from domain.play import IllegalAction
from domain.ruleset import Ruleset
from domain.rulesets import registry
from domain.table.events import PositionSet
from domain.table.fold import Fold
from domain.table.parts.registry import TABLE_EVENTS
from domain.table.refusals import Refused
from domain.table.state import Logged
from tests.rulesets.match_text import changed_edition, deciding, differences, revision, text_of

HERE = Path(__file__).parent


class Entry(msgspec.Struct, frozen=True):
    """One event of a fixture, and the hash of the state after it (empty before the start)."""

    type: str
    actor: str
    action: int
    rules: tuple[str, ...]
    data: dict[str, Any]
    state: str


class SeatAction(msgspec.Struct, frozen=True):
    """An action of a seat."""

    seat: int
    action: dict[str, Any]


class Fixture(msgspec.Struct, frozen=True):
    """`seed` is that of the draws; seats, options and the number of draws stand in the first entry."""

    ruleset: str
    seed: str
    reason: str
    actions: tuple[SeatAction, ...] = msgspec.field(name="asked")
    log: tuple[Entry, ...]


class DecidedOtherwise(Exception):
    """A match would go otherwise than it is recorded, under the same revision of the rules."""


def folder(ruleset: Ruleset[Any]) -> Path:
    return HERE / ruleset.id.replace("-", "_") / "fixtures"


def read(ruleset: Ruleset[Any], name: str) -> Fixture:
    packed = (folder(ruleset) / f"{name}.json.gz").read_bytes()
    return msgspec.json.decode(gzip.decompress(packed), type=Fixture)


def all_fixtures(ruleset: Ruleset[Any]) -> Iterator[tuple[str, Fixture]]:
    """Every recorded match by name."""
    for file in sorted(folder(ruleset).glob("*.json.gz")):
        name = file.name.removesuffix(".json.gz")
        yield name, read(ruleset, name)


def logged_events(ruleset: Ruleset[Any], fixture: Fixture) -> Iterator[tuple[Logged, str]]:
    """Each event of a fixture as the domain knows it, with the hash that the state must have after it."""
    types: dict[str, Any] = {str(c.__struct_config__.tag): c for c in TABLE_EVENTS}
    types |= {"position-set": PositionSet[ruleset.state], **ruleset.event_types}
    for version, entry in enumerate(fixture.log, 1):
        event = msgspec.convert(entry.data, types[entry.type])
        yield Logged(version, event, entry.actor, entry.action, entry.rules), entry.state


def play_match(ruleset: Ruleset[Any], match: Match) -> Sitting:
    options = msgspec.convert(match.options, ruleset.options)
    sitting = Sitting(ruleset, match.seats, options, f"{match.name}-{match.seed}", "free", match.draw_count)
    if match.position is not None:
        sitting.begin_from(match.position)
    for _ in sitting.play(match.player, random.Random(match.seed)):
        pass
    return sitting


def decided_again(ruleset: Ruleset[Any], fixture: Fixture) -> Sitting:
    """The match from its seed and actions, under today's rules; may be refused on the way."""
    setup = fixture.log[0].data
    options = msgspec.convert(setup["options"], ruleset.options)
    sitting = Sitting(ruleset, setup["seats"], options, fixture.seed, "free", setup["draw_count"])
    for begun in (entry for entry in fixture.log if entry.type == "position-set"):
        sitting.begin_from(msgspec.convert(begun.data["state"], ruleset.state))
    for it in fixture.actions:
        sitting.act(it.seat, msgspec.convert(it.action, ruleset.action_types[it.action["type"]]))
    return sitting


def recorded(ruleset: Ruleset[Any], sitting: Sitting) -> Fixture:
    folding, entries = Fold(ruleset), []
    for logged in sitting.log:
        folding.read([logged])
        data = msgspec.to_builtins(logged.event)
        kind = data.pop("type")
        after = "" if folding.game is None else state_hash(folding.game)
        entries.append(Entry(kind, logged.actor, logged.action, logged.rules, data, after))
    actions = tuple(SeatAction(seat, msgspec.to_builtins(action)) for seat, action in sitting.actions)
    assert sitting.table.outcome is not None
    return Fixture(ruleset.id, sitting.seed, sitting.table.outcome.reason, actions, tuple(entries))


def text_lines(ruleset: Ruleset[Any], name: str, sitting: Sitting) -> list[str]:
    return text_of(ruleset, name, sitting.table, sitting.log, sitting.actions)


def committed_text(ruleset: Ruleset[Any], name: str) -> list[str]:
    """The lines of a match as they were recorded; [] for a match that never was."""
    file = folder(ruleset) / f"{name}.txt"
    return file.read_text("utf-8").splitlines() if file.exists() else []


def check_decided_alike(ruleset: Ruleset[Any], name: str, was: list[str], now: list[str]) -> None:
    """Raises `DecidedOtherwise` when choices, events or clauses changed and the revision did not, or an edition changed."""
    if changed := changed_edition(was, now):
        raise DecidedOtherwise(
            f"{ruleset.id}, match {name}: edition {changed} was changed in place, and games were begun with it. "
            "Put it back and give the changed one an id of its own; or, while nobody keeps games, record with --unreleased."
        )
    found = list(differences(deciding(was), deciding(now)))
    if found and revision(was) == ruleset.rules:
        raise DecidedOtherwise(
            f"{ruleset.id}, match {name}, is decided otherwise than it is recorded under rules {ruleset.rules}:\n"
            f"{found[0]}\nMend the rules. Or, if that is meant, raise `rules` of the ruleset and record anew: "
            f"python -m tests.rulesets.fixtures {ruleset.id} (see its docstring)."
        )


def replayed_text(ruleset: Ruleset[Any], name: str) -> tuple[Sitting | None, list[str]]:
    """A recorded match decided again, and its text; where it is refused or does not end, a line says so instead."""
    try:
        sitting = decided_again(ruleset, read(ruleset, name))
        return sitting, text_lines(ruleset, name, sitting)
    except (IllegalAction, Refused, AssertionError) as refused:
        return None, [f"rules {ruleset.rules}", f"refused on the way, or not at its end: {refused}"]


def as_it_was(ruleset: Ruleset[Any], name: str) -> Sitting | None:
    """The recorded match decided again; None when it never was recorded or is decided otherwise under new rules."""
    was = committed_text(ruleset, name)
    if not was:
        return None
    sitting, now = replayed_text(ruleset, name)
    check_decided_alike(ruleset, name, was, now)
    return sitting if deciding(was) == deciding(now) else None


def record(ruleset: Ruleset[Any], unreleased: bool) -> None:
    """Write every match, or none when one is refused; those that the ruleset lists no more are deleted."""
    matches = import_module(f"tests.rulesets.{ruleset.id.replace('-', '_')}.matches").MATCHES
    kept = {} if unreleased else {match.name: as_it_was(ruleset, match.name) for match in matches}
    folder(ruleset).mkdir(exist_ok=True)
    for file in folder(ruleset).iterdir():
        if file.name.split(".")[0] not in {match.name for match in matches}:
            file.unlink()
    for match in matches:
        write(ruleset, match.name, kept.get(match.name) or play_match(ruleset, match))


def write(ruleset: Ruleset[Any], name: str, sitting: Sitting) -> None:
    fixture, lines = recorded(ruleset, sitting), text_lines(ruleset, name, sitting)
    packed = gzip.compress(msgspec.json.encode(fixture), mtime=0)
    (folder(ruleset) / f"{name}.json.gz").write_bytes(packed)
    (folder(ruleset) / f"{name}.txt").write_text("\n".join(lines) + "\n", "utf-8")
    print(
        f"{name}: {fixture.reason}, {len(fixture.log)} events, {len(packed)} bytes, {len(lines)} lines of text"
    )


def main(id: str, *more: str) -> None:
    try:
        record(registry()[id], "--unreleased" in more)
    except DecidedOtherwise as refused:
        sys.exit(str(refused))


if __name__ == "__main__":
    main(*sys.argv[1:])
