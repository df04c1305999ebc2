"""Changes of one bit, spread evenly over some files, and which of them nobody would notice."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from verifier import FAILED, NOT_AVAILABLE, PASSED, Known, Report, verify_all

WORTH = {FAILED: 0, NOT_AVAILABLE: 1, PASSED: 2}


class File(NamedTuple):
    """An honest audit file, and what its reader knows besides."""

    name: str
    data: bytes
    known: Known


def report_of(data: bytes, known: Known) -> Report:
    return verify_all({"": data}, known)[""]


def unnoticed(files: list[File], count: int) -> list[str]:
    """Of `count` changes of one bit those after which no level says less than of the true file."""
    true = [[WORTH[level.status] for level in report_of(file.data, file.known).levels] for file in files]
    return [
        f"{files[n].name}: byte {bit // 8}, bit {bit % 8}"
        for n, bit in _places([len(file.data) * 8 for file in files], count)
        if not _less(report_of(_flipped(files[n].data, bit), files[n].known), true[n])
    ]


def _places(sizes: list[int], count: int) -> Iterator[tuple[int, int]]:
    """`count` (file, bit), evenly over all bytes of all files, every bit of a byte as often as the others."""
    total = sum(sizes) // 8
    for k in range(count):
        at, n = (k * total + total // 2) // count * 8 + k % 8, 0
        while at >= sizes[n]:
            at, n = at - sizes[n], n + 1
        yield n, at


def _flipped(data: bytes, bit: int) -> bytes:
    changed = bytearray(data)
    changed[bit // 8] ^= 1 << bit % 8
    return bytes(changed)


def _less(report: Report, true: list[int]) -> bool:
    return any(WORTH[level.status] < worth for level, worth in zip(report.levels, true, strict=True))
