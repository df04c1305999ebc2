"""Ids and keys of games that nobody has asked for yet, made ahead because hashing a game's 16,384 draw keys takes a while.

They lie in a table, encrypted as they will lie beside entry 0, and are taken by the transaction that creates their game. A
database may be replaced by an older copy of itself, which has keys again that were used since. So they count only as long as
the service has not been started anew (`run`, a file in the data folder), and only for ids that were never signed here: all
else is left, and in the end deleted.
"""

from __future__ import annotations

import secrets
import time
import uuid
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

import orjson

from service.log.keys import GameKeys
from service.log.signed_heads import SignedHeads
from service.store import Statement, Store, StoreUnusable
from service.store.private_files import open_private
from service.system.clock import DAY, now

FILE = "run"
MOST = 12
"""Made ahead for each number of slots."""
LOOK_EVERY = 1.0
"""Seconds between two looks at how many there are."""
REST = 5
"""Times as long as it took to make one, before the next: the processor is for those who play."""
COUNT = "SELECT slots, count(*) FROM keys_ahead WHERE run = ? GROUP BY slots"
PUT = "INSERT INTO keys_ahead (game, run, slots, sealed, at) VALUES (?, ?, ?, ?, ?)"
FIND = "SELECT game, sealed FROM keys_ahead WHERE run = ? AND slots = ? AND game > ? ORDER BY game LIMIT 1"
USE = "DELETE FROM keys_ahead WHERE game = ?"
OUTDATED = "DELETE FROM keys_ahead WHERE run <> ? AND at < ?"
ALL = "DELETE FROM keys_ahead"


class Drawn(NamedTuple):
    """Keys for one game, and what has to be written with it."""

    keys: GameKeys
    beside: Sequence[Statement]


class KeysAhead:
    """Those of one start of the service on one machine. Without one nothing is made ahead, and nothing found."""

    def __init__(self, store: Store, signed: SignedHeads, run: str | None) -> None:
        self._store, self._signed, self._run = store, signed, run

    def take(self, slots: int) -> Drawn | None:
        """Some that were made ahead, or None. Of two who take the same one's game is there first: `Conflict`."""
        if self._run is None:
            return None
        for begin in (secrets.token_hex(16), ""):  # anywhere, so that two at once take different ones
            for game, sealed in self._store.query(FIND, (self._run, slots, begin)):
                used = Statement(USE, (game,))
                keys = self._opened(game, sealed, slots)
                if keys is not None:
                    return Drawn(keys, [used])
                self._store.append("", [], [used])
        return None

    def _opened(self, game: str, sealed: bytes, slots: int) -> GameKeys | None:
        """None for those of a game that there was, and for what is not as it was put there."""
        if self._signed.last(game) is not None:
            return None
        try:
            return GameKeys.unpacked(game, self._store.unseal(sealed, game, 1), slots)
        except StoreUnusable:
            return None

    def put(self, slots: int) -> None:
        """Make one more."""
        keys = GameKeys.fresh(uuid.uuid4().hex, slots)
        game = keys.game.hex()
        roots = keys.roots  # with them the tops become known that are packed
        packed = orjson.dumps({**orjson.loads(keys.pack()), "roots": roots})
        row = (game, self._run, slots, self._store.seal(packed, game, 1), now())
        self._store.append("", [], [Statement(PUT, row)])

    def wanted(self, slots: Sequence[int]) -> list[int]:
        """The numbers of slots that there are too few for."""
        there = dict(self._store.query(COUNT, (self._run,)))
        return [number for number in slots if there.get(number, 0) < MOST]

    def follow(self, slots: Sequence[int]) -> None:
        """For ever, whether the database can be used at the moment or not."""
        if self._run is None:
            return
        outdated = [Statement(OUTDATED, (self._run, now() - DAY))]
        while True:
            with suppress(StoreUnusable):
                if outdated:
                    self._store.append("", [], outdated)
                    outdated = []
                for number in self.wanted(slots):
                    began = time.monotonic()
                    self.put(number)
                    time.sleep(REST * (time.monotonic() - began))
            time.sleep(LOOK_EVERY)

    def empty(self) -> None:
        """Of a database that was restored: nobody knows which of them were used since."""
        self._store.append("", [], [Statement(ALL)])


def begin_run(data: Path) -> None:
    """When a service starts, before its processes do."""
    with open(open_private(data / FILE), "w") as file:
        file.truncate()
        file.write(secrets.token_hex(16))


def this_run(data: Path) -> str | None:
    """The last one begun; None where a service was never started from this folder."""
    try:
        return (data / FILE).read_text() or None
    except FileNotFoundError:
        return None
