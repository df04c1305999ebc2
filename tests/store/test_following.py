"""Whoever waits is woken by a commit, of this process or another; and by nothing else than that or the end."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from pathlib import Path
from threading import Thread
from time import monotonic, sleep
from typing import Any

import pytest

from service.store import Store, StoreUnusable, open_store
from service.store.types import StoreClosed
from service.store.waiting import run_in_loop
from tests.running import until

from .conftest import KEY
from .kit import Workers, lines, output, rows

LONG = 120.0  # seconds that no test waits out
SOON = 60.0  # a busy machine's idea of at once


def looks_by(monkeypatch: pytest.MonkeyPatch, who: Any, how: str) -> list[Any]:
    """What was found at each look, as soon as that is over."""
    found, look = list[Any](), getattr(who, how)

    def noted(*where: Any, **more: Any) -> Any:
        seen = look(*where, **more)
        found.append(seen)
        return seen

    monkeypatch.setattr(who, how, noted)
    return found


def test_events_come_in_the_order_of_their_commits(store: Store) -> None:
    for game_id in "abab":
        store.append(game_id, rows(store.version(game_id) + 1, 2))
    with store.recorder.subscribe(0) as followed:
        events = list(islice(followed, 8))
    assert [(e.originator_id, e.originator_version) for e in events] == [
        (g, v) for g, v in zip("aabbaabb", (1, 2, 1, 2, 3, 4, 3, 4), strict=True)
    ]
    positions = [e.id for e in events]
    assert positions == sorted(set(positions))


def test_following_resumes_after_a_position(store: Store) -> None:
    store.append("g", rows(1, 5))
    with store.recorder.subscribe(0) as first:
        third = first.batch(0)[2]
    with store.recorder.subscribe(third.id) as second:
        assert [e.originator_version for e in second.batch(0)] == [4, 5]
        assert second.batch(0) == []


def test_a_long_log_is_read_whole(store: Store) -> None:
    for first in range(1, 1300, 100):
        store.append("g", rows(first, 100))
    with store.recorder.subscribe(0) as followed:
        assert [e.originator_version for e in islice(followed, 1300)] == list(range(1, 1301))


def test_nothing_new_ends_a_wait_at_its_timeout(store: Store) -> None:
    store.append("g", rows(1))
    with store.recorder.subscribe(store.head()) as followed:
        began = monotonic()
        assert followed.batch(0.2) == []
        assert 0.2 <= monotonic() - began < SOON
        assert not followed.stopped


def test_a_commit_of_this_process_wakes_a_follower(store: Store) -> None:
    with ThreadPoolExecutor(1) as pool, store.recorder.subscribe(0) as followed:
        for version in range(1, 20):
            waiting = pool.submit(followed.batch, LONG)
            sleep(0.01)
            began = monotonic()
            store.append("g", rows(version))
            assert [e.originator_version for e in waiting.result(SOON)] == [version]
            assert monotonic() - began < SOON


def test_a_commit_of_another_store_wakes_a_follower(store: Store, opened: Callable[[], Store]) -> None:
    other = opened()
    with ThreadPoolExecutor(1) as pool, store.recorder.subscribe(0) as followed:
        for version in range(1, 20):
            waiting = pool.submit(followed.batch, LONG)
            other.append("g", rows(version))
            assert [e.originator_version for e in waiting.result(SOON)] == [version]


def test_a_commit_of_another_process_wakes_a_follower(store: Store, workers: Workers) -> None:
    with store.recorder.subscribe(0) as followed:
        workers.start("write", "x", "g", 3)
        assert [e.originator_version for e in islice(followed, 3)] == [1, 2, 3]


@pytest.mark.soak
def test_a_notification_is_not_waited_for_in_vain(postgres_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not the look taken now and then, but the server's word wakes a waiter."""
    monkeypatch.setattr("service.store.postgres_changes.POLL_SECONDS", 15.0)
    store = open_store(postgres_url, KEY)
    store.migrate()
    with ThreadPoolExecutor(1) as pool:
        for version in (1, 2, 3):
            waiting = pool.submit(store.wait_for, "g", version - 1, LONG)
            sleep(0.05)
            store.append("g", rows(version))
            assert waiting.result(14.0) == version
    store.close()


def test_a_follower_in_another_process_is_woken(store: Store, workers: Workers) -> None:
    follower = workers.start("follow", 3)
    said = lines(follower)
    assert next(said) == "ready"
    for version in (1, 2, 3):
        store.append("g", rows(version))
        assert next(said) == f"{store.head()} g {version}"


@pytest.mark.parametrize("whole_store", [False, True])
def test_closing_from_another_thread_ends_a_wait(
    store: Store, whole_store: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    followed = store.recorder.subscribe(0)
    looks = looks_by(monkeypatch, store.recorder, "select_notifications")
    with ThreadPoolExecutor(1) as pool:
        waiting = pool.submit(list, followed)
        until(lambda: looks, "the look before the wait")
        store.close() if whole_store else followed.stop()
        assert waiting.result(SOON) == []
    assert followed.stopped


def test_wait_for_answers_at_once_when_there_is_more(store: Store) -> None:
    store.append("g", rows(1, 3))
    assert [store.wait_for("g", after, LONG) for after in (0, 2)] == [3, 3]


def test_wait_for_answers_the_version_at_its_timeout(store: Store) -> None:
    store.append("g", rows(1, 3))
    began = monotonic()
    assert (store.wait_for("g", 3, 0.2), store.wait_for("h", 0, 0)) == (3, 0)
    assert 0.2 <= monotonic() - began < SOON


def test_wait_for_wakes_for_its_game_alone(store: Store) -> None:
    with ThreadPoolExecutor(1) as pool:
        waiting = pool.submit(store.wait_for, "g", 0, LONG)
        store.append("h", rows(1))
        sleep(0.1)
        assert not waiting.done()
        store.append("g", rows(1, 2))
        assert waiting.result(SOON) == 2


def test_many_wait_for_many_games(store: Store, opened: Callable[[], Store]) -> None:
    """Each is woken whatever the moment: half of the waiters register while others commit."""
    other, games = opened(), [f"g{n}" for n in range(12)]
    with ThreadPoolExecutor(12) as pool:
        for version in range(1, 6):
            waiting = [pool.submit(store.wait_for, game, version - 1, LONG) for game in games]
            for number, game in enumerate(games):
                (store, other)[number % 2].append(game, rows(version))
            assert [w.result(SOON) for w in waiting] == [version] * 12


def test_wait_for_is_woken_by_another_process(store: Store, workers: Workers) -> None:
    waiter = workers.start("wait", "g", 2)
    assert next(lines(waiter)) == "ready"
    store.append("g", rows(1, 2))
    store.append("g", rows(3))
    assert output(waiter) == ["3"]


def test_wait_for_ends_with_the_store(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    looks = looks_by(monkeypatch, store._follower, "_version")
    with ThreadPoolExecutor(1) as pool:
        waiting = pool.submit(store.wait_for, "g", 0, LONG)
        until(lambda: len(looks) > 1, "the look before the wait")
        store.close()
        assert waiting.result(SOON) == 0


def test_nobody_uses_a_store_that_is_closed(store: Store) -> None:
    """Whoever has read in it, and whoever comes only then, meets the trouble that everybody expects of a store."""
    store.append("g", rows(1))
    ways: list[Callable[[], object]] = [
        lambda: store.version("g"),
        lambda: store.rows("g"),
        lambda: store.append("g", rows(2)),
        store.check_writing,
        store.head,
    ]
    for use in ways[:2]:
        use()
    store.close()
    with ThreadPoolExecutor(1) as pool:
        for use in ways:
            for met in (use, pool.submit(use).result):
                with pytest.raises(StoreUnusable):
                    met()


def test_reads_end_before_the_last_write_does(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """Closing waits up to a second for a write; on a new thread, in a loop, no read begins meanwhile."""
    queue, met = store._engine._queue, list[BaseException | None]()  # type: ignore[attr-defined]
    close = queue.close

    async def read() -> object:
        return await run_in_loop(lambda: store.rows("g"))

    def closing() -> bool:
        with ThreadPoolExecutor(1) as pool:
            met.append(pool.submit(asyncio.run, read()).exception(SOON))
        return bool(close())

    monkeypatch.setattr(queue, "close", closing)
    store.close()
    assert [type(error) for error in met] == [StoreClosed]


def test_threads_that_are_gone_leave_no_connections(sqlite_url: str, tmp_path: Path) -> None:
    """A read connection belongs to a thread and goes with it; SQLite uses its file handle again."""
    store = open_store(sqlite_url, KEY, create=True)
    store.migrate()
    for _ in range(200):
        thread = Thread(target=store.version, args=("g",))
        thread.start()
        thread.join()
        gc.collect(0)  # test processes collect garbage less often than a service
    handles = [file.readlink() for file in Path("/proc/self/fd").iterdir() if file.is_symlink()]
    assert sum(file.is_relative_to(tmp_path) for file in handles) < 100
    store.close()
