"""What a fault needs around the service: a database of its own, a disk that fails, a clock, a crowd of bad clients."""

from __future__ import annotations

import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.postgresql import Database, postgresql
from tests.soak.failing_disk import FailingDisk, run
from tests.whole.test_clock import MachineClock
from tests.whole.test_trouble import Disk

BYTE = b"G"


@contextmanager
def surroundings(engine: str, needs: str, folder: Path) -> Iterator[tuple[dict[str, str], Any]]:
    """The service's settings, and what the cause needs."""
    if engine == "PostgreSQL":
        with postgresql() as server:
            database = Database(server)
            yield {"KRONIKA_DATABASE": database.url}, database
    elif needs == "clock":
        clock = MachineClock(folder)
        yield clock.env, clock
    elif needs == "limits":
        yield {"KRONIKA_LIMITS": "default"}, None
    elif needs and needs != "games":
        data = folder / "data"
        data.mkdir()
        disk = FailingDisk(data) if needs == "failing disk" else Disk(data)
        try:
            yield {"KRONIKA_DATA": str(data)}, disk
        finally:
            run("umount", "--lazy", str(data))
    else:
        yield {}, None


def crowd(port: int, many: int, seconds: float) -> None:
    """So many connections that say a byte a second and never all; those that are closed come again."""
    until, there = time.monotonic() + seconds, set[socket.socket]()
    while time.monotonic() < until:
        for sock in [*there]:
            if not _goes_on(sock):
                there.remove(sock)
        while len(there) < many:
            there.add(socket.create_connection(("127.0.0.1", port)))
        time.sleep(1)
    for sock in there:
        sock.close()


def _goes_on(sock: socket.socket) -> bool:
    try:
        sock.send(BYTE)
    except OSError:
        sock.close()
        return False
    return True
