"""L3: every die and shuffle follows from a committed key and the seats' seeds."""

from __future__ import annotations

import hmac
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from . import merkle
from .commitments import Commitments, Draw, Slot
from .export import Export, hash_of
from .problems import Failed, NotAvailable
from .seeds import Beginning, beginning
from .slots import check_places, slots_in_order
from .text import from_b64, same

MAX_STREAM = 8160
UNKNOWN = object()


class Missing(Exception):
    """One draw cannot be checked with the contents of the file."""


def check_draws(export: Export, found: Commitments) -> str:
    """L3."""
    if export.terms.lacking:
        raise NotAvailable(export.terms.lacking)
    begun, draws = beginning(export), found.draws
    check_places(found)
    slots_in_order(begun, found)
    keys = _opened_keys(export, draws)
    checking = _Checking(begun, found, keys)
    missing = []
    for draw in draws:
        try:
            checking.check(draw)
        except Missing as reason:
            missing.append(f"entry {draw.entry}, slot {draw.d['slot']}: {reason}")
    if missing:
        more = f"; and {len(missing) - 1} more" if len(missing) > 1 else ""
        raise NotAvailable(f"{len(draws) - len(missing)} of {len(draws)} draws checked; {missing[0]}{more}")
    return f"{len(draws)} draws checked against {len(keys)} opened keys"


def _opened_keys(export: Export, draws: list[Draw]) -> dict[Slot, bytes]:
    """The file's keys by slot, each proven to be the committed one and to belong to a draw in the log."""
    drawn = {draw.slot for draw in draws}
    keys: dict[Slot, bytes] = {}
    for item in export.draws:
        slot = (item["epoch"], item["slot"])
        key = hash_of(item["key"], "a draw key")
        if slot not in drawn or slot in keys:
            raise Failed(f"the key of epoch {slot[0]}, slot {slot[1]} belongs to no draw, or is opened twice")
        if _head_of(export, slot, key, item["path"]) != export.roots[slot[0]]:
            raise Failed(f"the key of epoch {slot[0]}, slot {slot[1]} is not the committed one")
        keys[slot] = key
    return keys


def _slot_label(label: bytes, export: Export, slot: Slot) -> bytes:
    return label + export.game_id + slot[0].to_bytes(4, "big") + slot[1].to_bytes(4, "big")


def _head_of(export: Export, slot: Slot, key: bytes, path: list[str]) -> bytes:
    leaf = merkle.leaf(_slot_label(b"gamelog/v1/draw-key\n", export, slot) + key)
    try:
        return merkle.root_from(leaf, slot[1], export.slots, [from_b64(text, 32) for text in path])
    except ValueError as error:
        raise Failed(f"the path of a draw key: {error}") from error


@dataclass(frozen=True)
class _Checking:
    """The common input of the checks of all draws."""

    begun: Beginning
    found: Commitments
    keys: dict[Slot, bytes]
    mixes: dict[int, bytes] = field(default_factory=dict)
    """The mixed seed of all seats, by epoch."""

    def check(self, draw: Draw) -> None:
        if draw.slot not in self.keys and not draw.shuffles:
            raise Failed(f"the key of its throw from slot {draw.slot[1]} is not in the file", draw.entry)
        if draw.slot not in self.keys:
            raise Missing("its key is not opened in this file: a shuffle's is opened when the game is over")
        info = _slot_label(b"gamelog/v1/draw\n", self.begun.export, draw.slot)
        epoch = draw.slot[0]
        if epoch not in self.mixes:
            self.mixes[epoch] = self.begun.mix(epoch)
        words = _words(self.keys[draw.slot], self.mixes[epoch], info, draw.entry)
        if draw.shuffles:
            self._check_shuffle(words, draw)
        elif [1 + below(words, sides) for sides in draw.d["sides"]] != draw.d["values"]:
            raise Failed(f"the dice of slot {draw.slot[1]} do not follow from its key", draw.entry)

    def _check_shuffle(self, words: Iterator[int], draw: Draw) -> None:
        before = draw.d["of"] or [self.found.card(ref, UNKNOWN) for ref in draw.d["refs"]]
        after = self._order(draw)
        unknown = 0
        for n, source in enumerate(_permutation(words, len(before))):
            if before[source] is UNKNOWN or after[n] is UNKNOWN:
                unknown += 1
            elif not same(before[source], after[n]):
                why = f"place {n} of the shuffle of slot {draw.slot[1]} does not follow from its key"
                raise Failed(why, draw.entry)
        if unknown:
            raise Missing(
                f"{unknown} of {len(after)} places are not disclosed, before the shuffle or after it"
            )

    def _order(self, draw: Draw) -> list[Any]:
        places = (f"{draw.entry}{draw.path}/order/{n}" for n in range(len(draw.d["order"])))
        return [self.found.values.get(place, UNKNOWN) for place in places]


def _permutation(words: Iterator[int], size: int) -> list[int]:
    places = list(range(size))
    for last in range(size - 1, 0, -1):
        other = below(words, last + 1)
        places[last], places[other] = places[other], places[last]
    return places


def _words(key: bytes, mix: bytes, info: bytes, i: int) -> Iterator[int]:
    """HKDF-SHA256 (RFC 5869) read as 8-byte integers, expanded on demand."""
    pseudorandom = hmac.digest(mix, key, "sha256")
    block = b""
    for counter in range(1, MAX_STREAM // 32 + 1):
        block = hmac.digest(pseudorandom, block + info + bytes((counter,)), "sha256")
        for at in range(0, 32, 8):
            yield int.from_bytes(block[at : at + 8], "big")
    raise Failed(f"one draw takes more than {MAX_STREAM} bytes of its stream", i)


def below(words: Iterator[int], m: int) -> int:
    """Uniform in 0..m-1: words beyond the last full multiple of m are skipped."""
    limit = 2**64 - 2**64 % m
    return next(word for word in words if word < limit) % m
