"""A real server in a process of its own, for tests and benchmarks that go over the wire."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NamedTuple, TypeVar

PATIENCE = 240
"""Seconds after which what has not come will not come, on the slowest machine."""
WORKERS_ASKED = 10
"""Times that a service has to say in a row that it is ready: one of its workers may be so before another."""
SERVE = ("-m", "cli", "serve")
KEPT_PORTS: list[socket.socket] = []
Found = TypeVar("Found")


class Server(NamedTuple):
    port: int
    process: subprocess.Popen[str] | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"


def until(true: Callable[[], Found], what: str = "it", *excused: type[Exception]) -> Found:
    """What `true` gives as soon as it gives something; meanwhile it may fail as `excused`. What is tested is that it comes."""
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        with suppress(*excused):
            if found := true():
                return found
        time.sleep(0.05)
    raise AssertionError(f"{what}: never, in {PATIENCE} seconds")


def children(pid: int) -> list[int]:
    """The processes that any of its threads has started; `OSError` if it is gone."""
    tasks = list(Path(f"/proc/{pid}/task").iterdir())
    return [int(child) for task in tasks for child in (task / "children").read_text().split()]


def is_background_worker(pid: int) -> bool:
    """By its name; False for a process that is gone."""
    with suppress(OSError):
        return Path(f"/proc/{pid}/comm").read_text() == "kronika keep\n"
    return False


def descendants(pid: int) -> list[int]:
    """Those, and those that they have; of a process that is gone none."""
    with suppress(OSError):
        return [one for child in children(pid) for one in (child, *descendants(child))]
    return []


def let_in(pids: Iterable[int], clients: Iterable[socket.socket]) -> dict[int, int]:
    """How many of these clients of this machine each process has accepted."""
    ports = {f"{client.getsockname()[1]:04X}" for client in clients}
    rows = [row.split() for row in Path("/proc/net/tcp").read_text().splitlines()[1:]]
    theirs = {f"socket:[{row[9]}]" for row in rows if row[2].rpartition(":")[2] in ports}
    return {pid: len(theirs & set(_opened(pid))) for pid in pids}


def _opened(pid: int) -> Iterator[str]:
    with suppress(OSError):
        for file in Path(f"/proc/{pid}/fd").iterdir():
            with suppress(OSError):
                yield os.readlink(file)


def holds_port(pid: int, port: int) -> bool:
    """Whether a process has a socket that listens there."""
    rows = [row.split() for row in Path("/proc/net/tcp").read_text().splitlines()[1:]]
    listening = {f"socket:[{row[9]}]" for row in rows if row[1].endswith(f":{port:04X}") and row[3] == "0A"}
    return not listening.isdisjoint(_opened(pid))


def listens(port: int) -> bool:
    """True; `OSError` while nobody of this machine does."""
    with socket.create_connection(("127.0.0.1", port), timeout=1):
        return True


def free_port() -> int:
    """Where nobody listens; until this process ends the kernel gives it to nobody else who asks for any port."""
    kept = socket.socket()
    kept.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)  # so that a server may listen there
    kept.bind(("127.0.0.1", 0))
    KEPT_PORTS.append(kept)
    return int(kept.getsockname()[1])


def environment(folder: Path, port: int, **more: str) -> dict[str, str]:
    """Tests and benchmarks are faster than people: nothing is limited, unless `more` says otherwise."""
    own = {"KRONIKA_DATA": str(folder), "KRONIKA_PORT": str(port), "KRONIKA_HOST": "127.0.0.1"}
    own["KRONIKA_LIMITS"] = "off"
    inherited = {name: value for name, value in os.environ.items() if not name.startswith("KRONIKA_")}
    return {**inherited, **own, **more}


def start(
    folder: Path,
    port: int,
    checkout: Path | None = None,
    command: Sequence[str] = SERVE,
    **more: str,
) -> Server:
    """`kronika serve` on this port, from a checkout or from this one; ready when this returns."""
    log = (folder / "server.log").open("a")
    process = subprocess.Popen(
        [sys.executable, *command],
        cwd=checkout,
        env=environment(folder, port, **more),
        stdout=log,
        stderr=log,
        text=True,
        start_new_session=True,
    )
    _await_ready(port, process, folder / "server.log")
    return Server(port, process)


def _await_ready(port: int, process: subprocess.Popen[str], log: Path) -> None:
    deadline = time.monotonic() + 240
    while time.monotonic() < deadline:
        if process.poll() is not None:
            raise RuntimeError(f"the server ended at once:\n{log.read_text()}")
        try:
            for _ in range(WORKERS_ASKED):
                with urllib.request.urlopen(f"http://127.0.0.1:{port}/health/ready", timeout=10):
                    pass
            return
        except (urllib.error.URLError, OSError):
            time.sleep(0.1)
    raise RuntimeError(f"the server was not ready in time:\n{log.read_text()}")


def stop(server: Server) -> None:
    assert server.process is not None
    server.process.send_signal(signal.SIGTERM)
    try:
        server.process.wait(timeout=PATIENCE)
    finally:
        if server.process.poll() is None:
            os.killpg(server.process.pid, signal.SIGKILL)


@contextmanager
def serving(
    folder: Path, checkout: Path | None = None, command: Sequence[str] = SERVE, **more: str
) -> Iterator[Server]:
    server = start(folder, free_port(), checkout, command, **more)
    try:
        yield server
    finally:
        stop(server)
