"""What recording changed rows costs an action, on both engines: without a follower, and with one.

`python -m bench.changes` prints the table of bench/changes.md. Actions of Age of War, played in process, in turn without and
with a follower; processor time.
"""

from __future__ import annotations

import random
import statistics
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from bench.games import act_once, seated
from bench.processes import cpu_seconds
from bench.size import size
from service.log.followed_tables import FOLLOWED
from service.operation.app import Kronika, compose, prepare
from service.system.settings import Settings
from tests.postgresql import postgresql

ACTIONS = size(400, 10)  # a run
RUNS = size(9, 1)


def main() -> list[str]:
    return [
        "| engine | follower | ours, us an action | the server's | rows recorded an action |",
        "|---|---|---|---|---|",
        *_rows("SQLite", ""),
        *_on_postgresql(),
    ]


def _on_postgresql() -> Iterator[str]:
    with postgresql() as server:
        yield from _rows("PostgreSQL", server.get_uri(), server.get_pid())


def _rows(engine: str, database: str, server: int | None = None) -> Iterator[str]:
    with _service(database) as kronika:
        runs = [[_run(kronika, followed, server) for followed in (False, True)] for _ in range(RUNS)]
    for index, name in enumerate(("no", "yes")):
        ours, theirs, rows = (statistics.median(run[index][what] for run in runs) for what in range(3))
        yield f"| {engine} | {name} | {1e6 * ours:.0f} | {1e6 * theirs:.0f} | {rows:.1f} |"


@contextmanager
def _service(database: str) -> Iterator[Kronika]:
    with tempfile.TemporaryDirectory() as folder:
        url = database or f"sqlite:///{folder}/kronika.db?synchronous=NORMAL"
        settings = Settings(data=Path(folder), database=url, limits=None)
        prepare(settings)
        with closing(compose(settings)) as kronika:
            yield kronika


def _run(kronika: Kronika, followed: bool, server: int | None) -> tuple[float, float, float]:
    """Seconds of our processor and of the server's for one action, and rows recorded."""
    changes = kronika.store.change_log(FOLLOWED)
    if followed:
        changes.register("bench")
    played, rows = [0.0, 0.0], 0
    rng = random.Random(1)
    done = 0
    while done < ACTIONS:
        loaded = kronika.repository.get(seated(kronika, "age-of-war", 2))
        before = time.process_time(), _server(server)
        began = _recorded(kronika)
        while loaded.table.status == "playing" and done < ACTIONS:
            loaded, done = act_once(kronika.repository, loaded, rng), done + 1
        played[0] += time.process_time() - before[0]
        played[1] += _server(server) - before[1]
        rows += _recorded(kronika) - began
    if followed:
        changes.unregister("bench")
    return played[0] / done, played[1] / done, rows / done


def _server(pid: int | None) -> float:
    return 0.0 if pid is None else cpu_seconds(pid)


def _recorded(kronika: Kronika) -> int:
    return int(kronika.store.query("SELECT count(*) FROM changes")[0][0])


if __name__ == "__main__":
    print("\n".join(main()))
