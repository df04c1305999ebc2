"""Servers asked by turns: rounds of a second, in each of which the clients of one ask as fast as they are answered."""

from __future__ import annotations

import atexit
import shutil
import statistics
import subprocess
import sys
import tempfile
from array import array
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from functools import cache
from pathlib import Path
from types import TracebackType
from typing import NamedTuple

from bench.processes import cpu_seconds
from bench.size import size
from bench.wire import Dialogue

ROUNDS = size(7, 1)
SECONDS = size(7.0, 0.3)
"""Of each kind, in all rounds."""
WARM = size(3, 0)
"""Rounds before those."""
SOURCE = Path(__file__).with_name("load.c")
IN_PYTHON = (sys.executable, "-m", "bench.load")


class Asked(NamedTuple):
    """A server, by its first process, and what is asked of it. `database`: the first process of a database server that it uses.

    `others`: the first processes of further servers that are asked at the same time.
    """

    pid: int
    dialogues: Sequence[Dialogue]
    database: int | None = None
    others: Sequence[int] = ()


class Round(NamedTuple):
    """The seconds that each request took, and those of the processor that the server, its clients and its database used."""

    latencies: list[float]
    served: float
    asked: float
    database: float = 0.0


@cache
def client() -> tuple[str, ...]:
    """The command of the clients: in C, or in Python where there is no compiler."""
    if (compiler := shutil.which("cc")) is None:
        return IN_PYTHON
    folder = tempfile.mkdtemp()
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    made = f"{folder}/load"
    subprocess.run([compiler, "-O2", "-o", made, str(SOURCE)], check=True)
    return (made,)


class Clients:
    """The clients of one server: a process of their own, so that what they use can be told from what it uses."""

    def __init__(self, asked: Asked) -> None:
        self._servers = asked.pid, *asked.others
        self._database = () if asked.database is None else (asked.database,)
        self._process = subprocess.Popen(
            [*client(), str(len(asked.dialogues))],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            pass_fds=[it.socket.fileno() for it in asked.dialogues],
        )
        self._send(b"".join(it.encoded() for it in asked.dialogues))

    def round(self, seconds: float) -> Round:
        assert self._process.stdout is not None
        before = self._used()
        self._send(f"{seconds}\n".encode())
        count, asked = self._process.stdout.readline().split() or (b"0", b"0")
        served, database = (after - used for after, used in zip(self._used(), before, strict=True))
        latencies = array("d", self._process.stdout.read(8 * int(count)))
        if not latencies:
            raise RuntimeError("the clients have ended; what they said stands above")
        return Round(latencies.tolist(), served, float(asked), database)

    def _used(self) -> tuple[float, float]:
        """Seconds of the processor that the servers and their database have used so far."""
        return sum(map(cpu_seconds, self._servers)), sum(map(cpu_seconds, self._database))

    def _send(self, what: bytes) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(what)
        self._process.stdin.flush()

    def __enter__(self) -> Clients:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._process.kill()
        self._process.communicate()


def by_turns(servers: Mapping[str, Asked]) -> dict[str, list[Round]]:
    """Rounds of each. If there are several, each has some more before, which do not count."""
    with ExitStack() as stack:
        clients = {name: stack.enter_context(Clients(asked)) for name, asked in servers.items()}
        warm = WARM if len(clients) > 1 else 0
        rounds: dict[str, list[Round]] = {name: [] for name in clients}
        for _ in range(warm + ROUNDS):
            for name, one in clients.items():
                rounds[name].append(one.round(SECONDS / ROUNDS))
    return {name: made[warm:] for name, made in rounds.items()}


def latencies(rounds: Sequence[Round]) -> list[float]:
    return [latency for one in rounds for latency in one.latencies]


def rate(rounds: Sequence[Round]) -> float:
    """Requests a second: the median of the rounds."""
    return statistics.median(len(one.latencies) for one in rounds) * ROUNDS / SECONDS


def ratios(some: Sequence[Round], others: Sequence[Round]) -> list[float]:
    """How many requests the ones answered for each of the others, round by round."""
    return [len(one.latencies) / len(other.latencies) for one, other in zip(some, others, strict=True)]


def served_us(rounds: Sequence[Round]) -> float:
    """The server's processor for a request, microseconds."""
    return 1e6 * sum(one.served for one in rounds) / len(latencies(rounds))


def database_us(rounds: Sequence[Round]) -> float:
    """The database server's processor for a request, microseconds."""
    return 1e6 * sum(one.database for one in rounds) / len(latencies(rounds))


def asked_us(rounds: Sequence[Round]) -> float:
    """The clients' processor for a request, microseconds."""
    return 1e6 * sum(one.asked for one in rounds) / len(latencies(rounds))
