"""Reads the leaves of a log of logs from tiles (c2sp.org/tlog-tiles; docs/ledger.md, section 15)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

from verifier.problems import Failed

WIDTH = 256
Fetch = Callable[[str], bytes]
"""The bytes at a path below the log's address, such as "checkpoint"; FileNotFoundError if there is nothing."""


def directory(folder: str) -> Fetch:
    """Reads a log from plain files."""
    return lambda path: (Path(folder) / path).read_bytes()


def tile_name(level: str, number: int, width: int = WIDTH) -> str:
    """The path of a tile: of hashes, at a level ("0"), or of "entries". Less than `WIDTH` of it is a partial tile."""
    groups = f"{number:0{-(-len(str(number)) // 3) * 3}d}"
    parts = [groups[at : at + 3] for at in range(0, len(groups), 3)]
    name = "/".join(["tile", level, *(f"x{part}" for part in parts[:-1]), parts[-1]])
    return name if width == WIDTH else f"{name}.p/{width}"


def read_leaves(fetch: Fetch, size: int, start: int = 0) -> Iterator[bytes]:
    """The leaves from number `start`, a multiple of `WIDTH`, up to `size`."""
    for first in range(start, size, WIDTH):
        width = min(WIDTH, size - first)
        yield from _bundle(fetch, first // WIDTH, width)


def _bundle(fetch: Fetch, number: int, width: int) -> list[bytes]:
    """The first `width` leaves of an entry bundle. A log that has grown may have deleted the partial one."""
    name = tile_name("entries", number, width)
    try:
        leaves = _split(fetch(name), name)
        exact = width
    except FileNotFoundError:
        name, exact = tile_name("entries", number), WIDTH
        leaves = _split(fetch(name), name)
    if len(leaves) != exact:
        raise Failed(f"{name} has {len(leaves)} leaves, and not {exact}")
    return leaves[:width]


def _split(data: bytes, name: str) -> list[bytes]:
    leaves, at = [], 0
    while at < len(data):
        end = at + 2 + int.from_bytes(data[at : at + 2], "big")
        if at + 2 > len(data) or end > len(data):
            raise Failed(f"{name} ends within a leaf")
        leaves.append(data[at + 2 : end])
        at = end
    return leaves
