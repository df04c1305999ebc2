"""Writes the log of logs: in the one background worker of a database, which gives queued leaves their places.

The order of its steps is what makes the log safe, whenever the process is killed: tiles, then the head, each durably; only then
is the head signed and published, and only then is it recorded in the database. A leaf that the tiles have already is not
added again, so a step that was interrupted is repeated. A lock at the folder is held from reading the head until it is replaced:
the database's lock alone does not stop a process that has lost it and does not know yet.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from operator import attrgetter

import orjson
import structlog

from domain.ledger import canonical
from domain.ledger.log_leaf import Leaf
from domain.ledger.note import Checkpoint, parse_checkpoint
from domain.ledger.tile_edge import TileEdge
from domain.ledger.tiles import WIDTH, row_size
from domain.table.clock.state import REST
from service.log.head_journal import HeadJournal
from service.log.signing import Signer
from service.log.transparency.index import PlacedLeaf, advance, entries_from, indexed, rows_for
from service.log.transparency.log import CHECKPOINT_FILE, LogUnusable, TransparencyLog, check_tiles
from service.log.transparency.logs import HEAD_FILE, Logs
from service.log.transparency.queue import QueuedLeaf, lost, waiting
from service.log.transparency.recovery import Recovery
from service.store import Store
from service.system.clock import now

BATCH = 1_000
"""Leaves that are sequenced at once."""
PAUSE = 0.1
"""Seconds between two looks at the queue, at least."""
LONGEST_WAIT = 2.0
"""Seconds after which the queue is looked at although no commit was noticed."""
CHECK_SECONDS = 86_400.0
"""Seconds between two looks for missing games."""
RETRY_SECONDS = 3.0
"""Seconds before a log that cannot be written is tried again."""
POSITION = attrgetter("position")
log = structlog.get_logger("kronika.log_of_logs")


class Sequencer:
    """Sequences the queue of the log that the service writes to. For one thread."""

    def __init__(
        self,
        logs: Logs,
        store: Store,
        signer: Signer,
        journal: HeadJournal,
        present: Callable[[], int] = now,
    ) -> None:
        """`present` gives leaves their time: no leaf is of a time in which the service was away."""
        self._logs, self._store, self._signer, self._present = logs, store, signer, present
        self._recovery = Recovery(store, journal)
        self._edge: TileEdge | None = None
        """The edge under the head, as far as this process knows; None if it has to be read."""
        self._head: Checkpoint | None = None
        self._at = 0
        """The time of the last leaf, in milliseconds."""

    def follow(self) -> None:
        """Run until the store closes. A log that cannot be used is reported and tried again."""
        checking = -CHECK_SECONDS
        for _ in self._store.commits(PAUSE, LONGEST_WAIT):
            try:
                while self.sequence():
                    pass
                if time.monotonic() - checking >= CHECK_SECONDS:
                    self._recovery.check_missing(self._logs.current())
                    checking = time.monotonic()
            except LogUnusable as error:
                log.error("log-unusable", reason=str(error))
                time.sleep(RETRY_SECONDS)

    def open(self) -> None:
        """Bring the database up to the head outside, before anything is written to games; `LogUnusable` if that is impossible."""
        self._logs.adopt(self._signer)
        with self._writing(current := self._logs.current()):
            self._open(current, self._logs.indexed(current.origin))

    def sequence(self) -> int:
        """Give the next leaves their places; how many the queue had. `LogUnusable` if nothing can be added."""
        known = self._logs.last()
        if known == self._head and not waiting(self._store, known.origin, 1):
            return 0
        with self._writing(current := self._logs.of(known.origin)):
            at = self._present()  # before the queue is read: the leaves of all outages until then are in it
            # Read under the lock: what another process sequenced meanwhile is neither queued nor missing.
            queue = waiting(self._store, current.origin, BATCH)
            edge = self._open(current, self._logs.indexed(current.origin))
            fresh = self._fresh(current, queue, at)
            head = self._append(current, edge, fresh) if fresh else self._head
            assert head is not None, "an opened log has a head"
            rows = [*rows_for(current.origin, fresh), advance(current.origin, head.size, head.root)]
            self._store.append("", [], [*rows, *(one.done() for one in queue)])
        return len(queue)

    @contextmanager
    def _writing(self, current: TransparencyLog) -> Iterator[None]:
        """The lock at the log's folder. After a failure the log is read again, as after a kill."""
        try:
            with current.folder.locked():
                yield
        except BaseException as error:
            self._edge = self._head = None
            if isinstance(error, OSError | ValueError | IndexError):
                raise current.unusable(error) from error
            raise

    def _open(self, current: TransparencyLog, known: Checkpoint) -> TileEdge:
        """The edge under the head outside; read again, and the index brought up to it, unless all know the same head."""
        head = read_head(current)
        if self._edge is None or not known == head == self._head:
            self._edge = check_tiles(head, current.folder.reader(head.size))
            current.folder.remove_beyond(head.size)
            current.folder.adopt(head.size)
            self._head, self._at = head, self._last_time(current, head)
            self._recovery.catch_up(current, known, head)
            self._show(current, head)
            self._recovery.check_missing(current)
        return self._edge

    def _last_time(self, current: TransparencyLog, head: Checkpoint) -> int:
        last = entries_from(max(0, head.size - 1), head.size, current.folder.reader(head.size))
        return max((orjson.loads(entry)["at"] for entry in last), default=0)

    def _fresh(self, current: TransparencyLog, queue: Sequence[QueuedLeaf], at: int) -> list[PlacedLeaf]:
        """The leaves that the log does not have, with their times, at the places after its last one."""
        assert self._head is not None, "the log is open"
        self._at = max(self._at, at, *(_back(one.leaf) for one in queue))
        first = {one.key: one for one in reversed(queue)}
        has = indexed(self._store, current.origin, [key for one in first for key in (one, lost(one))])
        fresh = [one for key, one in first.items() if has.isdisjoint((key, lost(key)))]
        return [
            PlacedLeaf(place, {**one.leaf, "at": self._at})
            for place, one in enumerate(sorted(fresh, key=POSITION), self._head.size)
        ]

    def _append(self, current: TransparencyLog, edge: TileEdge, leaves: Sequence[PlacedLeaf]) -> Checkpoint:
        """Write tiles and head; the new head."""
        folder, old = current.folder, edge.size
        tiles = edge.append(canonical.encode(one.leaf) for one in leaves)
        for tile, data in tiles:
            if tile.number * WIDTH >= row_size(tile.level, old):  # of an attempt whose head never came
                folder.remove_partial(tile)
            folder.write(tile.path, data)
        folder.sync()
        head = Checkpoint(current.origin, edge.size, edge.frontier().root())
        folder.write(HEAD_FILE, head.text().encode())
        folder.sync()
        self._head = head
        self._show(current, head)
        for tile, _ in tiles:
            if tile.width == WIDTH:
                folder.remove_partial(tile)
        return head

    def _show(self, current: TransparencyLog, head: Checkpoint) -> None:
        """Sign a head that is on the disk, and let readers see it."""
        signed = self._signer.checkpoint(*head)
        if current.head().note != signed:
            current.folder.write(CHECKPOINT_FILE, signed.encode())
            current.folder.sync()


def _back(leaf: Leaf) -> int:
    """When the service was back after the outage of a leaf, in milliseconds; 0 for other leaves."""
    return int(leaf["to"]) - REST if leaf["k"] == "outage" else 0


def read_head(log: TransparencyLog) -> Checkpoint:
    """The head outside the database; `OSError` or ValueError if there is none."""
    head = parse_checkpoint(log.folder.read(HEAD_FILE).decode())
    published = log.head()
    if (
        head.origin != log.origin
        or head.size < published.size
        or (head.size == published.size and head.root != published.root)
    ):
        raise ValueError(
            f"its head of {head.size} leaves is not the one that was signed last, of {published.size}"
        )
    return head
