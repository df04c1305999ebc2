"""Reads the leaves of a log of logs from tiles (c2sp.org/tlog-tiles; docs/ledger.md, section 15)."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import urlopen

from .problems import Failed

WIDTH = 256
SECONDS = 60
TRIES = 5
PATIENCE = (429, 503)
"""Statuses with which a server or its proxy asks a client to come back after `Retry-After`."""
MOST_BYTES = WIDTH * (2 + 65_535)
"""The most that an entry bundle can have; hash tiles and checkpoints are shorter."""
Fetch = Callable[[str], bytes]
"""The bytes at a path below the log's address, such as "checkpoint"; FileNotFoundError if there is nothing."""


def log_at(address: str) -> Fetch:
    """Reads a log from a folder of plain files, or from a service ("https://play.example.org/v1/log")."""
    if address.startswith(("http://", "https://")):
        return lambda path: _download(f"{address.rstrip('/')}/{path}")
    return lambda path: (Path(address) / path).read_bytes()


def named_key(address: str, origin: str) -> str:
    """The verifier key that a service itself names for its log at this address; Failed if it names none, OSError."""
    service, found, _ = address.partition("/v1/log")
    if not (found and service.startswith(("http://", "https://"))):
        raise Failed("no service is at this address to ask for its key: give the key yourself")
    try:
        named = {log["origin"]: str(log["vkey"]) for log in json.loads(_download(f"{service}/"))["logs"]}
        return named[origin]
    except (ValueError, LookupError, TypeError) as error:
        raise Failed(f"{service}/ names no key of the log {origin}: give it yourself") from error


def _download(url: str, tries: int = TRIES) -> bytes:
    """FileNotFoundError for 404; OSError if there is no answer, or one that is longer than any tile.

    Where the server asks for patience, it asks again, so often in all.
    """
    try:
        with urlopen(url, timeout=SECONDS) as response:
            data = response.read(MOST_BYTES + 1)
    except HTTPError as error:
        if error.code in PATIENCE and tries > 1:
            time.sleep(_wait(error.headers.get("Retry-After")))
            return _download(url, tries - 1)
        raise (FileNotFoundError if error.code == 404 else OSError)(f"{url}: {error}") from error
    if len(data) > MOST_BYTES:
        raise OSError(f"{url} is longer than a tile can be")
    return data  # type: ignore[no-any-return]


def _wait(header: str | None) -> int:
    """The seconds that `Retry-After` asks for, as many as a request may take at most."""
    return min(int(header), SECONDS) if header and header.isascii() and header.isdigit() else 1


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
