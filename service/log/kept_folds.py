"""Folds of long logs kept in the store, so that a process which reads a game for the first time folds a short stretch only.

They are a cache beside the log, which stays the truth. All of it is encrypted, since it holds what its log hides, and bound to
its game. What is kept of a game counts only as long as its log goes on from there: hashed on, it comes to the root that was
signed last. And only for the very code that folded it. Whatever is not so is passed over as if it were not there.
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
from domain.ruleset import Ruleset
from domain.table import fold as folding
from domain.table.fold import Fold
from projections.build_id import digest_of
from service.store import Statement, Store, StoreUnusable

log = structlog.get_logger("kronika.log")
APART = 128
"""Versions between two folds of a log that are kept."""
DOMAIN = Path(folding.__file__).parents[1]
OURS = folding.__name__.rsplit(".", 2)[0] + "."
"""What the names of the domain's modules begin with."""
VALUES = (msgspec.Struct, tuple, Enum)

KEPT = """SELECT sealed, lobby.version, checkpoint FROM folded_games JOIN lobby ON lobby.game = folded_games.game
    WHERE folded_games.game = ? AND code = ?"""
FOLD = "SELECT sealed FROM folds WHERE game = ? AND version = ?"
HOLD = "UPDATE lobby SET hidden = hidden WHERE game = ?"
FORGET = "DELETE FROM folds WHERE game = ?"
PUT = """INSERT INTO folds (game, version, sealed) VALUES (?, ?, ?)
    ON CONFLICT (game, version) DO UPDATE SET sealed = excluded.sealed"""
PUT_LIST = """INSERT INTO folded_games (game, code, sealed) VALUES (?, ?, ?)
    ON CONFLICT (game) DO UPDATE SET code = excluded.code, sealed = excluded.sealed"""
TABLES = ("folds", "folded_games")
UNLESS_THERE = (
    "DELETE FROM {table} WHERE game = ? AND NOT EXISTS (SELECT 1 FROM lobby WHERE game = ? AND hidden < 2)"
)
"""A game that was deleted for good, or has expired, leaves none."""


class Kept(msgspec.Struct, frozen=True):
    """What is kept of a game: up to where, as the frontier of its Merkle log; the ways back up to there; its folds.

    `folds`: the SHA-256 of what lies there encrypted, by version.
    """

    frontier: Frontier = Frontier()
    ways: Mapping[int, int] = {}
    folds: Mapping[int, bytes] = {}


NONE = Kept()
_kept = msgspec.msgpack.Decoder(Kept)


@cache
def code() -> str:
    """Names the code that folds: another one may fold to something else, or to other types."""
    return sha256(OURS.encode() + digest_of([DOMAIN], ".py", ".json")).hexdigest()


class KeptFolds:
    """Those of one store. Any thread may use them."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def of(self, game: str) -> Kept:
        """What is kept of a game; `NONE` if that is nothing, or does not belong to its log as it is."""
        for sealed, version, checkpoint in self._store.query(KEPT, (game, code())):
            plain = self._opened(sealed, game, 0)
            kept = NONE if plain is None else _kept.decode(plain)
            if self._continued(game, kept, version, checkpoint):
                return kept
            log.warning("folds-passed-over", game=game, version=version)
        return NONE

    def _continued(self, game: str, kept: Kept, version: int, checkpoint: str) -> bool:
        later = self._store.entries(game, kept.frontier.size, version)
        head = kept.frontier.extend(map(leaf_hash, later))
        try:
            signed = note.parse_checkpoint(checkpoint.partition("\n\n")[0] + "\n")
        except note.BadNote:
            return False
        return (head.size, head.size, head.root()) == (version, signed.size, signed.root)

    def fold(self, game: str, version: int, kept: Kept, ruleset: Ruleset[Any]) -> Fold | None:
        """The fold at one of the versions of `kept`; None if it is not the one that was put there then."""
        for (sealed,) in self._store.query(FOLD, (game, version)):
            plain = self._opened(sealed, game, version)
            if plain is not None and sha256(sealed).digest() == kept.folds[version]:
                return self._read(game, zlib.decompress(plain), ruleset)
        return None

    def _read(self, game: str, packed: bytes, ruleset: Ruleset[Any]) -> Fold | None:
        """A ruleset may keep values in its state that are no part of a fold; its games are folded from their logs, then."""
        try:
            return Fold.from_reached(ruleset, _Reader(io.BytesIO(packed)).load())
        except pickle.UnpicklingError:
            log.exception("fold-not-read", game=game)
            return None

    def _opened(self, sealed: bytes, game: str, version: int) -> bytes | None:
        try:
            return self._store.opened(sealed, _place(game), version)
        except StoreUnusable:
            return None

    def putting(self, game: str, kept: Kept, folds: Iterable[Fold]) -> Iterator[Statement]:
        """Put `folds` beside those of `kept`, which says how far the log has come; in place of all others.

        They leave nothing if the game is deleted at this moment: of two transactions at once one comes later.
        """
        yield Statement(HOLD, (game,))
        if not kept.folds:
            yield Statement(FORGET, (game,))
        digests = dict(kept.folds)
        for it in folds:
            packed = zlib.compress(pickle.dumps(it.reached(), pickle.HIGHEST_PROTOCOL), 1)
            sealed = self._store.sealed(packed, _place(game), it.version)
            digests[it.version] = sha256(sealed).digest()
            yield Statement(PUT, (game, it.version, sealed))
        listed = msgspec.msgpack.encode(Kept(kept.frontier, kept.ways, digests))
        yield Statement(PUT_LIST, (game, code(), self._store.sealed(listed, _place(game), 0)))
        for table in TABLES:
            yield Statement(UNLESS_THERE.format(table=table), (game, game))


def _place(game: str) -> str:
    """What it is encrypted for: nothing else of the game, such as what somebody wrote, can be put in its place."""
    return f"folds of {game}"


class _Reader(pickle.Unpickler):
    """Reads values and the domain's own types; it finds nothing that could be called to any other end."""

    def find_class(self, module: str, name: str) -> Any:
        found = super().find_class(module, name) if module.startswith(OURS) else None
        if isinstance(found, type) and issubclass(found, VALUES) and found.__module__.startswith(OURS):
            return found
        raise pickle.UnpicklingError(f"{module}.{name} is no part of a fold")
