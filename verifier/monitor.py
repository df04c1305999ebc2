"""Follows a log of logs: stores its newest head and its leaves in files, and compares every later head with them.

A stored log is a folder in the form of c2sp.org/tlog-tiles, which `verify --log` can read: "checkpoint" and entry bundles.
"""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from . import merkle
from .note import Checkpoint, read_cosigned, read_head, read_key, read_signed, vkey_of
from .problems import Failed
from .tiles import WIDTH, Fetch, log_at, named_key, read_leaves, tile_name
from .times import moment
from .whole_log import Numbers, WholeLog, by_month, check_log, log_of

DAY = 24 * 3600


@dataclass
class Findings:
    """The result of one look at a log. `new` counts leaves since the last look; `months` is empty without a whole log."""

    address: str
    origin: str = ""
    size: int = 0
    new: int = 0
    months: dict[str, Numbers] = field(default_factory=dict)
    problems: list[str] = field(default_factory=list)


class StoredLog:
    """The folder of a log that is followed."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._file = folder / "checkpoint"
        self._key = folder / "vkey"

    @property
    def vkey(self) -> str | None:
        """The key that the service named at the first look."""
        return self._key.read_text("utf-8") if self._key.exists() else None

    @property
    def note(self) -> str | None:
        return self._file.read_text("utf-8") if self._file.exists() else None

    def leaves(self, size: int) -> list[bytes]:
        return list(read_leaves(log_at(str(self._folder)), size))

    def store(self, note: str, leaves: Sequence[bytes], before: int) -> None:
        """Replace the head of `before` leaves. The leaves are written first, so that a head always has them."""
        for first in range(before - before % WIDTH, len(leaves), WIDTH):
            bundle = leaves[first : first + WIDTH]
            name = tile_name("entries", first // WIDTH, len(bundle))
            self._write(name, b"".join(len(leaf).to_bytes(2, "big") + leaf for leaf in bundle))
        self._write("checkpoint", note.encode())
        if before % WIDTH and before != len(leaves):
            (self._folder / tile_name("entries", before // WIDTH, before % WIDTH)).unlink(missing_ok=True)

    def store_vkey(self, vkey: str) -> None:
        self._write("vkey", vkey.encode())

    def store_split(self, notes: Sequence[str]) -> None:
        """Store heads that contradict each other, as evidence."""
        for note in notes:
            head = read_head(note)
            self._write(f"split/{head.size}-{head.root.hex()[:16]}", note.encode())

    def _write(self, name: str, data: bytes) -> None:
        file = self._folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        draft = file.with_name(f"{file.name}.draft")
        draft.write_bytes(data)
        os.replace(draft, file)


@dataclass(frozen=True)
class Monitor:
    """Follows logs, each in a folder of its own in `folder`.

    `vkeys` are verifier keys of the logs, or of any games of their services; without any, the key that a service names at the
    first look is stored, and must stay the same. `heads` are notes that others have saved;
    `witnesses` are those whose cosignatures count; `now` is a time in milliseconds.
    """

    folder: Path
    vkeys: Sequence[str]
    witnesses: Sequence[str]
    heads: Sequence[str]
    now: int

    def look(self, address: str) -> Findings:
        """Read what is new in the log at an address; what is wrong with it is among the findings."""
        found = Findings(address)
        name = re.sub(r"[^A-Za-z0-9.-]+", "_", address.rpartition("://")[2])
        try:
            fetch = log_at(address)
            note = fetch("checkpoint").decode("utf-8", "replace")
            _Look(self, found, StoredLog(self.folder / name), fetch, note).run()
        except OSError as error:
            found.problems.append(f"it cannot be read: {error}")
        except Failed as failed:
            found.problems.append(failed.why)
        return found


@dataclass
class _Look:
    """One look at one log, whose newest head is in `note`."""

    monitor: Monitor
    found: Findings
    stored: StoredLog
    fetch: Fetch
    note: str

    def run(self) -> None:
        head = read_head(self.note)
        vkey = self._vkey(head.origin)
        self.found.origin, self.found.size = head.origin, head.size
        self._check_cosigned()
        before = self.stored.note
        old = read_signed(before, vkey) if before else Checkpoint(head.origin, 0, merkle.root([]))
        leaves = self._continued(head, old)
        if leaves is None:
            self.stored.store_split([note for note in (before, self.note) if note])
            return
        self.found.new = head.size - old.size
        self.stored.store(self.note, leaves, old.size)
        self._judge(head, vkey, leaves)

    def _vkey(self, origin: str) -> str:
        """The log's verifier key: the one of those given, or the one named at the first look, that has signed its head."""
        if not self.monitor.vkeys:
            return self._named_vkey(origin)
        for given in self.monitor.vkeys:
            vkey = vkey_of(origin, read_key(given).public)
            try:
                read_signed(self.note, vkey)
            except Failed:
                continue
            return vkey
        raise Failed(f"none of the keys that you gave has signed the head of {origin}")

    def _named_vkey(self, origin: str) -> str:
        vkey = self.stored.vkey or named_key(self.found.address, origin)
        read_signed(self.note, vkey)
        self.stored.store_vkey(vkey)
        return vkey

    def _continued(self, head: Checkpoint, old: Checkpoint) -> list[bytes] | None:
        """All leaves, if the head continues the stored one; None if it does not."""
        known = self.stored.leaves(old.size)
        if _root(known) != old.root:
            raise Failed("the stored leaves of this log do not have the root of its stored head")
        if head.size < old.size:
            self._report_shrunk(head, old, known)
            return None
        base = old.size - old.size % WIDTH
        leaves = [*known[:base], *read_leaves(self.fetch, head.size, base)]
        if leaves[: old.size] == known and _root(leaves) == head.root:
            return leaves
        self.found.problems.append(
            f"split view: the head of {head.size} leaves does not continue the stored one of {old.size}"
        )
        return None

    def _report_shrunk(self, head: Checkpoint, old: Checkpoint, known: list[bytes]) -> None:
        split = "" if _root(known[: head.size]) == head.root else "split view: "
        self.found.problems.append(f"{split}it shows a head of {head.size} leaves after one of {old.size}")

    def _judge(self, head: Checkpoint, vkey: str, leaves: list[bytes]) -> None:
        """The order of all leaves, the heads that others have saved, and the numbers."""
        log = log_of(self.note, head, leaves, self.monitor.now)
        self.found.months = by_month(log.order.games.values(), self.monitor.now)
        others = [note for note in self.monitor.heads if read_head(note).origin == head.origin]
        larger = [note for note in others if read_signed(note, vkey).size > head.size]
        if larger:
            self.found.problems.append(f"others have seen a larger head than that of {head.size} leaves")
        contradicting = [note for note in others if not _fits(log, note)]
        if contradicting:
            self.stored.store_split([*contradicting, self.note])
        check_log(log, vkey, others, self.monitor.witnesses)

    def _check_cosigned(self) -> None:
        """Report a newest cosignature that is older than a day. Only the witnesses that the reader names count."""
        read = [read_cosigned(self.note, vkey) for vkey in self.monitor.witnesses]
        newest = max((cosigned[1] for cosigned in read if cosigned), default=None)
        if self.monitor.witnesses and newest is None:
            self.found.problems.append("none of the witnesses has cosigned its head")
        elif newest is not None and self.monitor.now > (newest + DAY) * 1000:
            self.found.problems.append(f"its newest cosignature is older than a day: {moment(newest)}")


def _root(leaves: Sequence[bytes]) -> bytes:
    return merkle.root([merkle.leaf(data) for data in leaves])


def _fits(log: WholeLog, note: str) -> bool:
    head = read_head(note)
    return head.size > log.head.size or log.has(head)
