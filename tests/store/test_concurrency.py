"""Threads and processes on one game and on many: nothing lost, no gap, nothing twice, one order for all."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from threading import Barrier

import pytest

from service.store import Conflict, Notification, Row, Statement, Store
from tests.soaking import sampled

from .kit import LOBBY, Workers, answered, lines, output, rows


def check_whole(store: Store, acknowledged: list[str]) -> None:
    """Every acknowledged `game version name` is in the log once, at that version, with its company."""
    log = store.recorder.subscribe(0)
    events: list[Notification] = []
    while found := log.batch(0):
        events += found
    log.stop()
    read: list[tuple[str, Row]] = []
    for game_id in {event.originator_id for event in events}:
        rows = store.rows(game_id)
        versions = [event.originator_version for event in events if event.originator_id == game_id]
        assert versions == [row.version for row in rows] == list(range(1, len(versions) + 1))
        read += [(game_id, row) for row in rows]
    written = [f"{game_id} {row.version} {row.entry.decode()}" for game_id, row in read]
    assert not Counter(acknowledged) - Counter(written)
    assert len(set(written)) == len(written)
    assert {row.secrets for _, row in read} == {b"hidden"}
    names = [name for (name,) in store.query("SELECT name FROM answers")]
    assert Counter(names) == Counter(row.entry.decode() for _, row in read)


def with_games(one: object, many: object, daily: str) -> pytest.MarkDecorator:
    """One game and many, on both engines. Every day many on SQLite, or one on PostgreSQL."""
    found = {"sqlite-many": many, "postgresql-one": one, "sqlite-one": one, "postgresql-many": many}
    cases = [
        pytest.param(name.partition("-")[0], games, id=name, marks=() if name == daily else pytest.mark.soak)
        for name, games in found.items()
    ]
    return pytest.mark.parametrize(("url", "games"), cases, indirect=["url"])


@with_games("one", "a,b,c,d", "sqlite-many")
def test_processes_lose_nothing(store: Store, workers: Workers, games: str) -> None:
    each = 60 // len(games.split(","))
    follower = workers.start("follow", 3 * each * len(games.split(",")))
    assert next(lines(follower)) == "ready"
    writers = [workers.start("write", name, games, each) for name in "xyz"]
    acknowledged = [line for writer in writers for line in output(writer)]
    assert len(acknowledged) == 180
    check_whole(store, acknowledged)
    order = [
        f"{e.id} {e.originator_id} {e.originator_version}" for e in islice(store.recorder.subscribe(0), 180)
    ]
    assert output(follower) == order


@with_games(["one"], ["a", "b", "c", "d"], "postgresql-one")
def test_threads_lose_nothing(store: Store, games: list[str]) -> None:
    def write(writer: int) -> list[str]:
        return [write_one(store, games[(writer + n) % len(games)], f"{writer}:{n}") for n in range(30)]

    with ThreadPoolExecutor(9) as pool, store.recorder.subscribe(0) as followed:
        order = pool.submit(lambda: [e.id for e in islice(followed, 240)])
        acknowledged = [line for said in pool.map(write, range(8)) for line in said]
        followed_order = order.result(20)
    assert len(acknowledged) == 240
    check_whole(store, acknowledged)
    assert followed_order == [event.id for event in islice(store.recorder.subscribe(0), 240)]


def write_one(store: Store, game_id: str, name: str) -> str:
    while True:
        version = store.version(game_id) + 1
        try:
            store.append(
                game_id, [rows(version, secrets=b"hidden")[0]._replace(entry=name.encode())], [answered(name)]
            )
        except Conflict:
            continue
        return f"{game_id} {version} {name}"


def test_of_many_at_once_one_wins(store: Store) -> None:
    def attempt(writer: int) -> bool:
        try:
            store.append("g", rows(1, 2, f"by {writer}"))
        except Conflict:
            return False
        return True

    with ThreadPoolExecutor(8) as pool:
        won = list(pool.map(attempt, range(8)))
    assert won.count(True) == 1
    assert store.rows("g") == rows(1, 2, f"by {won.index(True)}")


def test_a_killed_process_loses_nothing_it_acknowledged(store: Store, workers: Workers, opened) -> None:
    """SIGKILL in the middle of the load, three times; the log stays whole and the next one goes on."""
    acknowledged: list[str] = []
    for writer in "xyz":
        process = workers.start("write", writer, "a,b", 100_000)
        acknowledged += islice(lines(process), 50)
        process.kill()
        acknowledged += lines(process)  # said before the end, still in the pipe
    check_whole(opened(), acknowledged)
    assert len(acknowledged) >= 150


@pytest.mark.parametrize("url", sampled(["sqlite", "postgresql"], 2), indirect=True)
def test_processes_may_migrate_at_once(workers: Workers, opened: Callable[[], Store]) -> None:
    crew = [workers.start("migrate") for _ in range(4)]
    assert [output(process) for process in crew] == [[]] * 4
    opened().append("g", rows(1), [Statement("INSERT INTO lobby VALUES ('g', 1)")])


def test_stores_may_migrate_at_the_same_moment(opened: Callable[[], Store]) -> None:
    stores, start = [opened() for _ in range(6)], Barrier(6)

    def migrate(store: Store) -> None:
        start.wait()
        store.migrate([LOBBY])

    with ThreadPoolExecutor(6) as pool:
        list(pool.map(migrate, stores))
    opened().append("g", rows(1), [Statement("INSERT INTO lobby VALUES ('g', 1)")])
