"""At rest nobody looks at the database; what happens is noticed at once all the same."""

from __future__ import annotations

import gc
import os
import re
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from threading import Event
from time import monotonic, sleep

import pytest

from service.store import Store, open_store, sqlite_changes
from service.store.notifier import Notifier

from .conftest import KEY
from .kit import SIDE_TABLES, rows

LONG = 120.0  # seconds that no test waits out
SOON = 60.0  # a busy machine's idea of at once


@pytest.fixture
def url(sqlite_url: str) -> str:
    return sqlite_url


@pytest.fixture(autouse=True)
def at_rest_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite_changes, "ACTIVE_SECONDS", 0.05)
    monkeypatch.setattr(sqlite_changes, "IDLE_SECONDS", LONG)


def wait_at_rest(store: Store, then: Callable[[], object]) -> float:
    """Seconds after which somebody who has waited for a while notices that something happened."""
    with ThreadPoolExecutor(1) as pool:
        waiting = pool.submit(store.wait_for, "g", store.version("g"), LONG)
        sleep(0.3)
        began = monotonic()
        then()
        waiting.result(LONG)
        return monotonic() - began


def test_commits_of_this_process_and_of_others_are_noticed(store: Store, opened: Callable[[], Store]) -> None:
    other = opened()
    for n, writer in enumerate((other, store, other), 1):
        assert wait_at_rest(store, lambda writer=writer, n=n: writer.append("g", rows(n))) < SOON


def test_so_they_are_where_the_kernel_tells_nothing(
    store: Store, opened: Callable[[], Store], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite_changes, "watch_folder", lambda folder: None)
    other = opened()
    assert wait_at_rest(store, lambda: other.append("g", rows(1))) < SOON


def test_nothing_is_looked_at_while_nothing_happens(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    looked: list[float] = []
    rests = Event()
    wait = sqlite_changes.SQLiteChanges.wait

    def counting(changes: sqlite_changes.SQLiteChanges, soon: bool) -> bool:
        looked.append(monotonic())
        if looked[-1] >= changes._active_until and not changes._idle.poll(0):
            rests.set()
        return wait(changes, soon)

    monkeypatch.setattr(sqlite_changes.SQLiteChanges, "wait", counting)
    with ThreadPoolExecutor(1) as pool:
        waiting = pool.submit(store.wait_for, "g", 0, LONG)
        assert rests.wait(LONG)
        so_far = len(looked)
        sleep(0.5)
        assert len(looked) == so_far
        store.end_waiting()
        assert waiting.result(LONG) == 0


def test_the_end_of_waiting_is_not_waited_for(store: Store) -> None:
    assert wait_at_rest(store, store.end_waiting) < SOON


@pytest.mark.soak
def test_who_stops_watching_leaves_no_descriptors(sqlite_url: str, tmp_path: Path) -> None:
    def open_and_wait() -> int:
        store = open_store(sqlite_url, KEY, create=True)
        store.migrate(SIDE_TABLES)
        store.wait_for("g", 0, 0.1)
        store.close()
        del store
        gc.collect()
        return sum(is_ours(Path(f"/proc/self/fd/{fd}")) for fd in os.listdir("/proc/self/fd"))

    def is_ours(descriptor: Path) -> bool:
        """A file of the store, or what its waiters are told by; others of this process come and go meanwhile."""
        with suppress(OSError):  # it went
            return (
                re.search(f"{re.escape(str(tmp_path))}|inotify|eventfd", str(descriptor.readlink()))
                is not None
            )
        return False

    first = open_and_wait()
    assert [open_and_wait() for _ in range(3)] == [first] * 3


def test_closing_a_notifier_that_has_not_begun_to_wait() -> None:
    notifier = Notifier(lambda: pytest.fail("nobody waits"), int, int, lambda after: [])
    notifier.close()
    assert notifier.closed
