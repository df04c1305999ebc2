"""A hundred processes that sequence the log of logs are killed on each engine, two at work at any time: one tree, no fork."""

from __future__ import annotations

import multiprocessing
import random
import time
from collections.abc import Iterator
from contextlib import closing
from itertools import pairwise
from multiprocessing.process import BaseProcess
from pathlib import Path

import pytest

from domain.ledger import merkle
from service.operation.app import Kronika, compose, prepare
from service.system.settings import Settings
from tests.service.test_log_of_logs import check_sound, game_leaf, queue, sequence
from tests.soak.sequencing import sequence as sequencing
from tests.store.conftest import postgres_url, server, sqlite_url, url

__all__ = ["postgres_url", "server", "sqlite_url", "url"]
KILLS = 100
MOST_HEADS = 4
"""A process is killed after one to so many new heads, while leaves are queued all the time."""
PAUSE = 0.02
"""Seconds between two leaves."""
PATIENCE = 120
"""Seconds for a new head."""
pytestmark = pytest.mark.soak


class Sequencers:
    """Two processes at work; `kill` ends one of them, and another takes its place.

    The keeper starts a worker again that ended because its database was unusable for a moment; `supervise` does so here.
    """

    def __init__(self, settings: Settings, notes: Path) -> None:
        self._context = multiprocessing.get_context("forkserver")
        self._context.set_forkserver_preload([sequencing.__module__])
        self._args = (settings, notes)
        self._processes = [self._start(), self._start()]

    def _start(self) -> BaseProcess:
        process = self._context.Process(target=sequencing, args=self._args, daemon=True)
        process.start()
        return process

    def supervise(self) -> None:
        for nth, process in enumerate(self._processes):
            if not process.is_alive():
                self._processes[nth] = self._start()

    def kill(self) -> None:
        nth = random.randrange(2)
        self._processes[nth].kill()
        self._processes[nth].join()
        self._processes[nth] = self._start()

    def end(self) -> None:
        for process in self._processes:
            process.kill()
            process.join()


@pytest.fixture
def settings(url: str, tmp_path: Path) -> Settings:
    return Settings(data=tmp_path, database=url)


@pytest.fixture
def kronika(settings: Settings) -> Iterator[Kronika]:
    prepare(settings)
    with closing(compose(settings)) as kronika:
        yield kronika


def test_killed_sequencers_leave_one_log(kronika: Kronika, settings: Settings, tmp_path: Path) -> None:
    notes, log = tmp_path / "signed", kronika.repository.logs.current()
    shown = [log.head()]
    sequencers = Sequencers(settings, notes)
    total = 0
    for _ in range(KILLS):
        more = random.randrange(1, MOST_HEADS)
        deadline = time.monotonic() + PATIENCE
        while more:
            assert time.monotonic() < deadline, "no process is at work"
            sequencers.supervise()
            queue(kronika, game_leaf(total))
            total += 1
            time.sleep(PAUSE)
            if (head := log.head()) != shown[-1]:
                shown.append(head)
                more -= 1
        sequencers.kill()
    sequencers.end()
    sequence(kronika)
    assert sorted(leaf["id"] for leaf in check_sound(kronika)) == sorted(
        game_leaf(n)["id"] for n in range(total)
    )
    for old, new in pairwise(shown):
        assert merkle.verify_consistency(
            old.size, new.size, old.root, new.root, log.consistency(old.size, new.size)
        )
    signed = [line.split() for line in notes.read_text().splitlines()]
    roots = {(origin, size): root for origin, size, root in signed}
    assert all(roots[origin, size] == root for origin, size, root in signed), "a size was signed twice"
