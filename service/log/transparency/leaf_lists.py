"""The lists of leaves that files carry: all leaves of a game or tournament under a head of the log of logs, with proofs.

For each list, the first head that has it and the promised quorum is stored and never replaced, so that everybody gets the same.
The background worker follows the log: a new leaf makes lists due, and a head that is large enough, and cosigned by the quorum,
settles them. Lists under a log that is lost stay as they are.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import NamedTuple

import msgspec
import orjson

from domain.ledger.audit import Cosignature, ListedLeaf, ServiceLog
from domain.ledger.log_leaf import Leaf
from domain.ledger.merkle import leaf_hash, path_root
from domain.ledger.note import Checkpoint
from domain.ledger.text import b64
from domain.table.events import Witnessed
from service.log.loaded import LoadedGame
from service.log.signing import Signer
from service.log.transparency.log import LogUnusable, TransparencyLog
from service.log.transparency.logs import Logs
from service.store import Statement, Store
from service.system.clock import now

PLACE = "SELECT place, witnessed FROM log_places WHERE id = ?"
GAMES = (
    """SELECT game, witnessed FROM tournament_games JOIN log_places ON place = game WHERE tournament = ?"""
)
IDS = """SELECT id FROM log_places WHERE place = ?
    OR place = (SELECT tournament FROM tournament_games WHERE game = ?)"""
MAKE_DUE = (
    "INSERT INTO leaf_lists_due (log, witnessed, size, place) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING"
)
DUE = "SELECT witnessed, min(size) FROM leaf_lists_due WHERE log = ? GROUP BY witnessed"
DUE_AT = """SELECT DISTINCT place FROM leaf_lists_due WHERE log = ? AND witnessed = ? AND size <= ?
    ORDER BY place LIMIT ?"""
SETTLED = "DELETE FROM leaf_lists_due WHERE log = ? AND witnessed = ? AND size <= ? AND place = ?"
INSERT = (
    "INSERT INTO leaf_lists (place, leaves, n, list, made_at) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING"
)
PROVED = "SELECT min(made_at) FROM leaf_lists WHERE place = ? AND leaves >= 2"
SEATS_PROVED = """INSERT INTO proved_tournaments (tournament, at) SELECT id, ? FROM tournaments WHERE id = ?
    ON CONFLICT DO NOTHING"""
"""For tournaments only; the deadlines of games are in `due`."""
HOLDERS = """SELECT game, witnessed FROM outages_held JOIN log_places ON log_places.place = game
    JOIN log_leaves ON log_leaves.id = log_places.id WHERE outages_held.n = ? AND log = ? AND k = 'game'"""
"""Only games of this log: those of an earlier one have other outages of this number."""
HELD = "SELECT n, version FROM outages_held WHERE game = ? ORDER BY n"
LONGEST = "SELECT list FROM leaf_lists WHERE place = ? AND n <= ? ORDER BY leaves DESC LIMIT 1"
BATCH = 256
"""Leaves, or lists, in one transaction."""
PAUSE = 0.1
"""Seconds between two looks at the log, at least."""
LONGEST_WAIT = 2.0
"""Seconds after which the log is looked at although no commit was noticed: it may be readable again."""
ANY_VERSION = 2**53
_decode = msgspec.json.Decoder(ServiceLog).decode


class CosignedHead(NamedTuple):
    """A head of the log with the cosignatures that a list under it carries."""

    size: int
    root: bytes
    cosignatures: Sequence[Cosignature] = ()


CosignedHeads = Callable[[str, Witnessed, int], Iterable[CosignedHead]]
"""The heads of a log that have the quorum and at least so many leaves, the smallest first."""


def leaf_list_of(store: Store, loaded: LoadedGame) -> ServiceLog | None:
    """The longest list of a game that speaks of no later version; None before the first one."""
    if loaded.imported:
        return loaded.keys.service_log
    return _longest(store, loaded.id, loaded.version)


def tournament_leaf_list(store: Store, id: str) -> ServiceLog | None:
    """The longest list of a tournament; None before the first one."""
    return _longest(store, id, ANY_VERSION)


def _longest(store: Store, place: str, version: int) -> ServiceLog | None:
    return next((_decode(listed) for (listed,) in store.query(LONGEST, (place, version))), None)


def proved_at(store: Store, place: str) -> int | None:
    """Since when (milliseconds) the proof is served that all seats of a game or tournament are taken; None before that.

    Its leaf is the second one, after that of the creation.
    """
    [(made_at,)] = store.query(PROVED, (place,))
    return None if made_at is None else int(made_at)


class LeafLists:
    """Makes the lists under the log that the service writes to. For one thread."""

    def __init__(self, store: Store, logs: Logs, signer: Signer, cosigned: CosignedHeads) -> None:
        self._store, self._logs, self._signer, self._cosigned = store, logs, signer, cosigned

    def follow(self) -> None:
        """Run until the store closes. While the log cannot be read, lists wait."""
        for _ in self._store.commits(PAUSE, LONGEST_WAIT):
            with suppress(LogUnusable):  # the sequencer reports it
                while self.make():
                    pass

    def make(self) -> bool:
        """One round; whether there may be more to do."""
        known = self._logs.known()
        if not known:
            return False
        log = self._logs.of(known[-1].origin)
        return self._read_on(log, known[-1]) | self._settle(log, known[-1])

    def _read_on(self, log: TransparencyLog, known: Checkpoint) -> bool:
        """Make the lists of the next leaves due; whether there were any."""
        name = f"leaf lists {log.origin}"
        begin = self._store.position(name)
        end = min(known.size, begin + BATCH)
        if begin >= end:
            return False
        places = [place for index in range(begin, end) for place in self._places(index, log)]
        self._store.project(name, end, [Statement(MAKE_DUE, place) for place in places])
        return True

    def _places(self, index: int, log: TransparencyLog) -> Iterator[tuple[object, ...]]:
        """What is due with this leaf: the list of its game, or of its tournament and all games of it."""
        leaf = orjson.loads(log.leaf(index))
        if leaf["k"] == "outage":
            yield from self._holders(index, log, leaf["n"])
        for place, witnessed in self._store.query(PLACE, (leaf.get("id", ""),)):
            yield log.origin, witnessed, index + 1, place
            for game, promised in self._store.query(GAMES, (place,)):
                yield log.origin, promised, index + 1, game

    def _holders(self, index: int, log: TransparencyLog, n: int) -> Iterator[tuple[object, ...]]:
        """The lists of the games that hold an outage. One that holds it later is made due by its commit."""
        for game, witnessed in self._store.query(HOLDERS, (n, log.origin)):
            yield log.origin, witnessed, index + 1, game

    def _settle(self, log: TransparencyLog, known: Checkpoint) -> bool:
        """Store the lists that a head has; whether there may be more."""
        more = False
        for witnessed, size in self._store.query(DUE, (log.origin,)):
            for head in self._heads(known, witnessed, size):
                more |= self._store_lists(log, witnessed, head)
        return more

    def _heads(self, known: Checkpoint, witnessed: str, size: int) -> Iterable[CosignedHead]:
        """The heads that may settle lists from this size on; never beyond the index of the leaves."""
        if not witnessed:
            return [CosignedHead(known.size, known.root)]
        promised = msgspec.json.decode(witnessed, type=Witnessed)
        return (head for head in self._cosigned(known.origin, promised, size) if head.size <= known.size)

    def _store_lists(self, log: TransparencyLog, witnessed: str, head: CosignedHead) -> bool:
        due = self._store.query(DUE_AT, (log.origin, witnessed, head.size, BATCH))
        rows = [row for (place,) in due for row in self._rows(log, witnessed, head, place)]
        if rows:
            self._store.append("", [], rows)
        return len(due) == BATCH

    def _rows(
        self, log: TransparencyLog, witnessed: str, head: CosignedHead, place: str
    ) -> Iterator[Statement]:
        held = dict(self._store.query(HELD, (place,)))
        listed = self._list(log, head, place, held)
        n = max(_speaks_of(orjson.loads(one.leaf), held) for one in listed.leaves)
        row = (place, len(listed.leaves), n, msgspec.json.encode(listed).decode(), now())
        yield Statement(INSERT, row)
        if len(listed.leaves) == 2:
            yield Statement(SEATS_PROVED, (now(), place))
        yield Statement(SETTLED, (log.origin, witnessed, head.size, place))

    def _list(
        self, log: TransparencyLog, head: CosignedHead, place: str, held: Collection[int]
    ) -> ServiceLog:
        found = [index for (id,) in self._store.query(IDS, (place, place)) for index in log.indexes_of(id)]
        outages = [log.index_of("outage", "", n) for n in held]
        indexes = sorted({index for index in (*found, *outages) if index is not None and index < head.size})
        return ServiceLog(
            checkpoint=self._signer.checkpoint(log.origin, head.size, head.root),
            cosignatures=tuple(head.cosignatures),
            leaves=tuple(_listed(log, index, head) for index in indexes),
        )


def _speaks_of(leaf: Leaf, held: Mapping[int, int]) -> int:
    """The version that a leaf speaks of: a file of an earlier one does not have it. `held`: versions by outage."""
    return held.get(leaf["n"], 0) if leaf["k"] == "outage" else int(leaf.get("n", 0))


def _listed(log: TransparencyLog, index: int, head: CosignedHead) -> ListedLeaf:
    """A leaf with its proof. `LogUnusable` if the tiles are not those of the head: a list is never replaced."""
    leaf, path = log.leaf(index), log.inclusion(index, head.size)
    if path_root(leaf_hash(leaf), index, head.size, path) != head.root:
        raise log.unusable(f"leaf {index} in it is not under the head of {head.size} leaves")
    return ListedLeaf(index, leaf.decode(), tuple(map(b64, path)))
