"""Segments: what a back-up consists of. Each continues the one before, and says inside its encryption which one it is.

A segment is msgpack, compressed with zlib, encrypted with age. Segments of one generation are numbered 1, 2, 3 ...: first a copy
of every table, then events in the order of their positions, and rows as they are after changes. Restoring writes one segment
after the other; whatever comes later is newer.
"""

from __future__ import annotations

import zlib
from typing import Any

import msgspec
import pyrage
from pyrage import DecryptError
from pyrage.x25519 import Identity

from service.operation.backup.objects import hash_of
from service.operation.backup.sealing import seal
from service.store import Event

GENERATIONS, ERASURES, IDENTITIES, ALIVE = "generations", "erasures", "identities", "alive"
FORMAT = 1
LEVEL = 6
"""Of the compression."""


class BadSegment(Exception):
    """An object is not the one that belongs in its place; the message is a sentence that names it."""


class Header(msgspec.Struct, frozen=True, kw_only=True):
    """service: fingerprint of the signing key. after: SHA-256 of the object before; "" for the first.

    first, last: position of an event and place of a change; the segment has what comes after `first`, up to `last`.
    at: when it was read, in milliseconds. complete: with it, all rows fit together, so a restore may end here.
    base: no segment before it is complete.
    """

    format: int = FORMAT
    service: str
    generation: str
    number: int
    after: str
    first: tuple[int, int]
    last: tuple[int, int]
    at: int
    layout: int
    complete: bool
    base: bool = False


class Rows(msgspec.Struct):
    """Rows of one table after their changes; `gone`: keys of deleted rows."""

    columns: list[str]
    rows: list[list[Any]] = []
    gone: list[list[Any]] = []


class Content(msgspec.Struct):
    """events: position, game, version, topic, entry, sealed secrets. heads: game, size, root. files: below the data folder."""

    events: list[Event] = []
    tables: dict[str, Rows] = {}
    heads: list[tuple[str, int, bytes]] = []
    files: dict[str, bytes] = {}


class Segment(msgspec.Struct):
    """See `Header` and `Content`."""

    header: Header
    content: Content


class Alive(msgspec.Struct, frozen=True):
    """A sign of life, written every minute: the last segment at that time, in milliseconds."""

    service: str
    generation: str
    number: int
    at: int


class Erasure(msgspec.Struct, frozen=True):
    """The word of an operator on a key, which outlives every restore (`service.identity.erasures`); `at` in milliseconds."""

    id: str
    at: int
    key: str
    word: str


def segment_name(generation: str, number: int) -> str:
    return f"{GENERATIONS}/{generation}/{number:016d}"


def sealed(value: msgspec.Struct, recipient: str) -> bytes:
    """The bytes of an object."""
    return seal(zlib.compress(msgspec.msgpack.encode(value), LEVEL), recipient)


def unsealed(data: bytes, identities: list[Identity], name: str, kind: type[Any] = Segment) -> Any:
    """What `sealed` encrypted, a `kind`. Nothing of a damaged object is used: `BadSegment`."""
    try:
        return msgspec.msgpack.decode(zlib.decompress(pyrage.decrypt(data, identities)), type=kind)
    except (DecryptError, zlib.error, msgspec.DecodeError, ValueError) as error:
        raise BadSegment(f"{name} is damaged, or another passphrase encrypted it.") from error


def check_name(found: Header, generation: str, number: int) -> None:
    """`BadSegment` unless this is the header of the segment with this number, in a format that this version reads."""
    name = segment_name(generation, number)
    if found.format != FORMAT:
        raise BadSegment(f"{name} was written by a newer version of Kronika; use that version.")
    if (found.generation, found.number) != (generation, number):
        other = segment_name(found.generation, found.number)
        raise BadSegment(f"{name} is not the segment that was written there: it is {other}.")


def check_place(found: Header, generation: str, number: int, before: tuple[Header, bytes] | None) -> None:
    """`BadSegment` unless this is the header of the segment with this number, and continues the one before (with its bytes)."""
    check_name(found, generation, number)
    name = segment_name(generation, number)
    if found.after != ("" if before is None else hash_of(before[1])):
        raise BadSegment(f"{name} does not continue the segment before it: one of the two was replaced.")
    if before is not None and (found.service, found.first) != (before[0].service, before[0].last):
        raise BadSegment(f"{name} does not begin where the segment before it ends.")
