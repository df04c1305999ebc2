"""The log of logs, small and with a million leaves: proofs, starts, sequencing. In milliseconds of processor time.

The leaves are hashed into tiles and written without waiting for the disk; then the service finds a head that its database does
not know, as after a restore, and indexes all of them. Sequencing waits for the disk: its rate is by the clock.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from bench.games import service
from bench.size import size
from bench.timing import medians, seconds
from domain.ledger import canonical
from domain.ledger.merkle import leaf_hash, path_root
from domain.ledger.note import Checkpoint
from domain.ledger.tile_edge import TileEdge
from domain.ledger.tiles import Tile, tiles_of
from service.log.transparency.logs import HEAD_FILE
from service.log.transparency.queue import queued
from service.operation.app import Kronika, prepare

SIZES = size((1_000, 1_000_000), (300, 600))
QUEUED = size(10_000, 20)
RUNS = 201
CHUNK = 65_536


def leaf(number: int) -> dict[str, object]:
    """No game's: nobody looks for one."""
    return {"k": "filler", "n": number}


def written(folder: Path, leaves: int, origin: str) -> Checkpoint:
    """Write the tiles and the head of so many leaves."""
    edge, tiles = TileEdge(), dict[Tile, bytes]()
    for begin in range(0, leaves, CHUNK):
        numbers = range(begin, min(leaves, begin + CHUNK))
        made = edge.append(canonical.dumps({**leaf(number), "at": 1_800_000_000_000}) for number in numbers)
        tiles |= made
    for tile in tiles_of(leaves):
        (folder / tile.path).parent.mkdir(parents=True, exist_ok=True)
        (folder / tile.path).write_bytes(tiles[tile])
    head = Checkpoint(origin, edge.size, edge.frontier().root())
    (folder / HEAD_FILE).write_text(head.text())
    return head


def measured(kronika: Kronika, leaves: int) -> Iterator[tuple[str, float]]:
    """Each measure with its seconds."""
    log, clock = kronika.repository.logs.current(), time.process_time
    head = written(log.folder.path, leaves, log.origin)
    yield "indexing all of it, from the tiles (seconds)", seconds(kronika.sequencer().open, clock) * 1e-3
    chosen = random.Random(leaves)

    def inclusion() -> None:
        index = chosen.randrange(leaves)
        log.inclusion(index, leaves)

    works: dict[str, Callable[[], object]] = {
        "an inclusion proof": inclusion,
        "finding a leaf": lambda: log.index_of("filler", "", chosen.randrange(leaves)),
        "reading a leaf": lambda: log.leaf(chosen.randrange(leaves)),
        "a consistency proof": lambda: log.consistency(chosen.randrange(1, leaves), leaves),
        "the head": log.head,
        "may a game be created?": kronika.repository.logs.check_open,
        "the same with a check of the tiles": lambda: log.check(head.size, head.root),
    }
    yield from zip(works, medians(*works.values(), runs=RUNS, clock=clock), strict=True)
    starts = medians(lambda: kronika.sequencer().open(), lambda: prepare(kronika.settings), clock=clock)
    yield "a start: the log", starts[0]
    yield "a start: all of it, with the check of every page of the database", starts[1]
    yield "one leaf, queued and sequenced (clock)", _sequencing(kronika, leaves, 1)
    yield (
        f"each of {QUEUED:,} leaves queued at once (clock)",
        _sequencing(kronika, leaves + 1, QUEUED) / QUEUED,
    )
    last = log.head()
    assert path_root_of(kronika, last.size - 1) == last.root


def _sequencing(kronika: Kronika, begin: int, leaves: int) -> float:
    """Seconds for the sequencing of so many leaves that are queued already."""
    log, sequencer = kronika.repository.logs.current().origin, kronika.sequencer()
    sequencer.open()
    kronika.store.append("", [], [queued(leaf(number), log) for number in range(begin, begin + leaves)])

    def all_of_them() -> None:
        while sequencer.sequence():
            pass

    return seconds(all_of_them)


def path_root_of(kronika: Kronika, index: int) -> bytes | None:
    """The root to which a leaf's proof leads."""
    log = kronika.repository.logs.current()
    now = log.head().size
    return path_root(leaf_hash(log.leaf(index)), index, now, log.inclusion(index, now))


def main() -> list[str]:
    columns = []
    for leaves in SIZES:
        with service() as kronika:
            columns.append(dict(measured(kronika, leaves)))
    few, many = columns
    heads = [f"{leaves:,} leaves" for leaves in SIZES]
    lines = [f"| ms of CPU | {heads[0]} | {heads[1]} |", "|---|---|---|"]
    return [*lines, *(f"| {name} | {few[name] * 1e3:.2f} | {many[name] * 1e3:.2f} |" for name in few)]


if __name__ == "__main__":
    print("\n".join(main()))
