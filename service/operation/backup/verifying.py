"""Checks a continuous back-up: everything can be read, and says the same as the database. It reads only what is new."""

from __future__ import annotations

import os
from pathlib import Path
from typing import NamedTuple

import msgspec

from service.operation.backup.chains import Archive, Verified
from service.operation.backup.objects import hash_of
from service.operation.backup.points import find_point
from service.operation.backup.segments import BadSegment, Segment, segment_name
from service.store import Store

FILE = "backup-verified.json"
EVENTS = """SELECT originator_id, originator_version, state FROM stored_events
    WHERE {position} >= ? AND {position} <= ?"""


class Record(msgspec.Struct, frozen=True):
    """The last segment that was verified, and its hash."""

    generation: str
    number: int
    hash: str


class Verification(NamedTuple):
    """segments, size, events: what was read this time, in numbers and bytes. at: how recent the back-up is (ms)."""

    segments: int
    size: int
    events: int
    at: int


def verify(archive: Archive, store: Store, data: Path) -> Verification:
    """Verify the newest generation, from where the last verification ended. `BadSegment`, `NotDone`, `BackupAway`."""
    point = find_point(archive, None)
    generation, at = point.header.generation, point.header.at
    before = _verified(archive, data / FILE, generation)
    count = size = events = 0
    for segment, read in archive.segments(generation, point.numbers, before):
        _compare(store, segment)
        count, size, events = count + 1, size + len(read), events + len(segment.content.events)
        before = Verified(segment.header, read)
    if before is not None:
        _record(data / FILE, Record(generation, before.header.number, hash_of(before.data)))
    alive = archive.alive()
    return Verification(count, size, events, max(at, alive.at if alive is not None else 0))


def _verified(archive: Archive, path: Path, generation: str) -> Verified | None:
    """The segment with which the last verification of this generation ended, if it is still the same."""
    try:
        record = msgspec.json.decode(path.read_bytes(), type=Record)
    except (OSError, msgspec.DecodeError):
        return None
    if record.generation != generation:
        return None
    read = archive.reread(generation, record.number)
    if hash_of(read.data) != record.hash:
        raise BadSegment(f"{segment_name(generation, record.number)} is not the one that was verified.")
    return read


def _compare(store: Store, segment: Segment) -> None:
    """Every event that the database still has is the same there."""
    positions = [event[0] for event in segment.content.events]
    if not positions:
        return
    found = store.query(EVENTS.format(position=store.position_column), (min(positions), max(positions)))
    here = {(game, version): bytes(state) for game, version, state in found}
    for _, game, version, _, state, _ in segment.content.events:
        if here.get((game, version), state) != state:
            name = segment_name(segment.header.generation, segment.header.number)
            raise BadSegment(f"{name} has another event {version} of game {game} than the database.")


def _record(path: Path, record: Record) -> None:
    draft = path.with_suffix(".draft")
    draft.write_bytes(msgspec.json.encode(record))
    os.replace(draft, path)
