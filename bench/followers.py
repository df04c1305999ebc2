"""A projection that follows the log at 1,000 events a second: by the service's recorder, and by the library's own.

All follow the service's tables in a process of their own, while others write, by the library's runner. Its SQLite recorder
has no subscriptions: there the service's store wakes it.
"""

from __future__ import annotations

import multiprocessing
import statistics
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from multiprocessing.connection import Connection
from typing import Any, ClassVar, NamedTuple
from urllib.parse import urlsplit

import psycopg
from eventsourcing.application import Application
from eventsourcing.persistence import ListenNotifySubscription, Tracking
from eventsourcing.postgres import PostgresTrackingRecorder
from eventsourcing.projection import Projection, ProjectionRunner
from eventsourcing.sqlite import SQLiteApplicationRecorder, SQLiteTrackingRecorder
from eventsourcing.utils import register_topic
from psycopg.conninfo import conninfo_to_dict

from bench.size import size
from bench.store import database
from bench.timing import percentile
from service.log.table_projection import PAUSE
from service.store import (
    BATCH,
    Conflict,
    Migration,
    Notification,
    Row,
    Statement,
    Store,
    StoreUnusable,
    open_store,
)
from service.store.notifier import EVERY_GAME
from service.store.projecting import run
from tests.postgresql import postgresql

RATE, SECONDS = 1000, size(6.0, 0.2)
WRITERS = 4
RUNS = size(3, 1)
KEY = bytes(32)
TABLE = "CREATE TABLE seen (game TEXT PRIMARY KEY, version BIGINT NOT NULL)"
UPSERT = """INSERT INTO seen (game, version) VALUES (?, ?)
    ON CONFLICT (game) DO UPDATE SET version = excluded.version"""
MIGRATIONS = (Migration(1, "seen", (TABLE,)),)

Seen = dict[tuple[str, int], float]
"""When an event, by game and version, had been projected."""


class Measured(NamedTuple):
    cpu: float
    """Of the follower, of a second of the run."""
    lag50: float
    lag99: float
    took: float
    """Seconds that the writers took."""


class Happened:
    TOPIC = "something-happened"
    originator_id: str
    originator_version: int


register_topic("something-happened", Happened)


class Woken(ListenNotifySubscription[Any]):
    """The library's subscription, on SQLite, where it has nothing that wakes one."""

    def __init__(self, store: Store, recorder: Any, gt: int | None, topics: Any) -> None:
        super().__init__(recorder, gt, topics)
        self._store = store
        store.watch(EVERY_GAME, self._has_been_notified)

    def stop(self) -> None:
        self._store.unwatch(EVERY_GAME, self._has_been_notified)
        super().stop()


class WokenRecorder(SQLiteApplicationRecorder):
    store: ClassVar[Store]

    def subscribe(self, gt: int | None = None, topics: Any = ()) -> Woken:
        return Woken(self.store, self, gt, topics)


class Log(Application[str]):
    name = "stored"  # its table: stored_events


class SQLiteView(SQLiteTrackingRecorder):
    def see(self, event: Happened, tracking: Tracking) -> None:
        with self.datastore.transaction(commit=True) as cursor:
            self._insert_tracking(cursor, tracking)
            cursor.execute(UPSERT, (event.originator_id, event.originator_version))


class PostgresView(PostgresTrackingRecorder):
    def see(self, event: Happened, tracking: Tracking) -> None:
        with self.datastore.transaction(commit=True) as cursor:
            self._insert_tracking(cursor, tracking)
            cursor.execute(UPSERT.replace("?", "%s"), (event.originator_id, event.originator_version))


class EachAlone(Projection[Any]):
    """As the library is meant to be used: a transaction for each event."""

    name = "games"
    store: ClassVar[Store]
    seen: ClassVar[Seen] = {}

    def process_event(self, domain_event: Any, tracking: Tracking) -> None:
        self.view.see(domain_event, tracking)
        self.note([domain_event])

    def note(self, events: Sequence[Any]) -> None:
        now = time.monotonic()
        self.seen.update(((event.originator_id, event.originator_version), now) for event in events)


class InBatches(EachAlone):
    """A transaction for everything that has come, as `service.log.table_projection` writes."""

    name = "games"
    reached = 0

    def process_event(self, domain_event: Any, tracking: Tracking) -> None:
        if tracking.notification_id > self.reached:
            while self._write(self.store.recorder.select_notifications(self.reached + 1, BATCH)) == BATCH:
                pass
            time.sleep(PAUSE)

    def _write(self, batch: Sequence[Notification]) -> int:
        if batch:
            self.reached = batch[-1].id
            rows = {event.originator_id: event.originator_version for event in batch}
            self.store.project("games", self.reached, [Statement(UPSERT, row) for row in rows.items()])
            self.note(batch)
        return len(batch)


def library_env(url: str) -> dict[str, str]:
    common = {"ORIGINATOR_ID_TYPE": "text", "CREATE_TABLE": "no", "GAMES_CREATE_TABLE": "yes"}
    if url.startswith("sqlite"):
        named = {"PERSISTENCE_MODULE": "eventsourcing.sqlite", "SQLITE_DBNAME": urlsplit(url).path[1:]}
        return common | named | {"APPLICATION_RECORDER_TOPIC": f"{__name__}:WokenRecorder"}
    to = conninfo_to_dict(url)
    keys = ("dbname", "host", "port", "user", "password")
    named = {f"POSTGRES_{key.upper()}": str(to.get(key, "")) for key in keys}
    return common | named | {"PERSISTENCE_MODULE": "eventsourcing.postgres"}


def by_library(url: str, total: int, projection: type[EachAlone]) -> None:
    """The library's recorders, subscription and runner."""
    WokenRecorder.store = EachAlone.store
    view = SQLiteView if url.startswith("sqlite") else PostgresView
    with ProjectionRunner(
        application_class=Log, projection_class=projection, view_class=view, env=library_env(url)
    ) as runner:
        while len(EachAlone.seen) < total:
            runner.run_forever(timeout=0.05)


def by_ours(_: str, total: int) -> None:
    """The library's runner on the service's recorder and subscription."""
    store = EachAlone.store
    with ThreadPoolExecutor(1) as pool:
        running = pool.submit(run, InBatches(store.recorder))
        while len(EachAlone.seen) < total and not running.done():
            time.sleep(0.05)
        store.end_waiting()
        running.result()


Follow = Callable[[str, int], None]
"""Follows a log until so many events have been projected."""
FOLLOWERS: dict[str, Follow] = {
    "the service's": by_ours,
    "the library's, a transaction for what has come": partial(by_library, projection=InBatches),
    "the library's, a transaction for each event": partial(by_library, projection=EachAlone),
}


def append(store: Store, game: str, version: int) -> None:
    """As often as it takes: a follower that commits all the time can keep the lock from the writers for seconds."""
    while True:
        try:
            return store.append(game, [Row(version, "something-happened", b"{}")])
        except StoreUnusable:
            continue
        except Conflict:  # the refused one was committed after all
            return None


def write(url: str, total: int, rate: float) -> tuple[Seen, float]:
    """Events by several threads, at most so many a second; when each was committed, and the seconds it took."""
    store, committed = open_store(url, KEY), Seen()

    def write_game(game: str) -> None:
        began = time.monotonic()
        for version in range(1, total // WRITERS + 1):
            time.sleep(max(0.0, began + version * WRITERS / rate - time.monotonic()))
            append(store, game, version)
            committed[game, version] = time.monotonic()

    began = time.monotonic()
    with ThreadPoolExecutor(WRITERS) as pool:
        list(pool.map(write_game, map(str, range(WRITERS))))
    took = time.monotonic() - began
    store.close()
    return committed, took


def _follow(follow: Follow, url: str, total: int, ready: Any, said: Connection) -> None:
    EachAlone.store = open_store(url, KEY)
    ready.set()
    began = time.process_time()
    follow(url, total)
    said.send((EachAlone.seen, time.process_time() - began))
    EachAlone.store.close()


def measured(url: str, follow: Follow, rate: float) -> Measured:
    total = round(RATE * SECONDS)
    fork = multiprocessing.get_context("fork")
    ready, (said, heard) = fork.Event(), fork.Pipe()
    follower = fork.Process(target=_follow, args=(follow, url, total, ready, heard), daemon=True)
    follower.start()
    heard.close()
    ready.wait()
    committed, took = write(url, total, rate)
    seen, cpu = said.recv()
    follower.join()
    lags = [1e3 * (seen[event] - at) for event, at in committed.items()]
    return Measured(cpu / took, percentile(lags, 0.5), percentile(lags, 0.99), took)


@contextmanager
def sqlite(_: Any) -> Iterator[str]:
    with database() as path:
        yield f"sqlite:///{path}"


@contextmanager
def postgres(server: Any) -> Iterator[str]:
    name = f"bench{time.monotonic_ns()}"
    with psycopg.connect(server.get_uri(), autocommit=True) as admin:
        admin.execute(f"CREATE DATABASE {name}")
    yield server.get_uri(database=name)


def rows(engine: str, new: Callable[[Any], Any], server: Any) -> Iterator[str]:
    found: dict[tuple[str, float], list[Measured]] = {}
    for _ in range(RUNS):
        for name, follow in FOLLOWERS.items():
            for rate in (RATE, 1e9):
                with new(server) as url:
                    store = open_store(url, KEY, create=True)
                    store.migrate(MIGRATIONS)
                    store.close()
                    found.setdefault((name, rate), []).append(measured(url, follow, rate))
    total = RATE * SECONDS
    for name in FOLLOWERS:
        at_rate, free = (
            [statistics.median(column) for column in zip(*found[name, rate], strict=True)]
            for rate in (RATE, 1e9)
        )
        cpu, lag50, lag99, took = at_rate
        yield (
            f"| {engine} | {name} | {total / took:.0f} | {cpu * 100:.0f} % | {lag50:.0f} | {lag99:.0f} "
            f"| {total / free[3]:,.0f} | {free[2] / 1e3:.1f} |"
        )


def main() -> list[str]:
    with postgresql() as server:
        lines = [*rows("SQLite", sqlite, server), *rows("PostgreSQL", postgres, server)]
    return [
        "CPU is the follower's, of one core. The last two columns: the writers write as fast as they can.",
        "",
        "| engine | follower | events/s | CPU | lag 50 %, ms | lag 99 %, ms | events/s, at most | lag 99 % then, s |",
        "|---|---|---|---|---|---|---|---|",
        *lines,
    ]


if __name__ == "__main__":
    print("\n".join(main()))
