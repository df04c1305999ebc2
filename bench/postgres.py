"""What the store adds to PostgreSQL: an action's rows, durably, by processes and threads, against the same rows by hand.

By hand each thread has a connection of its own, and sends what one action writes in one pipelined transaction, which is
the least that an answer after the commit can have. The actions of a thread follow each other, as those of a game do.
"""

from __future__ import annotations

import multiprocessing
import resource
import statistics
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from itertools import count
from multiprocessing.synchronize import Barrier

import psycopg

from bench.processes import cpu_seconds
from bench.size import size
from bench.store import entry
from projections.lobby import UPSERT, moved
from service.log.migrations import MIGRATIONS
from service.store import OrderedStatement, Row, Statement, Store, open_store
from tests.postgresql import postgresql

ACTIONS = size(1_600, 64)  # a run, shared out among its threads
RUNS = size(5, 1)  # each way in turn; the median counts
CREWS = ((1, 1), (1, 8), (2, 8), (4, 8))  # processes, threads of each; every thread writes a game of its own
KEY = bytes(32)
INSERT = "INSERT INTO stored_events (originator_id, originator_version, topic, state) VALUES (%s, %s, %s, %s)"
PLACE = "UPDATE lobby SET position = %s WHERE game = %s"
NAMES = count()
LOOK_SECONDS = 0.003
SLOW_DISK_MICROSECONDS = 20_000
WAITS = """SELECT CASE WHEN wait_event = 'advisory' THEN 'turn' WHEN wait_event_type = 'Lock' THEN 'lock'
        WHEN wait_event IN ('WalSync', 'WALSync', 'WalWrite', 'WALWrite') THEN 'disk'
        WHEN wait_event_type = 'Client' THEN 'us' WHEN wait_event_type IS NULL THEN 'work' ELSE 'else' END, count(*)
    FROM pg_stat_activity WHERE datname = 'bench' AND state <> 'idle' GROUP BY 1"""
WAITED = ("turn", "lock", "disk", "us", "work", "else")
COMMITS = "SELECT xact_commit FROM pg_stat_database WHERE datname = 'bench'"

Write = Callable[[str, int], None]
"""Writes so many actions of a game that is new."""


def lobby_row(game: str, version: int) -> tuple[object, ...]:
    seats = '[{"seat":1,"name":"#1"},{"seat":2,"name":"#2"}]'
    head = (game, "age-of-war", "public", "playing", seats, version, "[1]", 1, version, "x" * 250)
    return (*head, None, None, 1, 0, 0, None, None, "none")


def main() -> list[str]:
    return list(rows())


def rows() -> Iterator[str]:
    with empty() as (url, admin, pid):
        yield from _against_hand(url)
        yield ""
        yield from _waits(url, admin, pid)
        yield ""
        _slow_disk(admin)
        yield from _waits(url, admin, pid)


@contextmanager
def empty() -> Iterator[tuple[str, psycopg.Connection, int]]:
    """An empty database, a connection to its server, and the server's process."""
    with postgresql() as server, psycopg.connect(server.get_uri(), autocommit=True) as admin:
        admin.execute("CREATE DATABASE bench")
        url = server.get_uri(database="bench")
        store = open_store(url, KEY)
        store.migrate(MIGRATIONS)
        store.close()
        yield url, admin, server.get_pid()


def _against_hand(url: str) -> Iterator[str]:
    yield "| processes x threads | store, actions/s | by hand, actions/s | store / by hand | / one thread by hand |"
    yield "|---|---|---|---|---|"
    alone = 0.0
    for processes, threads in CREWS:
        ours, raw = _rates(url, processes, threads)
        alone = alone or raw
        yield f"| {processes} x {threads} | {ours:,.0f} | {raw:,.0f} | {ours / raw:.2f} | {ours / alone:.2f} |"


def _waits(url: str, admin: psycopg.Connection, pid: int) -> Iterator[str]:
    """What the connections that write do, as the server says it again and again: where growth ends, and by what."""
    yield (
        "| processes x threads | actions/s | a commit | CPU us an action: ours | the server's | waits for "
        + ("the turn | another lock | the disk | us | works | else |")
    )
    yield "|---|---|---|---|---|---|---|---|---|---|---|"
    for processes, threads in CREWS:
        own, its, commits = _own_cpu(), cpu_seconds(pid), _commits(admin)
        with _watching(admin) as seen:
            rate = _rate(_by_store, url, processes, threads)
        own, its, commits = _own_cpu() - own, cpu_seconds(pid) - its, _commits(admin) - commits
        shares = " | ".join(f"{seen[what] / max(1, seen.total()):.0%}" for what in WAITED)
        each = f"{ACTIONS / commits:.1f} | {own / ACTIONS * 1e6:.0f} | {its / ACTIONS * 1e6:.0f}"
        yield f"| {processes} x {threads} | {rate:,.0f} | {each} | {shares} |"


def _slow_disk(admin: psycopg.Connection) -> None:
    """One that takes as long for whatever waits at that moment: how commits share it does not depend on the processor."""
    admin.execute(f"ALTER SYSTEM SET commit_delay = {SLOW_DISK_MICROSECONDS}")
    admin.execute("ALTER SYSTEM SET commit_siblings = 0")
    admin.execute("SELECT pg_reload_conf()")


def _own_cpu() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _commits(admin: psycopg.Connection) -> int:
    row = admin.execute(COMMITS).fetchone()
    assert row is not None
    return int(row[0])


@contextmanager
def _watching(admin: psycopg.Connection) -> Iterator[Counter[str]]:
    seen, over = Counter[str](), threading.Event()

    def look() -> None:
        while not over.wait(LOOK_SECONDS):
            seen.update(dict(admin.execute(WAITS).fetchall()))

    watcher = threading.Thread(target=look)
    watcher.start()
    try:
        yield seen
    finally:
        over.set()
        watcher.join()


def by_hand_us(url: str, pid: int) -> tuple[float, float]:
    """The least processor of ours and of the server's that an action's rows by hand cost, one process with eight connections."""
    runs = [_hand_us(url, pid) for _ in range(RUNS)]
    return min(runs, key=sum)


def _hand_us(url: str, pid: int) -> tuple[float, float]:
    own, its = _own_cpu(), cpu_seconds(pid)
    _rate(_by_hand, url, 1, 8)
    return 1e6 * (_own_cpu() - own) / ACTIONS, 1e6 * (cpu_seconds(pid) - its) / ACTIONS


def _rates(url: str, processes: int, threads: int) -> tuple[float, float]:
    ways = (_by_store, _by_hand)
    runs = [[_rate(way, url, processes, threads) for way in ways] for _ in range(RUNS)]
    ours, raw = (statistics.median(column) for column in zip(*runs, strict=True))
    return ours, raw


def _rate(work: Callable[..., None], url: str, processes: int, threads: int) -> float:
    """Actions a second, from when all are ready until the last one has ended."""
    fork = multiprocessing.get_context("fork")
    ready, each = fork.Barrier(processes + 1), ACTIONS // (processes * threads)
    crew = [fork.Process(target=work, args=(url, _games(threads), each, ready)) for _ in range(processes)]
    for process in crew:
        process.start()
    ready.wait()
    began = time.perf_counter()
    for process in crew:
        process.join()
        assert process.exitcode == 0
    return each * processes * threads / (time.perf_counter() - began)


def _games(threads: int) -> list[str]:
    return [f"game-{next(NAMES)}" for _ in range(threads)]


def _by_store(url: str, games: list[str], each: int, ready: Barrier) -> None:
    store = open_store(url, KEY)
    store.append("", [], [])

    def write(game: str) -> None:
        for version in range(1, each + 1):
            _append(store, game, version)

    _together(write, games, ready)
    store.close()


def _append(store: Store, game: str, version: int) -> None:
    beside = [Statement(UPSERT, lobby_row(game, version)), OrderedStatement(*moved(1, game))]
    store.append(game, [Row(version, "dice-rolled", entry(version))], beside)


def _by_hand(url: str, games: list[str], each: int, ready: Barrier) -> None:
    connections = {game: psycopg.connect(url, autocommit=True) for game in games}
    upsert = UPSERT.replace("?", "%s")

    def write(game: str) -> None:
        with connections[game] as connection, connection.cursor() as cursor:
            for version in range(1, each + 1):
                with connection.pipeline():
                    cursor.execute("BEGIN")
                    cursor.execute(INSERT, (game, version, "dice-rolled", entry(version)))
                    cursor.execute(upsert, lobby_row(game, version))
                    cursor.execute(PLACE, (version, game))
                    cursor.execute("COMMIT")

    _together(write, games, ready)


def _together(write: Callable[[str], None], games: list[str], ready: Barrier) -> None:
    with ThreadPoolExecutor(len(games)) as pool:
        ready.wait()
        list(pool.map(write, games))


if __name__ == "__main__":
    print("\n".join(main()))
