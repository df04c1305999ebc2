"""What a process and all that it began take of the machine, as Linux counts it."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

TICK = 1 / os.sysconf("SC_CLK_TCK")


def tree(pid: int) -> Iterator[int]:
    """The process and its children, theirs too."""
    yield pid
    with suppress(OSError):
        for children in Path(f"/proc/{pid}/task").glob("*/children"):
            for child in children.read_text().split():
                yield from tree(int(child))


def cpu_seconds(pid: int) -> float:
    """Used so far by the tree, with those of its processes that have ended and been waited for."""
    return sum(map(used, tree(pid)))


def kilobytes(pid: int) -> int:
    """Its proportional share of memory (PSS)."""
    lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("Pss:"))


def used(pid: int) -> float:
    """CPU seconds of one process."""
    with suppress(OSError):
        after_name = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        return TICK * sum(map(int, after_name[11:15]))  # user and system, its own and those of ended children
    return 0.0
