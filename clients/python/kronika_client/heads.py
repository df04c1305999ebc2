"""What a client that trusts nobody asks of a service's log of games (docs/ledger.md, section 15).

It remembers the newest head of every such log, over all games, and accepts only heads that continue it.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, NamedTuple

from kronika_client import api
from kronika_client.errors import KronikaError, Problem
from kronika_client.steps import Flow, sending
from kronika_client.verifier import merkle
from kronika_client.verifier.leaves import Leaf, log_id, read_leaf
from kronika_client.verifier.note import Checkpoint, read_cosignature, read_key, read_note, vkey_of
from kronika_client.verifier.problems import Failed
from kronika_client.verifier.text import from_b64
from kronika_client.verifier.tiles import WIDTH, tile_name
from kronika_client.verifier.witnesses import Witnesses

PLACE = len("/g/01234567-89ab-cdef-0123-456789abcdef")
Json = dict[str, Any]


class SplitView(KronikaError):
    """Two signed notes that no one log can explain; together they prove that their signer signed both."""

    def __init__(self, why: str, known: str, given: str) -> None:
        super().__init__(why)
        self.known, self.given = known, given


class NotYet(KronikaError):
    """The service has not proved what a client needs to know before it reveals its seed."""


class Promise(NamedTuple):
    """The log that entry 0 promises: its name, the path of its tiles, its key, and the game's id in it."""

    log: str
    path: str
    vkey: str
    id: str
    witnesses: Witnesses

    @classmethod
    def of(cls, created: Json, first: bytes) -> Promise:
        """From the data of entry 0 and its leaf hash."""
        log, vkey = created["log"], vkey_of(created["log"], read_key(created["vkey"]).public)
        promised = created["witnessed"] or {"witnesses": [], "quorum": None}
        witnesses = Witnesses(promised["witnesses"], promised["quorum"])
        return cls(log, f"/v1{log[len(created['origin']) - PLACE :]}", vkey, log_id(first), witnesses)


def seats_leaf(promise: Promise, listed: Json) -> Leaf:
    """The game's leaf of its seats, if the list proves it under the witnesses promised; NotYet or Failed otherwise."""
    head = read_note(listed["checkpoint"], promise.vkey)
    leaves = [_proven(row, head) for row in listed["leaves"]]
    found = [leaf for leaf in leaves if leaf["k"] == "seats" and leaf["id"] == promise.id]
    if not found:
        raise NotYet("the seats are not in the service's log")
    cosigned = [it for it in listed["cosignatures"] if read_cosignature(it["note"], it["vkey"])[0] == head]
    counted = promise.witnesses.count(promise.witnesses.seen(cosigned))
    if promise.witnesses and counted.full is None:
        raise NotYet(f"the service's log is under {counted.words()} only; {counted.silence()}")
    return found[0]


def _proven(row: Json, head: Checkpoint) -> Leaf:
    data, index, path = row["leaf"].encode(), row["index"], [from_b64(node, 32) for node in row["path"]]
    known = index < head.size and len(path) == len(merkle.path_sides(index, head.size))
    if not known or merkle.root_from(merkle.leaf(data), index, head.size, path) != head.root:
        raise Failed("a leaf is not in the service's log")
    return read_leaf(data)


class Heads:
    """The newest head of every log of games. Store `known` (notes by the log's name) where it outlives the program."""

    def __init__(self, known: dict[str, str] | None = None) -> None:
        self.known = known if known is not None else {}

    def following(self, promise: Promise, note: str, patience: float) -> Flow[None]:
        """Remember a head if it is the newest; SplitView if it is of another log than the one known, NotYet without proof."""
        known = self.known.setdefault(promise.log, note)
        older, newer = sorted(
            (read_note(it, promise.vkey) for it in (known, note)), key=lambda head: head.size
        )
        if not (yield from continues(promise.path, older, newer, patience)):
            raise SplitView("this service's log is not the one that is remembered", known, note)
        if read_note(note, promise.vkey) == newer:
            self.known[promise.log] = note


def continues(path: str, older: Checkpoint, newer: Checkpoint, patience: float) -> Flow[bool]:
    """Whether both roots follow from the same hashes, read from the tiles of the log at this path."""
    if older.size in (0, newer.size):
        return older.size == 0 or older == newer
    before: list[bytes] = []
    root = yield from Tiles(path, newer.size, patience).root(0, newer.size, older.size, before)
    first = before.pop()
    while before:
        first = merkle.node(before.pop(), first)
    return (first, root) == (older.root, newer.root)


class Tiles:
    """The tiles of a log of `size` leaves (c2sp.org/tlog-tiles, height 8)."""

    def __init__(self, path: str, size: int, patience: float) -> None:
        self.path, self.size, self.patience = path, size, patience
        self._read: dict[tuple[int, int], list[bytes]] = {}

    def root(self, low: int, high: int, border: int, before: list[bytes]) -> Flow[bytes]:
        """The root over a range of leaves, from full subtrees on one side of `border`; those before it are added to `before`."""
        count = high - low
        if count & (count - 1) == 0 and not low < border < high:
            found = yield from self._subtree(count.bit_length() - 1, low // count)
            before += [found] if high <= border else []
            return found
        middle = low + (1 << (count - 1).bit_length() - 1)
        left = yield from self.root(low, middle, border, before)
        right = yield from self.root(middle, high, border, before)
        return merkle.node(left, right)

    def _subtree(self, height: int, number: int) -> Flow[bytes]:
        wide = 1 << height % 8
        index, first = divmod(number * wide, WIDTH)
        tile = height // 8, index
        if tile not in self._read:
            self._read[tile] = yield from self._tile(*tile)
        return merkle.root(self._read[tile][first : first + wide])

    def _tile(self, level: int, index: int) -> Flow[list[bytes]]:
        """The hashes of a tile; of one that is full by now, if the partial one is gone."""
        width = min(WIDTH, self.size // WIDTH**level - WIDTH * index)
        for name in dict.fromkeys((tile_name(str(level), index, width), tile_name(str(level), index))):
            data = yield from self._data(f"{self.path}/{name}")
            if len(data) >= 32 * width:
                return [data[at : at + 32] for at in range(0, 32 * width, 32)]
        raise NotYet("the service does not prove that its log continues the one that is remembered")

    def _data(self, address: str) -> Flow[bytes]:
        try:
            return (yield from sending(replace(api.get_log_tile(""), path=address), None, self.patience))
        except Problem:
            return b""
