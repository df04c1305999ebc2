"""Snapshots of long logs in the store: a process that reads a game for the first time replays only a short part of its log.

They are a cache beside the log, which stays authoritative. They hold what their log hides, so they are encrypted, and bound
to their game. The snapshots of a game are valid only if its log continues them (hashed on, it must give the root of the
stored checkpoint) and only for the exact code that made them. Invalid ones are ignored, and the log is replayed instead.
"""

from __future__ import annotations

import io
import pickle
import zlib
from collections.abc import Iterable, Iterator, Mapping
from enum import Enum
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec
import structlog

from domain.ledger import note
from domain.ledger.merkle import Frontier, leaf_hash
from domain.packages.installed import hashes
from domain.ruleset import Ruleset
from domain.table import fold as folding
from domain.table.fold import Fold
from projections.build_id import digest_of
from service.store import Statement, Store, StoreUnusable

log = structlog.get_logger("kronika.log")
STORED_INTERVAL = 128
"""Versions between two stored snapshots of a log."""
DOMAIN = Path(folding.__file__).parents[1]
DOMAIN_PREFIX = folding.__name__.rsplit(".", 2)[0] + "."
"""The prefix of the domain's module names."""
VALUE_TYPES = (msgspec.Struct, tuple, Enum)

INDEX = """SELECT sealed, lobby.version, checkpoint FROM folded_games JOIN lobby ON lobby.game = folded_games.game
    WHERE folded_games.game = ? AND code = ?"""
SNAPSHOT = "SELECT sealed FROM folds WHERE game = ? AND version = ?"
LOCK_GAME = "UPDATE lobby SET hidden = hidden WHERE game = ?"
DELETE = "DELETE FROM folds WHERE game = ?"
UPSERT = """INSERT INTO folds (game, version, sealed) VALUES (?, ?, ?)
    ON CONFLICT (game, version) DO UPDATE SET sealed = excluded.sealed"""
UPSERT_INDEX = """INSERT INTO folded_games (game, code, sealed) VALUES (?, ?, ?)
    ON CONFLICT (game) DO UPDATE SET code = excluded.code, sealed = excluded.sealed"""
TABLES = ("folds", "folded_games")
DELETE_ORPHANS = (
    "DELETE FROM {table} WHERE game = ? AND NOT EXISTS (SELECT 1 FROM lobby WHERE game = ? AND hidden < 2)"
)
"""A game that was deleted for good, or has expired, leaves none."""


class SnapshotIndex(msgspec.Struct, frozen=True):
    """The stored snapshots of a game, and the length of its log then, as the frontier of its Merkle log.

    `ways`: where each rewind up to there leads. `folds`: the SHA-256 of each encrypted snapshot, by version.
    """

    frontier: Frontier = Frontier()
    ways: Mapping[int, int] = {}
    folds: Mapping[int, bytes] = {}


NO_SNAPSHOTS = SnapshotIndex()
_decoder = msgspec.msgpack.Decoder(SnapshotIndex)


@cache
def code_id() -> str:
    """Identifies the code that folds: other code may fold to other values, or to other types."""
    packages = ",".join(hashes().values())
    return sha256(f"{DOMAIN_PREFIX}{packages}".encode() + digest_of([DOMAIN], ".py", ".json")).hexdigest()


class SnapshotStore:
    """The snapshots in one store. Any thread may use it."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def index(self, game: str) -> SnapshotIndex:
        """The valid snapshots of a game, or `NO_SNAPSHOTS`."""
        for sealed, version, checkpoint in self._store.query(INDEX, (game, code_id()), of=game):
            plain = self._decrypted(sealed, game, 0)
            index = NO_SNAPSHOTS if plain is None else _decoder.decode(plain)
            if self._continued(game, index, version, checkpoint):
                return index
            log.warning("snapshots-ignored", game=game, version=version)
        return NO_SNAPSHOTS

    def _continued(self, game: str, index: SnapshotIndex, version: int, checkpoint: str) -> bool:
        later = self._store.entries(game, index.frontier.size, version)
        head = index.frontier.extend(map(leaf_hash, later))
        try:
            signed = note.parse_checkpoint(checkpoint.partition("\n\n")[0] + "\n")
        except note.BadNote:
            return False
        return (head.size, head.size, head.root()) == (version, signed.size, signed.root)

    def load(self, game: str, version: int, index: SnapshotIndex, ruleset: Ruleset[Any]) -> Fold | None:
        """The snapshot at one of the versions of `index`; None if it is not the one that was stored."""
        for (sealed,) in self._store.query(SNAPSHOT, (game, version), of=game):
            plain = self._decrypted(sealed, game, version)
            if plain is not None and sha256(sealed).digest() == index.folds[version]:
                return self._unpacked(game, zlib.decompress(plain), ruleset)
        return None

    def _unpacked(self, game: str, packed: bytes, ruleset: Ruleset[Any]) -> Fold | None:
        """None if a ruleset's state holds types other than the domain's; its games are replayed from their logs."""
        try:
            return Fold.from_reached(ruleset, _Unpickler(io.BytesIO(packed)).load())
        except pickle.UnpicklingError:
            log.exception("snapshot-unreadable", game=game)
            return None

    def _decrypted(self, sealed: bytes, game: str, version: int) -> bytes | None:
        try:
            return self._store.unseal(sealed, _bound_to(game), version)
        except StoreUnusable:
            return None

    def saving(self, game: str, index: SnapshotIndex, folds: Iterable[Fold]) -> Iterator[Statement]:
        """Save `folds` beside those of `index`, which has the new length of the log; they replace all others.

        They leave nothing if the game is being deleted: the lock orders the two transactions.
        """
        yield Statement(LOCK_GAME, (game,))
        if not index.folds:
            yield Statement(DELETE, (game,))
        digests = dict(index.folds)
        for it in folds:
            packed = zlib.compress(pickle.dumps(it.reached(), pickle.HIGHEST_PROTOCOL), 1)
            sealed = self._store.seal(packed, _bound_to(game), it.version)
            digests[it.version] = sha256(sealed).digest()
            yield Statement(UPSERT, (game, it.version, sealed))
        listed = msgspec.msgpack.encode(SnapshotIndex(index.frontier, index.ways, digests))
        yield Statement(UPSERT_INDEX, (game, code_id(), self._store.seal(listed, _bound_to(game), 0)))
        for table in TABLES:
            yield Statement(DELETE_ORPHANS.format(table=table), (game, game))


def _bound_to(game: str) -> str:
    """The associated data of the encryption, so that no other ciphertext of the game can be put in a snapshot's place."""
    return f"folds of {game}"


class _Unpickler(pickle.Unpickler):
    """Reads values and the domain's own types; it resolves no name that could be called for another purpose."""

    def find_class(self, module: str, name: str) -> Any:
        found = super().find_class(module, name) if module.startswith(DOMAIN_PREFIX) else None
        if (
            isinstance(found, type)
            and issubclass(found, VALUE_TYPES)
            and found.__module__.startswith(DOMAIN_PREFIX)
        ):
            return found
        raise pickle.UnpicklingError(f"{module}.{name} is no part of a fold")
