"""Committed randomness: every die and shuffle follows from a key, an epoch and a slot.

A *draw* (one throw of dice, one shuffle) uses one slot. Rules have no other source of chance, so the same
log and the same keys always give the same dice. The scheme is `gamelog/v1`, section Draws.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from functools import lru_cache
from hashlib import sha256
from operator import mod
from struct import Struct
from typing import Any, Generic, TypeVar

import msgspec

from domain.hidden import Hidden

T = TypeVar("T")
EPOCHS = 4
WORDS = Struct(">4Q")
"""A block of a stream."""
PLACE = Struct(">2I")
"""Epoch and slot."""
STREAM_BYTES = 8160


class Roll(msgspec.Struct, frozen=True):
    """Dice thrown from one slot: `values[i]` is 1..`sides[i]`, all public, checkable at once."""

    epoch: int
    slot: int
    sides: tuple[int, ...]
    values: tuple[int, ...]


class Shuffle(msgspec.Struct, Generic[T], frozen=True):
    """A shuffle from one slot; every place of the new `order` is a commitment of its own.

    The order before the shuffle is `of` if it is public, else `refs`: the places in the log where the
    shuffled secrets were committed ("4/d/deck/order/7").
    """

    epoch: int
    slot: int
    order: tuple[Hidden[T], ...]
    of: tuple[T, ...] = ()
    refs: tuple[str, ...] = ()


class Used(msgspec.Struct, frozen=True, gc=False):
    """Which slots have been used for throws and for shuffles, including those of versions taken back.

    Bit `epoch * slots + slot` of `throws` or `shuffles` represents a slot.
    """

    throws: int = 0
    shuffles: int = 0

    def with_slot(self, kind: type, epoch: int, slot: int, slots: int) -> "Used":
        """The usage with one more slot; `kind` is Roll or Shuffle."""
        bit = 1 << epoch * slots + slot
        if kind is Roll:
            return Used(self.throws | bit, self.shuffles)
        return Used(self.throws, self.shuffles | bit)

    def slot_for(self, kind: type, epoch: int, slot: int, slots: int) -> tuple[int, int]:
        """The slot itself; if the other kind has used it, the one after the highest used slot."""
        others = self.shuffles if kind is Roll else self.throws
        return self.next_unused(slots) if others >> epoch * slots + slot & 1 else (epoch, slot)

    def next_unused(self, slots: int) -> tuple[int, int]:
        """The slot after the highest used one."""
        return divmod((self.throws | self.shuffles).bit_length(), slots)


class Slots(msgspec.Struct, frozen=True, gc=False):
    """The next slot that has not been used on the surviving line, and all used ones. `count`: slots per epoch.

    `drawn` counts the draws of the surviving line.
    """

    epoch: int = 0
    slot: int = 0
    used: Used = Used()
    drawn: int = 0

    def after(self, draw: Roll | Shuffle[Any], count: int) -> "Slots":
        """Once this draw was made."""
        epoch, slot = next_slot(draw.epoch, draw.slot, count)
        used = self.used.with_slot(type(draw), draw.epoch, draw.slot, count)
        return Slots(epoch, slot, used, self.drawn + 1)

    def beside(self, draw: Roll | Shuffle[Any], count: int) -> "Slots":
        """Once this draw was made on a line that was left: its slot is used, and the next one is the same."""
        used = self.used.with_slot(type(draw), draw.epoch, draw.slot, count)
        return Slots(self.epoch, self.slot, used, self.drawn)

    def fresh(self, count: int) -> "Slots":
        """The next slot is one never used before."""
        return Slots(*self.used.next_unused(count), self.used, self.drawn)


class Draws(ABC):
    """The source of entropy: `words(epoch, slot)` is the same stream at every call. `slots` are committed per epoch."""

    slots: int

    @abstractmethod
    def words(self, epoch: int, slot: int) -> "Words": ...

    def left(self, epoch: int, slot: int) -> int:
        """Unused slots from this one on, over all epochs."""
        return (EPOCHS - epoch) * self.slots - slot


class DrawsUsedUp(Exception):
    """Every committed slot of every epoch has been used."""


INNER, OUTER = (bytes(byte ^ pad for byte in range(256)) for pad in (0x36, 0x5C))
BLOCK = 64


def pads_of(key: bytes) -> tuple[bytes, bytes]:
    """The inner and the outer block of HMAC-SHA-256 with this key."""
    padded = (key if len(key) <= BLOCK else sha256(key).digest()).ljust(BLOCK, b"\0")
    return padded.translate(INNER), padded.translate(OUTER)


class Keyed:
    """HMAC-SHA-256 (RFC 2104) with one key, whose pads are hashed once.

    A third of the time of `hmac.digest`, which fetches the hash function anew and hashes both pads for every message.
    """

    __slots__ = ("_inner", "_outer")

    def __init__(self, key: bytes) -> None:
        self._inner, self._outer = map(sha256, pads_of(key))

    def digest(self, message: bytes) -> bytes:
        inner, outer = self._inner.copy(), self._outer.copy()
        inner.update(message)
        outer.update(inner.digest())
        return outer.digest()


by_mix = lru_cache(maxsize=1 << 10)(Keyed)
"""Seats' mixes are the same for all draws of an epoch, and public once it has begun."""


@lru_cache(maxsize=1 << 10)
def limit_below(m: int) -> int:
    """The largest multiple of m that a word can reach."""
    return (1 << 64) - (1 << 64) % m


@lru_cache(maxsize=1 << 10)
def least_limit(bounds: tuple[int, ...]) -> int:
    """Words below this are discarded for none of these."""
    return min(map(limit_below, bounds))


class Words:
    """The stream of one slot, read as 8-byte big-endian integers (RFC 5869 expansion, computed as it is read).

    A throw reads one or two blocks, for which a `Keyed` would take longer to make than it saves.
    """

    __slots__ = ("_block", "_counter", "_info", "_inner", "_outer", "_words")

    def __init__(self, key: bytes, mix: bytes, info: bytes) -> None:
        self._inner, self._outer = pads_of(by_mix(mix).digest(key))
        self._info = info
        self._block = b""
        self._words: list[int] = []
        self._counter = 0

    def _read_block(self) -> None:
        self._counter += 1
        if self._counter * 32 > STREAM_BYTES:
            raise DrawsUsedUp("one draw may take at most 8,160 bytes of its slot's stream")
        inner = sha256(self._inner + self._block + self._info + self._counter.to_bytes())
        self._block = sha256(self._outer + inner.digest()).digest()
        self._words += WORDS.unpack(self._block)

    def below(self, m: int) -> int:
        """A uniform integer in 0..m-1; words at or above the largest multiple of m are discarded."""
        limit = limit_below(m)
        while True:
            if not self._words:
                self._read_block()
            if (word := self._words.pop(0)) < limit:
                return word % m

    def below_each(self, bounds: Sequence[int]) -> list[int]:
        """One number after the other `below` its bound; at once if no word has to be discarded, as nearly always."""
        words, count = self._words, len(bounds)
        while len(words) < count:
            self._read_block()
        if not count or max(words) >= least_limit(tuple(bounds)):
            return [self.below(m) for m in bounds]
        numbers = [*map(mod, words, bounds)]
        del words[:count]
        return numbers

    def roll(self, sides: Sequence[int]) -> tuple[int, ...]:
        return tuple([1 + value for value in self.below_each(sides)])

    def shuffle(self, items: Sequence[T]) -> list[T]:
        """Fisher-Yates from the last place down."""
        a = list(items)
        places = range(len(a) - 1, 0, -1)
        for i, j in zip(places, self.below_each(range(len(a), 1, -1)), strict=True):
            a[i], a[j] = a[j], a[i]
        return a


def draw_info(game_id: bytes, epoch: int, slot: int) -> bytes:
    return b"gamelog/v1/draw\n" + game_id + PLACE.pack(epoch, slot)


def draw_key_label(game_id: bytes, epoch: int, slot: int) -> bytes:
    return b"gamelog/v1/draw-key\n" + game_id + PLACE.pack(epoch, slot)


class KeyedDraws(Draws):
    """Draws of one game from its secret `master` (32 bytes) and the seats' mix of every epoch (32 bytes each)."""

    def __init__(self, master: bytes, game_id: bytes, mix: Callable[[int], bytes], slots: int) -> None:
        self._master = Keyed(master)
        self._game_id = game_id
        self._mix = mix
        self.slots = slots

    def key(self, epoch: int, slot: int) -> bytes:
        return self._master.digest(draw_key_label(self._game_id, epoch, slot))

    def words(self, epoch: int, slot: int) -> Words:
        return Words(self.key(epoch, slot), self._mix(epoch), draw_info(self._game_id, epoch, slot))


def seeded_draws(seed: bytes, slots: int = 1 << 20) -> KeyedDraws:
    """Draws for simulations and tests, from a public seed."""
    return KeyedDraws(seed.ljust(32, b"\0"), seed.ljust(16, b"\0")[:16], lambda epoch: seed, slots)


def next_slot(epoch: int, slot: int, slots: int) -> tuple[int, int]:
    """The slot after this one; after the last slot of an epoch, the first of the next."""
    return (epoch, slot + 1) if slot + 1 < slots else (epoch + 1, 0)
