"""The keys of a game, stored beside its log: they determine its draws and seal its secrets. Imported games have openings."""

from __future__ import annotations

import secrets
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
import orjson

from domain.draws import Draws, KeyedDraws
from domain.ledger.audit import Cosignature, OpenedKey, ServiceLog, disclosures_by_index
from domain.ledger.keys import KeyTree, mix
from domain.ledger.seal import Secrets, disclosures
from domain.ledger.signed_actions import PATH
from domain.ledger.text import b64, from_b64, from_b64u
from domain.table.events import GameCreated
from domain.table.refusals import Refusal, Refused
from domain.table.state import Table
from service.log import legacy_formats

OPENINGS = ("disclosures", "draws", "checkpoint", "cosignatures", "service_log")


class Keys(ABC):
    """Stored beside entry 0, outside the entries."""

    checkpoint: str | None = None
    """The signed head of a log that this service did not sign."""
    cosignatures: Sequence[Cosignature] | None = None
    """The cosignatures of an imported log; those of this service's own logs are in a table."""
    service_log: ServiceLog | None = None
    """The leaves of an imported game in its service's log of logs, if its file had them."""
    imported_at: int | None = None
    """When the game was imported, in milliseconds; None for a game played here, and if it was not recorded."""

    @property
    @abstractmethod
    def k_salt(self) -> bytes:
        """The key of the salts of new secrets."""

    @abstractmethod
    def draws(self, table: Table) -> Draws:
        """The draws of a table whose seeds are all known."""

    @abstractmethod
    def disclosures(self, index: int, secrets: Secrets) -> Mapping[str, str]:
        """The disclosures of the secrets of entry `index`, by path."""

    @abstractmethod
    def opened(self, epoch: int, slot: int) -> OpenedKey:
        """The key behind one draw, with its proof."""

    @abstractmethod
    def pack(self) -> bytes: ...


class GameKeys(Keys):
    """The secrets of one game: the master of its draws and the salt key of its hidden values, 32 bytes each."""

    def __init__(
        self,
        game: str,
        master: bytes,
        k_salt: bytes,
        slots: int,
        roots: Sequence[str] | None = None,
        tops: bytes | None = None,
    ) -> None:
        """`roots`, and `tops` of the tree, save hashing them, if they are known."""
        self.game = bytes.fromhex(game)
        self.tree = KeyTree(master, self.game, slots, tops)
        self._master, self._k_salt, self._roots = master, k_salt, roots
        self._draws: tuple[Any, Draws] | None = None

    @classmethod
    def fresh(cls, game: str, slots: int) -> GameKeys:
        return cls(game, secrets.token_bytes(32), secrets.token_bytes(32), slots)

    @classmethod
    def unpacked(cls, game: str, packed: bytes, slots: int) -> GameKeys:
        """Keys that `pack` packed, perhaps with `roots` added."""
        keys = orjson.loads(packed)
        tops = from_b64(keys["tops"]) if "tops" in keys else None  # games of earlier versions have none
        return cls(game, from_b64(keys["master"]), from_b64(keys["salt"]), slots, keys.get("roots"), tops)

    @property
    def slots(self) -> int:
        return self.tree.slots

    @property
    def roots(self) -> tuple[str, ...]:
        """The roots of its draw keys, one per epoch, as entry 0 holds them (base64)."""
        return tuple(map(b64, self.tree.roots()) if self._roots is None else self._roots)

    def pack(self) -> bytes:
        tops = self.tree.tops
        more = {} if tops is None else {"tops": b64(tops)}
        return orjson.dumps({"master": b64(self._master), "salt": b64(self._k_salt), **more})

    def pack_with_roots(self) -> bytes:
        """Packed with its roots, so that nothing is left to compute when the game begins."""
        roots = self.roots  # computing them fills in the tops, which are packed, too
        return orjson.dumps({**orjson.loads(self.pack()), "roots": roots})

    @property
    def k_salt(self) -> bytes:
        return self._k_salt

    def draws(self, table: Table) -> Draws:
        """Computed once for the same seeds."""
        made = self._draws  # another thread may compute those of another version
        if made is None or made[0] is not table.seats.seeds:
            roots = [from_b64(root) for root in table.setup.draw_roots]
            seeds = {s.seat: from_b64u(s.seed) for s in table.seats.seeds}
            mixes = [mix(self.game, e, root, seeds) for e, root in enumerate(roots)]
            draws = KeyedDraws(self._master, self.game, mixes.__getitem__, self.tree.slots)
            made = self._draws = table.seats.seeds, draws
        return made[1]

    def disclosures(self, index: int, secrets: Secrets) -> Mapping[str, str]:
        signed = {PATH: secrets[PATH][0]} if PATH in secrets else {}
        return disclosures(index, secrets, self._k_salt) | signed

    def opened(self, epoch: int, slot: int) -> OpenedKey:
        return OpenedKey(epoch, slot, self.tree.key(epoch, slot), self.tree.path(epoch, slot))


class LegacyKeys(GameKeys):
    """The keys of a read-only game of a legacy format: its values can be disclosed, and nothing can be added."""

    @property
    def k_salt(self) -> bytes:
        raise legacy_formats.legacy_refusal()

    def draws(self, table: Table) -> Draws:
        raise legacy_formats.legacy_refusal()


class Imported(Keys):
    """The openings of an imported game. Its keys stayed on the service where it was played."""

    def __init__(self, openings: dict[str, Any], imported_at: int | None) -> None:
        """`openings` holds the members of its audit file that are named in `OPENINGS`; older ones have no `service_log`."""
        self._openings = openings
        self.imported_at = imported_at
        self.checkpoint = openings["checkpoint"]
        self.cosignatures = [Cosignature(**it) for it in openings["cosignatures"]]
        listed = openings.get("service_log")
        self.service_log = None if listed is None else msgspec.convert(listed, ServiceLog)
        self._disclosed = disclosures_by_index(openings["disclosures"])
        self._keys = {(it["epoch"], it["slot"]): it for it in openings["draws"]}

    def pack(self) -> bytes:
        return orjson.dumps({"imported": self._openings, "at": self.imported_at})

    @property
    def k_salt(self) -> bytes:
        raise _read_only()

    def draws(self, table: Table) -> Draws:
        raise _read_only()

    def disclosures(self, index: int, secrets: Secrets) -> Mapping[str, str]:
        return self._disclosed[index]

    def opened(self, epoch: int, slot: int) -> OpenedKey:
        found = self._keys[epoch, slot]
        return OpenedKey(epoch, slot, from_b64u(found["key"]), [from_b64(node) for node in found["path"]])


def _read_only() -> Refused:
    return Refused(Refusal.ILLEGAL_ACTION, "This game was imported, so it is read-only.", rule="table.status")


def unpack(setup: GameCreated, packed: bytes, legacy: bool = False) -> Keys:
    """The keys that `pack` packed; `legacy`: their game is read-only."""
    keys = orjson.loads(packed)
    if "imported" in keys:
        return Imported(keys["imported"], keys.get("at"))
    kind = LegacyKeys if legacy else GameKeys
    return kind.unpacked(setup.game, packed, setup.draw_count)
