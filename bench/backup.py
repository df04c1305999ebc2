"""What the continuous back-up costs: bytes shipped, processor time, and how fast a service is restored.

`python -m bench.backup` prints the table of bench/backup.md. Games of Age of War, played in process on SQLite and shipped to a
folder in segments of three seconds of 50 actions a second. What recording changes costs an action is in bench/changes.md.
"""

from __future__ import annotations

import random
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from pyrage.x25519 import Identity

from bench.games import act_once, seated, service_in
from bench.size import size
from service.operation.app import Kronika
from service.operation.backup.chains import Archive
from service.operation.backup.identity import STORE
from service.operation.backup.job import shipper
from service.operation.backup.objects import FolderObjects
from service.operation.backup.restoring import restore_archive
from service.operation.backup.shipper import Shipper
from service.store import Statement
from service.system.settings import Settings
from tests.postgresql import postgresql

SEGMENT = 150
"""Actions in one."""
GAMES = size(40, 1)


def main() -> list[str]:
    with tempfile.TemporaryDirectory() as place, postgresql() as server:
        folder, identity = Path(place), Identity.generate()
        lines = list(_shipped(folder, identity))
        for engine, url in (("SQLite", f"sqlite:///{folder}/two.db"), ("PostgreSQL", server.get_uri())):
            events, seconds, ours = _restored(folder, identity, url)
            lines.append(f"| restored into {engine}, events/s | {events / seconds:,.0f} |")
            lines.append(
                f"| its processor time without the server's, us an event | {1e6 * ours / events:.0f} |"
            )
    return ["| what | |", "|---|---|", *lines]


def _shipped(folder: Path, identity: Identity) -> Iterator[str]:
    with service_in(folder / "one") as kronika:
        known = {"backup-recipient": str(identity.to_public()), "backup-identity": "bm9uZQ=="}
        kronika.store.append("", [], [Statement(STORE, row) for row in known.items()])
        shipping = shipper(kronika, str(folder / "backup"))
        shipping.look()
        before, at_first = _size(folder / "backup"), kronika.store.head()
        runs = list(_played(kronika, shipping))
        sent, actions = _size(folder / "backup") - before, sum(count for count, *_ in runs)
        yield f"| an action in process, us | {1e6 * statistics.median(took / n for n, took, _ in runs):.0f} |"
        yield f"| shipping it, us | {1e6 * statistics.median(took / n for n, _, took in runs):.0f} |"
        yield f"| bytes shipped an action | {sent / actions:.0f} |"
        yield f"| bytes shipped a game | {sent / GAMES:,.0f} |"
        yield f"| actions a game | {actions / GAMES:.0f} |"
        yield f"| events a game | {(kronika.store.head() - at_first) / GAMES:.0f} |"


def _played(kronika: Kronika, shipping: Shipper) -> Iterator[tuple[int, float, float]]:
    """Actions of a segment, and the seconds that they and shipping them took."""
    rng, done, took = random.Random(1), 0, 0.0
    for _ in range(GAMES):
        loaded = kronika.repository.get(seated(kronika, "age-of-war", 2))
        while loaded.table.status == "playing":
            began = time.process_time()
            loaded = act_once(kronika.repository, loaded, rng)
            took, done = took + time.process_time() - began, done + 1
            if done == SEGMENT:
                yield done, took, _timed(shipping.ship)
                done, took = 0, 0.0
    if done:
        yield done, took, _timed(shipping.ship)


def _restored(folder: Path, identity: Identity, url: str) -> tuple[int, float, float]:
    """Events, seconds, and seconds of our processor."""
    archive = Archive(FolderObjects(folder / "backup"), [identity])
    settings = Settings(data=folder / f"data-{url[:6]}", database=url, limits=None)
    wall, began = time.monotonic(), time.process_time()
    done = restore_archive(settings, archive, None, lambda closing: True, continue_log=True)
    return done.point.last[0], time.monotonic() - wall, time.process_time() - began


def _timed(work: Callable[[], None]) -> float:
    began = time.process_time()
    work()
    return time.process_time() - began


def _size(folder: Path) -> int:
    return sum(file.stat().st_size for file in folder.rglob("*") if file.is_file())


if __name__ == "__main__":
    print("\n".join(main()))
