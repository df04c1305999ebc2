"""The draw keys of a game, committed before any player's entropy exists, and the players' part in the draws."""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import sha256

from domain.draws import EPOCHS, Keyed, draw_key_label
from domain.ledger.merkle import leaf_hash, levels

SECRET_BYTES = 32
BLOCK = 128
"""Slots whose keys are made together: opening a key costs one block, not a whole tree."""


class KeyTree:
    """The committed keys of one game: `slots` (a power of two) an epoch, under a secret `master` of 32 bytes.

    Caches the upper tree of the current epoch and the block opened last; both are computed on demand.
    """

    def __init__(self, master: bytes, game_id: bytes, slots: int, tops: bytes | None = None) -> None:
        """`tops` are those of the same tree, if known; without them the first draw hashes all keys of an epoch."""
        if len(master) != SECRET_BYTES or slots < 1 or slots & (slots - 1):
            raise ValueError("a key tree needs a secret of 32 bytes and a power of two of slots")
        self.slots = slots
        self._keyed = Keyed(master)
        self._game_id = game_id
        self._block_size = min(BLOCK, slots)
        self._tops = tops if tops is not None and len(tops) == 32 * slots // self._block_size else None
        self._upper: tuple[int, list[list[bytes]]] | None = None
        self._block: tuple[tuple[int, int], list[list[bytes]]] | None = None

    def key(self, epoch: int, slot: int) -> bytes:
        if not (0 <= epoch < EPOCHS and 0 <= slot < self.slots):
            raise IndexError(f"no slot {slot} in epoch {epoch}")
        return self._keyed.digest(draw_key_label(self._game_id, epoch, slot))

    def roots(self) -> tuple[bytes, ...]:
        """The root of every epoch, as entry 0 commits them."""
        # Last epoch first, so that the tree that stays cached is that of the first epoch.
        return tuple(self._upper_levels(epoch)[-1][0] for epoch in reversed(range(EPOCHS)))[::-1]

    def path(self, epoch: int, slot: int) -> list[bytes]:
        """Proof that `key(epoch, slot)` is the committed one."""
        block, position = divmod(slot, self._block_size)
        return [
            *_siblings(self._block_levels(epoch, block), position),
            *_siblings(self._upper_levels(epoch), block),
        ]

    def _upper_levels(self, epoch: int) -> list[list[bytes]]:
        upper = self._upper  # read once: another thread may replace it
        if upper is None or upper[0] != epoch:
            upper = self._upper = epoch, levels(self._block_roots(epoch))
        return upper[1]

    def _block_roots(self, epoch: int) -> list[bytes]:
        if epoch == 0 and self._tops is not None:
            return [self._tops[at : at + 32] for at in range(0, len(self._tops), 32)]
        return [self._make_block(epoch, it)[-1][0] for it in range(self.slots // self._block_size)]

    @property
    def tops(self) -> bytes | None:
        """The roots of all blocks of the first epoch, if already computed; they may be stored with the master."""
        upper = self._upper
        return b"".join(upper[1][0]) if upper is not None and upper[0] == 0 else self._tops

    def _block_levels(self, epoch: int, block: int) -> list[list[bytes]]:
        opened = self._block  # as above
        if opened is None or opened[0] != (epoch, block):
            opened = self._block = (epoch, block), self._make_block(epoch, block)
        return opened[1]

    def _make_block(self, epoch: int, block: int) -> list[list[bytes]]:
        first = block * self._block_size
        slots = range(first, first + self._block_size)
        labels = [draw_key_label(self._game_id, epoch, slot) for slot in slots]
        return levels([leaf_hash(label + self._keyed.digest(label)) for label in labels])


def _siblings(rows: list[list[bytes]], position: int) -> list[bytes]:
    """The path up a full tree: the sibling at every level."""
    return [row[(position >> level) ^ 1] for level, row in enumerate(rows[:-1])]


def mix(game_id: bytes, epoch: int, root: bytes, seeds: Mapping[int, bytes]) -> bytes:
    """The seats' contribution to every draw of an epoch. `seeds` by seat, 32 bytes each."""
    if any(len(seed) != SECRET_BYTES for seed in seeds.values()):
        raise ValueError("a client seed has 32 bytes")
    parts = b"".join(bytes((seat,)) + seeds[seat] for seat in sorted(seeds))
    head = b"gamelog/v1/mix\n" + game_id + epoch.to_bytes(4, "big") + root
    return sha256(head + bytes((len(seeds),)) + parts).digest()
