"""Ships a database to a back-up, in the one background worker of the database.

A segment is created under a name that can be taken once, and the database knows its hash before it is created. So the last
segment of a killed shipper is recognised, a second shipper is noticed, and a lost answer does no harm.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

import structlog
from msgspec.structs import replace

from service.log.backup_tables import ERASURES as ERASURES_TABLE
from service.log.followed_tables import FOLLOWED
from service.log.head_journal import HeadJournal
from service.log.transparency.logs import Logs
from service.operation.backup.deltas import copied, delta, worth_a_segment
from service.operation.backup.erasing import erasures_in
from service.operation.backup.generations import FOLLOWER, Generations
from service.operation.backup.log_files import LogFiles
from service.operation.backup.objects import (
    BackupAway,
    ObjectExists,
    ObjectMissing,
    Objects,
    create_once,
    hash_of,
)
from service.operation.backup.progress import Line, Progress, State
from service.operation.backup.sealing import Sealed
from service.operation.backup.segments import (
    ALIVE,
    ERASURES,
    Alive,
    Content,
    Header,
    Segment,
    sealed,
    segment_name,
)
from service.store import Mark, Store
from service.system.clock import now

PAUSE, EVERY = 0.5, 3.0
"""Seconds between two looks at least, and between two segments at most: with the upload, less than 5."""
AT_ONCE = 1_500
"""Events (about 1 MB) that are shipped without waiting."""
ALIVE_EVERY = 60.0
"""Seconds between two signs of life, and between two warnings."""
MOST_CHANGES = 2_000_000
"""Changes that are stored while the back-up is away, about 200 MB. Beyond that they are dropped, and a new base is made."""
log = structlog.get_logger("kronika.backup")


class Source(NamedTuple):
    """What a shipper reads. keys: by the names of their files. service: fingerprint of the signing key."""

    store: Store
    journal: HeadJournal
    logs: Logs
    data: Path
    keys: Mapping[str, bytes]
    service: str


class Shipper:
    """For one thread; `look` does what is due. `identity`: whom segments are encrypted to."""

    def __init__(
        self, source: Source, objects: Objects, identity: Sealed, clock: Callable[[], int] = now
    ) -> None:
        """`clock`: milliseconds."""
        self._source, self._store, self._objects = source, source.store, objects
        self._recipient, self._now = identity.recipient, clock
        self._changes = source.store.change_log(FOLLOWED)
        self._progress = Progress(source.store)
        self._generations = Generations(objects, identity, self._changes, clock)
        self._progress.state = self._generations.usable(self._progress.state)
        self._files: dict[str, LogFiles] = {}
        self._unsent: tuple[Line, bytes] | None = None
        self._shipped = self._alive = self._warned = float("-inf")

    def follow(self) -> None:
        """Run until the store closes. A back-up that is away is reported and tried again."""
        for _ in self._store.commits(PAUSE, EVERY):
            try:
                self.look()
            except BackupAway as error:
                self._files.clear()
                self._warn(error)
                self._drop_what_is_too_much()

    def look(self) -> None:
        """Ship what is due, make a base if it is time, and give a sign of life. `BackupAway`."""
        self._settle_pending()
        self._ship_if_due()
        while self._make_base() and not self._store.waiting_ended:
            self._ship_if_due()
        if time.monotonic() - self._alive >= ALIVE_EVERY:
            self._say_alive()

    def _ship_if_due(self) -> None:
        line = self._progress.state.current
        if line is None:
            return
        waited = time.monotonic() - self._shipped >= EVERY
        if waited or self._store.head() - line.mark.position >= AT_ONCE:
            self.ship()

    def ship(self) -> None:
        """Ship all that is new to the current generation. Nothing new, nothing shipped."""
        self._settle_pending()
        while (line := self._progress.state.current) is not None and not self._ship_delta(line):
            pass
        self._shipped = time.monotonic()

    def _ship_delta(self, line: Line) -> bool:
        """Ship a segment of what is new; whether the generation has everything then."""
        at = self._now()
        with self._changes.snapshot() as view:
            found = delta(view, line.mark, self._source.journal, self._store)
        files = self._files_of(line).new(line.files)
        complete = found.complete and files.all
        content = found.content
        content.files = {**content.files, **files.contents}
        later = replace(line, mark=found.mark, files=files.newest, at=at if complete else line.at)
        if worth_a_segment(content):
            self._create(later, content, at, complete)
        else:
            self._progress.state = self._progress.state.with_line(later)
        return complete

    def _files_of(self, line: Line) -> LogFiles:
        if line.generation not in self._files:
            self._files = {line.generation: LogFiles(self._source.data, self._source.logs)} | self._files
        return self._files[line.generation]

    def _create(self, line: Line, content: Content, at: int, complete: bool) -> None:
        """Create the next segment of a generation, which has got as far as `line` then; it was read at `at` (ms)."""
        header = Header(
            service=self._source.service,
            generation=line.generation,
            number=line.number + 1,
            after=line.hash,
            first=line.last,
            last=line.mark,
            at=at,
            layout=line.layout,
            complete=complete,
            base=not line.at,
        )
        self._ship_erasures(content)
        data = sealed(Segment(header, content), self._recipient)
        later = replace(
            line, number=header.number, hash=hash_of(data), size=line.size + len(data), last=line.mark
        )
        self._save(replace(self._progress.state, pending=later))
        self._unsent = later, data
        self._settle_pending()

    def _settle_pending(self) -> None:
        """Create the segment that was not created for certain; if only its hash is known, find out whether it was."""
        pending = self._progress.state.pending
        if pending is None:
            return
        name = segment_name(pending.generation, pending.number)
        try:
            if self._unsent is not None:
                create_once(self._objects, name, self._unsent[1])
            elif hash_of(self._objects.get(name)) != pending.hash:
                raise ObjectExists(f"{self._objects.place} has another object {name} already.")
        except ObjectMissing:
            self._progress.state = replace(self._progress.state, pending=None)
        except ObjectExists as error:
            log.error("backup-of-another", reason=f"{error} Another service ships there; a new base is made.")
            self._save(self._progress.state.without(pending.generation))
        else:
            self._progress.state = self._progress.state.with_line(pending)
        self._unsent = None

    def _save(self, state: State) -> None:
        """Store the state. Changes that even the stored one does not need are deleted."""
        self._progress.save(state)
        if state.lines:
            marks = zip(*(line.mark for line in state.lines), strict=True)
            self._changes.has_read(FOLLOWER, Mark(*map(min, marks)))

    def _ship_erasures(self, content: Content) -> None:
        """Each is an object of its own, which every restore reads. It never changes, so one that exists is the same."""
        if ERASURES_TABLE in content.tables:
            for erasure in erasures_in(content.tables[ERASURES_TABLE]):
                with suppress(ObjectExists):
                    create_once(self._objects, f"{ERASURES}/{erasure.id}", sealed(erasure, self._recipient))

    def _make_base(self) -> bool:
        """Do one step for a new base, if it is time for one; whether there may be more to do."""
        state = self._progress.state
        if state.coming is None:
            begun = self._generations.begun(state)
            if begun is not None:
                self._save(replace(state, coming=begun))
            return begun is not None
        if state.coming.copied is not None:
            self._copy_rows(state.coming, *state.coming.copied)
        elif self._ship_delta(state.coming) and self._progress.state.coming is not None:
            self._switch(self._progress.state.coming)
        return True

    def _switch(self, line: Line) -> None:
        """The base is complete, and takes the place of the generation before."""
        state = self._progress.state
        before = {} if state.current is None else {state.current.generation: line.at}
        line, past = replace(line, base=line.size), {**state.past, **before}
        self._save(State(current=line, at=line.at, past=past))
        self._alive = float("-inf")  # a restore begins with the generation of the last sign of life
        log.info("backup-base", generation=line.generation, segments=line.number, bytes=line.size)
        self._progress.state = replace(self._progress.state, past=self._generations.prune(past, line))

    def _copy_rows(self, line: Line, table: str, after: list[int | str]) -> None:
        with self._changes.snapshot() as view:
            content, copying = copied(view, table, after)
        if not line.number:
            content.files = dict(self._source.keys)
        later = replace(line, copied=copying)
        if content.tables or content.files:
            self._create(later, content, self._now(), complete=False)
        else:
            self._progress.state = self._progress.state.with_line(later)

    def _drop_what_is_too_much(self) -> None:
        state = self._progress.state
        with self._changes.snapshot() as view:
            newest = view.mark.place
        if any(newest - line.mark.place > MOST_CHANGES for line in state.lines):
            log.error("backup-dropped", reason=f"More than {MOST_CHANGES:,} changes wait for the back-up.")
            self._unsent = None
            self._save(State(at=state.at, past=state.past))
            self._changes.unregister(FOLLOWER)

    def _say_alive(self) -> None:
        line = self._progress.state.current
        if line is not None:
            alive = Alive(self._source.service, line.generation, line.number, line.at)
            self._objects.replace(ALIVE, sealed(alive, self._recipient))
            self._save(self._progress.state)
        self._alive = time.monotonic()

    def _warn(self, error: BackupAway) -> None:
        if time.monotonic() - self._warned >= ALIVE_EVERY:
            log.warning("backup-away", reason=str(error), shipped_at=self._progress.state.at)
            self._warned = time.monotonic()
