"""Two hundred processes are killed under load on each engine: workers, the master, keepers, PostgreSQL's own.

What is counted stands in bench/kills.json.
"""

from __future__ import annotations

import itertools
import json
import os
import random
import signal
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import psycopg
import pytest

from tests.load import Actor, check, go_on, playing
from tests.postgresql import Database, postgresql
from tests.running import descendants, free_port, start, stop
from tests.whole.command import kronika
from tests.whole.test_staying_up import serving_workers

KILLS = 200
RESULTS = Path(__file__).parents[2] / "bench" / "kills.json"
OFTEN = {"worker": 5, "keeper": 2, "master": 1, "database": 2}


class Victims:
    """A service of which any process may be killed."""

    def __init__(self, folder: Path, database: Database | None) -> None:
        self._folder, self._database = folder, database
        self._settings = {"KRONIKA_DATABASE": database.url} if database else {}
        self._server = start(folder, free_port(), **self._settings)

    @property
    def url(self) -> str:
        return self._server.url

    @property
    def kinds(self) -> dict[str, Callable[[], bool]]:
        kinds = {"worker": self._worker, "keeper": self._keeper, "master": self._master}
        return kinds | ({"database": self._backend} if self._database else {})

    def _worker(self) -> bool:
        return self._one(serving_workers(self._server))

    def _keeper(self) -> bool:
        assert self._server.process is not None
        everybody = descendants(self._server.process.pid)
        return self._one([pid for pid in everybody if pid not in serving_workers(self._server)])

    def _backend(self) -> bool:
        assert self._database is not None
        with suppress(psycopg.Error):  # it has not yet recovered from the last kill
            return self._one(self._database.backends())
        return False

    def _one(self, pids: list[int]) -> bool:
        """Whether one of them was there to be killed."""
        with suppress(ProcessLookupError, IndexError):
            os.kill(random.choice(pids), signal.SIGKILL)
            return True
        return False

    def _master(self) -> bool:
        """It is started again at once, as systemd would."""
        assert self._server.process is not None
        self._server.process.kill()
        self._server.process.wait()
        self._server = start(self._folder, self._server.port, **self._settings)
        return True

    def stop(self) -> None:
        stop(self._server)

    def fsck(self) -> str:
        done = kronika(self._folder, "fsck", **self._settings)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout.strip().splitlines()[-1]


@pytest.fixture(params=["sqlite", "postgresql"])
def victims(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Victims]:
    with _database(request.param) as database:
        made = Victims(tmp_path, database)
        yield made
        made.stop()


@contextmanager
def _database(engine: str) -> Iterator[Database | None]:
    if engine == "sqlite":
        yield None
    else:
        with postgresql() as server:
            yield Database(server)


@pytest.mark.soak
def test_whoever_is_killed_under_load(victims: Victims, request: pytest.FixtureRequest) -> None:
    killed: Counter[str] = Counter()
    began = time.monotonic()
    with playing(victims) as crew:
        while killed.total() < KILLS:
            go_on(crew)
            time.sleep(random.uniform(0, 0.5))
            kind = random.choices([*victims.kinds], [OFTEN[kind] for kind in victims.kinds])[0]
            killed[kind] += victims.kinds[kind]()
    lasted = time.monotonic() - began
    found = check(victims, crew)
    keep(
        request.node.callspec.params["victims"],
        {
            "killed": dict(killed),
            "seconds": round(lasted),
            **found._asdict(),
            **seen(crew),
            "fsck": victims.fsck(),
        },
    )


def seen(crew: list[Actor]) -> dict[str, Any]:
    """What players saw that was no success, and how long one of them waited at most for an action to be answered."""
    sights = [actor.client.sights for actor in crew]
    bad = Counter(sight.saw for of_one in sights for sight in of_one if not sight.good)
    return {"saw": dict(bad), "longest wait": round(max(map(_longest, sights)), 1)}


def _longest(sights: list[Any]) -> float:
    goods = [sight.at for sight in sights if sight.good]
    return max((later - earlier for earlier, later in itertools.pairwise(goods)), default=0.0)


def keep(engine: str, counted: dict[str, Any]) -> None:
    known = json.loads(RESULTS.read_text()) if RESULTS.exists() else {}
    RESULTS.write_text(json.dumps({**known, engine: counted}, indent=1) + "\n")
