"""Beyond one machine: what services, PostgreSQL, standbys and partitions do, in one run. The tables of bench/scale.md.

`python -m bench scale`, as root: it runs up to three PostgreSQL clusters.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from threading import Event

import psycopg

from bench import http, standby_reads
from bench.clusters import Cluster, clusters
from bench.processes import cpu_seconds
from bench.rounds import SECONDS, latencies
from bench.timing import medians, percentile
from tests.running import Server, serving

USED = (
    "CPU of the services, ms an action",
    "CPU of PostgreSQL, ms an action",
    "written by it, bytes an action",
)
WRITTEN = "SELECT pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')"
PARTITIONS = 8
APPENDS = 300  # a run
GAMES = 50
READS = 200
ENTRY = b"x" * 300
TABLE = "originator_id text NOT NULL, originator_version bigint NOT NULL, topic text, state bytea, notification_id bigint"
KEY = "PRIMARY KEY (originator_id, originator_version)"
APPEND = "INSERT INTO {} VALUES (%s, %s, 'dice-rolled', %s, nextval('positions'))"
READ = "SELECT originator_version, topic, state FROM {} WHERE originator_id = %s ORDER BY originator_version"
FOLLOW = "SELECT notification_id, originator_id FROM {} WHERE notification_id > %s ORDER BY notification_id"


def main() -> list[str]:
    return [*services(), "", *standby(), "", *standby_reads.main(), "", *partitions()]


def services() -> Iterator[str]:
    """One service, then two, on one PostgreSQL, then with a standby; and what of the processor's time each part takes."""
    columns = ("services on one PostgreSQL", "actions/s", "p50, ms", "p99, ms", *USED)
    yield f"| {' | '.join(columns)} |"
    yield "|---|---|---|---|---|---|---|"
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder)) as server:
        yield _row("1, with SQLite instead", None, [server])
    for what, many in (("1", 1), ("2", 2), ("2 and a standby", 2)):
        with clusters("db", "standby") as (db, copy), ExitStack() as stack:
            db.begin()
            folders = [stack.enter_context(tempfile.TemporaryDirectory()) for _ in range(many)]
            read = ""
            if "standby" in what:
                copy.follow(db)
                read = copy.url
            yield _row(what, db, _started(stack, list(map(Path, folders)), db, read))


def _started(stack: ExitStack, folders: Sequence[Path], db: Cluster, read: str) -> list[Server]:
    """All have the keys and the log of logs of the first, and the standby at the address `read`."""
    servers = []
    for folder in folders:
        if folder is not folders[0]:
            (folder / "log").symlink_to(folders[0] / "log")
        for key in ("signing.key", "secret.key"):
            if folder is not folders[0]:
                (folder / key).write_bytes((folders[0] / key).read_bytes())
                (folder / key).chmod(0o600)
        if folder is not folders[0]:
            (folder / "log").symlink_to(folders[0] / "log")
        servers.append(
            stack.enter_context(serving(folder, KRONIKA_DATABASE=db.url, KRONIKA_DATABASE_READ=read))
        )
    return servers


def _row(what: str, db: Cluster | None, servers: Sequence[Server]) -> str:
    pids = [server.process.pid for server in servers if server.process is not None]
    before = _used(pids, db)
    with ThreadPoolExecutor(len(servers)) as pool:
        of_each = pool.map(lambda server: http.over_http(server, "actions")["actions"], servers)
        took = [latency for rounds in of_each for latency in latencies(rounds)]
    own, its, sent = ((now - then) / len(took) for now, then in zip(_used(pids, db), before, strict=True))
    p50, p99 = (percentile(took, share) * 1e3 for share in (0.5, 0.99))
    rate = len(took) / SECONDS
    return (
        f"| {what} | {rate:,.0f} | {p50:.1f} | {p99:.1f} | {1e3 * own:.2f} | {1e3 * its:.2f} | {sent:,.0f} |"
    )


def _used(pids: Sequence[int], db: Cluster | None) -> tuple[float, float, int]:
    """Seconds of the services and of PostgreSQL, and the bytes that it has written, so far."""
    own = sum(map(cpu_seconds, pids))
    return (own, 0.0, 0) if db is None else (own, cpu_seconds(db.pid), _written(db))


def _written(db: Cluster) -> int:
    """Bytes of its write-ahead log so far, which is what a standby is sent."""
    with db.connect() as conn:
        row = conn.execute(WRITTEN).fetchone()
    assert row is not None
    return int(row[0])


def standby() -> Iterator[str]:
    """How long a reader waits at a standby for a version that the primary has acknowledged, while it goes on writing."""
    yield "| reads at a standby that wait for the version just acknowledged | ms |"
    yield "|---|---|"
    with clusters("primary", "standby") as (primary, copy):
        primary.begin()
        _make(primary, "events", f"CREATE TABLE events ({TABLE}, {KEY})")
        copy.follow(primary)
        for writers in (1, 4):
            lags = _lags(primary, copy, writers)
            for name, share in (("p50", 0.5), ("p99", 0.99), ("longest", 1.0)):
                yield f"| {writers} writing, {name} | {percentile(lags, share) * 1e3:.1f} |"


def _lags(primary: Cluster, copy: Cluster, writers: int) -> list[float]:
    """One of the writers asks the standby after each of its commits; the others write only."""
    done = Event()
    with ThreadPoolExecutor(writers) as pool, primary.connect() as writing, copy.connect() as reading:
        busy = [pool.submit(_write_on, primary, f"busy-{writers}-{n}", done) for n in range(writers - 1)]
        lags = [_lag(writing, reading, f"asked-{writers}", version) for version in range(1, READS + 1)]
        done.set()
        for writer in busy:
            writer.result()
    return lags


def _write_on(primary: Cluster, game: str, done: Event) -> None:
    with primary.connect() as conn:
        version = 0
        while not done.is_set():
            version += 1
            conn.execute(APPEND.format("events"), (game, version, ENTRY))


def _lag(writing: psycopg.Connection, reading: psycopg.Connection, game: str, version: int) -> float:
    writing.execute(APPEND.format("events"), (game, version, ENTRY))
    acknowledged = time.perf_counter()
    while not reading.execute(
        "SELECT 1 FROM events WHERE originator_id = %s AND originator_version = %s", (game, version)
    ).fetchone():
        time.sleep(0.0005)
    return time.perf_counter() - acknowledged


def partitions() -> Iterator[str]:
    """The events' table as one, in hash partitions by game, and in partitions that lie on three clusters."""
    yield f"| table of events | {APPENDS} appends, s | 50 games read, s | 500 followed, s |"
    yield "|---|---|---|---|"
    with clusters("db", "second", "third") as (db, *others):
        for cluster in (db, *others):
            cluster.begin()
        made = {"one table": _one, f"{PARTITIONS} partitions": _local, "on three clusters": _foreign}
        tables = {name: make(db, others) for name, make in made.items()}
        with db.connect() as conn:
            works = [work for table in tables.values() for work in _works(conn, table)]
            taken = iter(medians(*works, runs=5))
        for name in tables:
            yield f"| {name} | {next(taken):.3f} | {next(taken):.3f} | {next(taken):.3f} |"


def _make(cluster: Cluster, name: str, *statements: str) -> None:
    with cluster.connect() as conn:
        conn.execute("CREATE SEQUENCE IF NOT EXISTS positions")
        for statement in (*statements, f"CREATE INDEX ON {name} (notification_id)"):
            conn.execute(statement)


def _one(db: Cluster, _: Sequence[Cluster]) -> str:
    _make(db, "whole", f"CREATE TABLE whole ({TABLE}, {KEY})")
    return "whole"


def _local(db: Cluster, _: Sequence[Cluster]) -> str:
    parts = [
        f"CREATE TABLE local_{n} PARTITION OF local FOR VALUES WITH (MODULUS {PARTITIONS}, REMAINDER {n})"
        for n in range(PARTITIONS)
    ]
    _make(db, "local", f"CREATE TABLE local ({TABLE}, {KEY}) PARTITION BY HASH (originator_id)", *parts)
    return "local"


def _foreign(db: Cluster, others: Sequence[Cluster]) -> str:
    """A third of the games here, and a third on each of the others. No key spans tables that are foreign."""
    part = f"({TABLE}, {KEY})"
    for other in others:
        _make(other, "part", f"CREATE TABLE part {part}")
    with db.connect() as conn:
        conn.execute("CREATE EXTENSION postgres_fdw")
        conn.execute(f"CREATE TABLE spread ({TABLE}) PARTITION BY HASH (originator_id)")
        conn.execute("CREATE TABLE spread_0 PARTITION OF spread FOR VALUES WITH (MODULUS 3, REMAINDER 0)")
        conn.execute("ALTER TABLE spread_0 ADD PRIMARY KEY (originator_id, originator_version)")
        conn.execute("CREATE INDEX ON spread_0 (notification_id)")
        for nth, other in enumerate(others, 1):
            for statement in _attached(nth, other):
                conn.execute(statement)
    return "spread"


def _attached(nth: int, other: Cluster) -> list[str]:
    place = f"host '127.0.0.1', port '{other.port}', dbname 'kronika', use_remote_estimate 'true'"
    return [
        f"CREATE SERVER other_{nth} FOREIGN DATA WRAPPER postgres_fdw OPTIONS ({place})",
        f"CREATE USER MAPPING FOR postgres SERVER other_{nth} OPTIONS (user 'postgres')",
        f"CREATE FOREIGN TABLE spread_{nth} PARTITION OF spread FOR VALUES WITH (MODULUS 3, REMAINDER {nth}) "
        f"SERVER other_{nth} OPTIONS (table_name 'part')",
    ]


def _works(conn: psycopg.Connection, table: str) -> list[Callable[[], object]]:
    """Appends of one row a commit, reads of whole games, and a follower's look at the newest events."""
    version = iter(range(1, 10**9))

    def append() -> None:
        for n in range(APPENDS):
            conn.execute(APPEND.format(table), (f"game-{n % GAMES}", next(version), ENTRY))

    def read() -> None:
        for n in range(GAMES):
            conn.execute(READ.format(table), (f"game-{n}",)).fetchall()

    def follow() -> None:
        newest = conn.execute(f"SELECT max(notification_id) FROM {table}").fetchone()
        assert newest is not None
        conn.execute(FOLLOW.format(table), (newest[0] - 500,)).fetchall()

    return [append, read, follow]
