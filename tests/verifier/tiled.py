"""A log of logs as files, written from docs/ledger.md alone (section 15; c2sp.org/tlog-tiles)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from tests.verifier.logbook import WIDTH, Logbook


def write(book: Logbook, folder: Path, checkpoint: str | None = None) -> Path:
    """All files of the log under a head, as a service has them that deletes partial tiles when the full one is there."""
    for name, data in files(book):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(data)
    (folder / "checkpoint").write_text(checkpoint or book.checkpoint())
    return folder


def files(book: Logbook) -> Iterator[tuple[str, bytes]]:
    data = [text.encode() for text in book.leaves]
    for n, width in _tiles(len(data)):
        bundle = data[n * WIDTH : n * WIDTH + width]
        yield name("entries", n, width), b"".join(len(it).to_bytes(2, "big") + it for it in bundle)
    level, count = 0, len(data)
    while count:
        for n, width in _tiles(count):
            yield name(str(level), n, width), book.tile(level, n, width)
        level, count = level + 1, count // WIDTH


def _tiles(count: int) -> Iterator[tuple[int, int]]:
    """The number and width of each tile of so many hashes or leaves."""
    for n in range(-(-count // WIDTH)):
        yield n, min(WIDTH, count - n * WIDTH)


def name(level: str, n: int, width: int = WIDTH) -> str:
    digits = str(n).zfill(-(-len(str(n)) // 3) * 3)
    groups = [digits[at : at + 3] for at in range(0, len(digits), 3)]
    place = "/".join([f"x{it}" for it in groups[:-1]] + groups[-1:])
    return f"tile/{level}/{place}" + ("" if width == WIDTH else f".p/{width}")
