"""What the store adds to SQLite: reading a game back, committing durably, waking who waits."""

from __future__ import annotations

import multiprocessing
import random
import sqlite3
import tempfile
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import msgspec

from bench.size import size
from bench.timing import medians, percentile
from service.store import Row, Store, open_store

EVENTS = size(400, 20)
GAMES = 8  # written in turn, so that the events of one game lie scattered as in a live service
COMMITS = size(2_000, 40)  # a run; shared out among its writers
RUNS = size(7, 1)  # each way in turn; the median counts
WAKES = size(200, 4)
CREWS = (
    (1, 1),
    (1, 2),
    (1, 4),
    (1, 8),
    (2, 4),
)  # processes, threads of each; every thread writes a game of its own

BY_HAND = "SELECT originator_version, topic, state FROM stored_events WHERE originator_id = ? ORDER BY originator_version"
# The same columns and keys as the store's table, made by whoever needs no store.
RAW_TABLE = (
    "CREATE TABLE raw (id INTEGER PRIMARY KEY AUTOINCREMENT, game TEXT, version INTEGER, type TEXT, "
    "entry BLOB, UNIQUE (game, version))"
)
RAW_INSERT = "INSERT INTO raw (game, version, type, entry) VALUES (?, ?, ?, ?)"


class Rolled(msgspec.Struct, frozen=True, tag_field="t", tag="dice-rolled"):
    i: int
    d: tuple[int, ...]


class Passed(msgspec.Struct, frozen=True, tag_field="t", tag="turn-ended"):
    i: int
    seat: int


class Score(msgspec.Struct, frozen=True):
    """A state as small as one can be: the larger the real one, the less the reading matters."""

    pips: int = 0
    turns: int = 0


Writer = Callable[[str, list[str], int], None]  # (path, games, commits to each); a thread for each game
DECODER = msgspec.json.Decoder(Rolled | Passed)


def entry(version: int) -> bytes:
    return msgspec.json.encode(
        Passed(version, version % 4) if version % 5 == 0 else Rolled(version, (1, 2, 3, 4, 5, 6) * 8)
    )


def fold(entries: Iterator[bytes]) -> Score:
    state = Score()
    for body in entries:
        event = DECODER.decode(body)
        if isinstance(event, Rolled):
            state = msgspec.structs.replace(state, pips=state.pips + sum(event.d))
        else:
            state = msgspec.structs.replace(state, turns=state.turns + 1)
    return state


def line(name: str, mine: str, theirs: str = "", compared: str = "", rate: str = "") -> str:
    return f"| {name} | {mine} | {theirs} | {compared} | {rate} |"


def ratio(name: str, mine: float, theirs: float, rate: str = "") -> str:
    return line(name, f"{mine * 1e3:.2f}", f"{theirs * 1e3:.2f}", f"{mine / theirs:.2f}", rate)


@contextmanager
def database() -> Iterator[str]:
    with tempfile.TemporaryDirectory() as folder:
        yield str(Path(folder) / "bench.db")


@contextmanager
def opened(path: str) -> Iterator[Store]:
    store = open_store(f"sqlite:///{path}", bytes(32), create=True)
    try:
        store.migrate()
        yield store
    finally:
        store.close()


def raw_connection(path: str) -> sqlite3.Connection:
    connection = sqlite3.connect(path, isolation_level=None, timeout=30, cached_statements=256)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    return connection


def reading() -> Iterator[str]:
    """Rows of one game of 400 events; then the same with typed decoding and a fold."""
    with database() as path, opened(path) as store:
        for number in range(EVENTS * GAMES):
            version = number // GAMES + 1
            kind = "turn-ended" if version % 5 == 0 else "dice-rolled"
            store.append(f"game-{number % GAMES}", [Row(version, kind, entry(version))])
        connection = raw_connection(path)

        def by_hand() -> list[tuple[int, str, bytes]]:
            return connection.execute(BY_HAND, ("game-3",)).fetchall()

        def rows() -> list[Row]:
            return store.rows("game-3")

        assert [tuple(row[:3]) for row in rows()] == by_hand()
        ours, least = medians(rows, by_hand, runs=201)
        yield ratio("read 400 events", ours, least)
        ours, least = medians(
            lambda: fold(row.entry for row in rows()), lambda: fold(row[2] for row in by_hand()), runs=201
        )
        yield ratio("read, decode and fold 400 events", ours, least)
        (asked,) = medians(lambda: [store.version("game-3") for _ in range(100)], runs=51)
        yield line("a game's version", f"{asked * 10:.4f}")


def write_by_store(path: str, games: list[str], commits: int) -> None:
    """As a worker process does: one store for all its threads."""
    store = open_store(f"sqlite:///{path}", bytes(32), create=True)

    def write(game: str) -> None:
        first = store.version(game) + 1
        for version in range(first, first + commits):
            store.append(game, [Row(version, "dice-rolled", entry(version))])

    with ThreadPoolExecutor(len(games)) as pool:
        list(pool.map(write, games))
    store.close()


def write_by_hand(path: str, games: list[str], commits: int) -> None:
    def write(game: str) -> None:
        connection = raw_connection(path)
        first = 1 + (
            connection.execute("SELECT max(version) FROM raw WHERE game = ?", (game,)).fetchone()[0] or 0
        )
        for version in range(first, first + commits):
            connection.execute("BEGIN IMMEDIATE")
            connection.execute(RAW_INSERT, (game, version, "dice-rolled", entry(version)))
            connection.execute("COMMIT")
        connection.close()

    with ThreadPoolExecutor(len(games)) as pool:
        list(pool.map(write, games))


def crewed(write: Writer, path: str, processes: int, threads: int) -> None:
    """`COMMITS` commits, shared out."""
    each = COMMITS // (processes * threads)
    games = [[f"{process}-{thread}" for thread in range(threads)] for process in range(processes)]
    if processes == 1:
        return write(path, games[0], each)
    spawn = multiprocessing.get_context("fork")
    crew = [spawn.Process(target=write, args=(path, own, each)) for own in games]
    for process in crew:
        process.start()
    for process in crew:
        process.join()
        assert process.exitcode == 0
    return None


def writing() -> Iterator[str]:
    """Durable commits (FULL) of one event each, against the same rows by hand."""
    for processes, threads in CREWS:
        with database() as mine, database() as theirs:
            with opened(mine):
                raw_connection(theirs).execute(RAW_TABLE)
            run = partial(crewed, processes=processes, threads=threads)
            ours, raw = medians(
                partial(run, write_by_store, mine), partial(run, write_by_hand, theirs), runs=RUNS
            )
        name = f"{COMMITS:,} durable appends, processes x threads: {processes} x {threads}"
        yield ratio(name, ours, raw, f"{COMMITS / ours:,.0f}/s")


def waking() -> Iterator[str]:
    """From a commit to whoever waits for it: in the same process, and by way of another connection."""
    with database() as path, opened(path) as store, opened(path) as other, ThreadPoolExecutor(1) as pool:
        for name, writer in (("the same process", store), ("another process", other)):
            lags = []
            for _ in range(WAKES):
                version = store.version("g")
                waiting = pool.submit(woken_at, store, version)
                time.sleep(0.003 + 0.005 * random.random())
                writer.append("g", [Row(version + 1, "dice-rolled", entry(version))])
                committed = time.perf_counter()
                lags.append(waiting.result() - committed)
            p50, p99 = percentile(lags, 0.5) * 1e3, percentile(lags, 0.99) * 1e3
            yield line(f"a commit of {name} wakes a waiter (99 %: {p99:.2f} ms)", f"{p50:.2f}")


def woken_at(store: Store, version: int) -> float:
    store.wait_for("g", version, 5)
    return time.perf_counter()


def main() -> list[str]:
    header = ["| what | store ms | `sqlite3` by hand ms | ratio | rate |", "|---|---|---|---|---|"]
    return [*header, *reading(), *writing(), *waking()]


if __name__ == "__main__":
    print("\n".join(main()))
