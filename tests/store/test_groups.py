"""Writes queued together share one transaction; each is atomic, and its errors are its own."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from itertools import islice
from pathlib import Path

import pytest

from service.store import Conflict, Duplicate, Row, Statement, Store, StoreUnusable, write_queue
from service.store.sqlite_append import WriteConnection

from .conftest import migrated, workers_on
from .kit import Workers, answered, in_lobby, lines, output, rows
from .test_append import everything
from .test_concurrency import check_whole
from .test_unusable import open_and_migrate

PATIENCE = 30.0
GAMES = "abcdefgh"
Act = Callable[[], object]


def together(store: Store, acts: Sequence[Act]) -> list[Exception | None]:
    """The outcome of each act. All are queued in this order before the first is served."""
    with ThreadPoolExecutor(len(acts)) as pool, held(store) as waiting, unhurried(store):
        submitted: list[Future[object]] = []
        for act in acts:
            submitted.append(pool.submit(act))
            while waiting() < len(submitted):
                pass
    return [future.exception(PATIENCE) for future in submitted]  # type: ignore[misc]


@contextmanager
def held(store: Store) -> Iterator[Callable[[], int]]:
    """Blocks the queue; yields a function that returns its length."""
    queue, free = store._engine._queue, threading.Event()  # type: ignore[attr-defined]
    serve = queue._serve

    def later(until: float, take: write_queue.TakeGroup[object]) -> None:
        free.wait(PATIENCE)
        serve(write_queue.monotonic() + write_queue.QUEUE_SECONDS, take)

    queue._serve = later
    try:
        yield lambda: len(queue._queue)
    finally:
        queue._serve = serve
        free.set()


@contextmanager
def unhurried(store: Store) -> Iterator[None]:
    """Lifts the time limits until all writes are queued, which takes long on a busy machine."""
    queue = store._engine._queue  # type: ignore[attr-defined]
    queue._has_timed_out, queue._wait_seconds = lambda writer: False, lambda writer: write_queue.STALL_SECONDS
    try:
        yield
    finally:
        for writer in queue._queue:
            writer.queued_at = write_queue.monotonic()
        del queue._has_timed_out, queue._wait_seconds


def appending(store: Store, game_id: str, first: int, *beside: Statement) -> Act:
    return lambda: store.append(game_id, rows(first, 2, game_id, b"hidden"), beside)


def test_all_queued_writes_are_written(store: Store) -> None:
    assert together(store, [appending(store, game, 1, answered(game)) for game in GAMES]) == [None] * 8
    assert [e.originator_id for e in islice(store.recorder.subscribe(0), 16)] == [
        game for game in GAMES for _ in (1, 2)
    ]
    assert all(store.rows(game) == rows(1, 2, game, b"hidden") for game in GAMES)
    assert store.query("SELECT count(*) FROM answers") == [(8,)]


WRONG: dict[str, tuple[type[Exception], Callable[[Store], Act]]] = {
    "not the next version": (Conflict, lambda store: appending(store, "x", 7, in_lobby("x", 9))),
    "a taken key": (Duplicate, lambda store: appending(store, "x", 1, in_lobby("x", 9), answered("taken"))),
    "a key that a neighbour takes": (
        Duplicate,
        lambda store: appending(store, "x", 1, in_lobby("x", 9), answered("a")),
    ),
    "a mistake in the SQL": (
        Exception,
        lambda store: appending(store, "x", 1, in_lobby("x", 9), Statement("INSERT INTO nowhere VALUES (1)")),
    ),
    "a column that is missing": (
        Exception,
        lambda store: appending(store, "x", 1, Statement("INSERT INTO lobby (game_id) VALUES ('x')")),
    ),
    "an earlier position": (Conflict, lambda store: lambda: store.project("p", 3, [in_lobby("x", 9)])),
}


@pytest.mark.parametrize("wrong", WRONG)
def test_an_error_in_one_write_does_not_affect_the_others(store: Store, wrong: str) -> None:
    store.append("t", [], [answered("taken")])
    store.project("p", 3, [])
    kind, mistaken = WRONG[wrong]
    acts = [appending(store, game, 1, in_lobby(game, 2), answered(game)) for game in "abcd"]
    acts[2:2] = [mistaken(store)]
    became = together(store, acts)
    assert [became[n] for n in (0, 1, 3, 4)] == [None] * 4
    assert isinstance(became[2], kind)
    assert everything(store) == ([(8,)], [(8,)], [(4,)], [(5,)])
    assert (store.version("x"), store.position("p")) == (0, 3)
    assert [store.rows(game) for game in "abcd"] == [rows(1, 2, game, b"hidden") for game in "abcd"]
    store.append("x", rows(1))


def test_on_commit_gets_what_was_committed_together_and_nothing_else(store: Store) -> None:
    """It is called once for the group, without the writes that failed or publish nothing."""
    published = list[list[str]]()
    store.hooks.on_commit = lambda together: published.append(list(together))
    acts: list[Act] = [partial(store.append, game, rows(1, 2, game), (), f"of {game}") for game in "abc"]
    acts[1:1] = [partial(store.append, "x", rows(7, 1), (), "of x"), appending(store, "y", 1)]
    became = together(store, acts)
    assert [type(it) for it in became] == [type(None), Conflict, *[type(None)] * 3]
    assert published == [["of a", "of b", "of c"]]


def test_the_second_of_one_game_sees_the_first(store: Store) -> None:
    acts = [
        appending(store, "g", 1, answered("first")),
        appending(store, "g", 1, answered("late")),
        appending(store, "g", 3),
    ]
    first, late, next_ = together(store, acts)
    assert (first, next_) == (None, None)
    assert isinstance(late, Conflict)
    assert store.version("g") == 4
    assert store.query("SELECT name FROM answers") == [("first",)]


def test_projections_and_removals_share_the_queue(store: Store) -> None:
    store.append("old", rows(1, 2))
    store.append("g", rows(1))
    gone = Statement("SELECT 'old'")
    acts: list[Act] = [
        appending(store, "g", 2),
        lambda: store.remove(gone, [in_lobby("gone", 1)]),
        lambda: store.project("p", 3, [in_lobby("p", 3)]),
        lambda: store.project("p", 3, [in_lobby("p", 4)]),
    ]
    became = together(store, acts)
    assert became[:3] == [None] * 3
    assert isinstance(became[3], Conflict)
    assert (store.version("old"), store.version("g"), store.position("p")) == (0, 3, 3)
    assert store.query("SELECT * FROM lobby ORDER BY game_id") == [("gone", 1), ("p", 3)]


def test_a_write_that_times_out_is_refused_and_never_written(store: Store, monkeypatch) -> None:
    monkeypatch.setattr(write_queue, "QUEUE_SECONDS", 0.3)
    with ThreadPoolExecutor(2) as pool, held(store):
        impatient = [pool.submit(appending(store, game, 1)) for game in "ab"]
        assert all(isinstance(one.exception(PATIENCE), StoreUnusable) for one in impatient)
    monkeypatch.setattr(write_queue, "QUEUE_SECONDS", PATIENCE)
    store.append("c", rows(1))
    assert store.head() == 1


@pytest.fixture
def sqlite_store(sqlite_url: str) -> Iterator[Store]:
    with migrated(sqlite_url) as store:
        yield store


def test_a_failed_commit_fails_every_write_of_the_group(
    sqlite_store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The database rolls back at the last moment."""
    store = sqlite_store
    connected = WriteConnection._connected

    def failing(writing: WriteConnection, seconds: float) -> sqlite3.Connection:
        connection = connected(writing, seconds)
        connection.execute("PRAGMA foreign_keys = ON")
        return connection

    monkeypatch.setattr(WriteConnection, "_connected", failing)
    referring = "game_id TEXT REFERENCES lobby (game_id) DEFERRABLE INITIALLY DEFERRED"
    store.append("", [], [Statement(f"CREATE TABLE later ({referring})")])
    acts = [appending(store, game, 1, answered(game)) for game in "abc"]
    acts[1] = appending(store, "b", 1, Statement("INSERT INTO later VALUES ('nobody')"))
    late = [appending(store, "a", 1), appending(store, "d", 1, answered("a"))]
    assert all(isinstance(error, sqlite3.IntegrityError) for error in together(store, [*acts, *late])), (
        "no write may fail with a conflict or duplicate, because none was committed"
    )
    assert everything(store) == ([(0,)], [(0,)], [(0,)], [(0,)])
    assert together(store, acts[::2]) == [None] * 2


@pytest.mark.soak
def test_a_disk_that_is_full_in_the_middle_of_groups_loses_nothing(sqlite_url: str, tmp_path: Path) -> None:
    """Who was refused has nothing there, who was not has all of it."""
    open_and_migrate(sqlite_url)
    with workers_on(sqlite_url) as crew:
        said = dict(told.split(" ") for told in output(crew.start("fill-together", ",".join(GAMES))))
    with sqlite3.connect(tmp_path / "kronika.db") as file:
        query = "SELECT originator_id, max(originator_version), count(*) FROM stored_events GROUP BY 1"
        found = {game: (last, count) for game, last, count in file.execute(query)}
    file.close()
    assert found == {game: (int(version) + 1, int(version) + 1) for game, version in said.items()}
    assert sum(map(int, said.values())) > 100


@pytest.mark.soak
def test_kill_9_in_groups_of_several_games_loses_nothing(store: Store, workers: Workers, opened) -> None:
    acknowledged: list[str] = []
    for writer in "xyz":
        process = workers.start("write-together", writer, ",".join(GAMES), 100_000)
        acknowledged += islice(lines(process), 200)
        process.kill()
        acknowledged += [line for line in lines(process) if len(line.split()) == 3]
    check_whole(opened(), acknowledged)
    assert len(acknowledged) >= 600


def test_rows_of_one_append_never_stand_alone(store: Store) -> None:
    """Many games at once, two events each: no reader meets the first without the second."""
    stop, torn = threading.Event(), list[str]()

    def look() -> None:
        while not stop.is_set():
            torn.extend(game for game in GAMES if store.version(game) % 2)

    def play(game: str) -> None:
        for first in range(1, 40, 2):
            store.append(game, [Row(first + n, "dice-rolled", b"x") for n in (0, 1)])

    watching = threading.Thread(target=look)
    watching.start()
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(play, GAMES))
    stop.set()
    watching.join()
    assert torn == []
