"""Faults under load: `python -m bench faults` causes each and writes what clients saw to bench/faults.json.

It needs root (a small file system is filled, another one fails), and takes half an hour. `python -m bench faults TITLE...`
does those again whose titles begin so. The table in docs/reference/faults.md has the figures.
"""

from __future__ import annotations

import os
import random
import resource
import signal
import sqlite3
import sys
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Any, NamedTuple

import psycopg

from bench import faults_page
from bench.surroundings import crowd, surroundings
from bench.watched import HOLD, Scene
from tests.postgresql import Database
from tests.running import until
from tests.soak.failing_disk import FailingDisk
from tests.whole.command import kronika
from tests.whole.test_backups import SECRET
from tests.whole.test_clock import DAY, MachineClock
from tests.whole.test_staying_up import kill_keepers, serving_workers, status
from tests.whole.test_trouble import Disk, damage

LOCKED = 30
SLOW = 400
FEW = 160
QUIET = 30

Cause = Callable[[Scene, Any], None]


class Fault(NamedTuple):
    title: str  # the first cell of its row in docs/reference/faults.md
    engine: str
    cause: Cause
    needs: str


FAULTS: list[Fault] = []


def fault(title: str, *engines: str, needs: str = "") -> Callable[[Cause], Cause]:
    """A cause gets the scene and what it `needs`: a disk or a clock, on PostgreSQL its database."""

    def known(cause: Cause) -> Cause:
        FAULTS.extend(Fault(title, engine, cause, needs) for engine in engines)
        return cause

    return known


@fault("A worker is killed", "SQLite", "PostgreSQL")
def worker(scene: Scene, _: None) -> None:
    with scene.fault():
        os.kill(random.choice(serving_workers(scene.server)), signal.SIGKILL)


@fault("The first process is killed, and started again at once", "SQLite", "PostgreSQL")
def master(scene: Scene, _: None) -> None:
    with scene.fault():
        scene.kill()
    scene.run()


@fault("The keeper is killed", "SQLite", "PostgreSQL")
def keeper(scene: Scene, _: None) -> None:
    with scene.fault():
        kill_keepers(scene.server)


@fault("All processes are killed at once, SQLite's database with them, and started again", "SQLite")
def everything(scene: Scene, _: None) -> None:
    with scene.fault():
        assert scene.server.process is not None
        os.killpg(scene.server.process.pid, signal.SIGKILL)
        scene.server.process.wait()
    scene.run()


@fault(
    "A process of PostgreSQL that serves a connection is killed (all of its connections end)", "PostgreSQL"
)
def backend(scene: Scene, database: Database) -> None:
    with scene.fault():
        os.kill(random.choice(database.backends()), signal.SIGKILL)


@fault("PostgreSQL is killed, and away for 10 seconds", "PostgreSQL")
def killed(scene: Scene, database: Database) -> None:
    with scene.fault():
        database.kill()
        time.sleep(HOLD)
        database.start()


@fault("PostgreSQL's processes stand still for 10 seconds", "PostgreSQL")
def silent(scene: Scene, database: Database) -> None:
    with scene.fault(), database.standing_still():
        time.sleep(HOLD)


@fault("PostgreSQL is away when the service starts", "PostgreSQL")
def absent(scene: Scene, database: Database) -> None:
    with ThreadPoolExecutor(1) as pool:
        with scene.fault():
            scene.stop()
            database.kill()
            starting = pool.submit(scene.run)
            until(lambda: status(scene.server, "/health/live") == 200)
            time.sleep(HOLD)
            database.start()
        starting.result()


@fault("The disk is full", "SQLite", needs="disk")
def full(scene: Scene, disk: Disk) -> None:
    with scene.fault():
        disk.fill(scene.server)
        time.sleep(HOLD)
        disk.make_room(scene.server)


@fault(
    "The file system turns read-only under the database; mounted again, the service is started again",
    "SQLite",
    needs="failing disk",
)
def failing(scene: Scene, disk: FailingDisk) -> None:
    with scene.fault():
        disk.fail()
        time.sleep(HOLD)
        scene.stop()
        disk.mend()
    scene.run()


@fault("The database can only be read", "PostgreSQL")
def read_only(scene: Scene, database: Database) -> None:
    with scene.fault():
        database.only_read(True)
        time.sleep(HOLD)
        database.only_read(False)


@fault("The database is locked for 30 seconds", "SQLite", "PostgreSQL")
def locked(scene: Scene, database: Database | None) -> None:
    with closing(_holder(scene, database)) as holder, scene.fault():
        holder.execute(
            "BEGIN IMMEDIATE" if database is None else "LOCK TABLE stored_events IN EXCLUSIVE MODE"
        )
        time.sleep(LOCKED)
        holder.execute("ROLLBACK")


def _holder(scene: Scene, database: Database | None) -> Any:
    if database is not None:
        return psycopg.connect(database.url)
    return sqlite3.connect(scene.data / "kronika.db", isolation_level=None, timeout=60)


@fault("`heads.db` cannot be written for 10 seconds", "SQLite")
def heads(scene: Scene, _: None) -> None:
    with (
        closing(sqlite3.connect(scene.data / "heads.db", isolation_level=None, timeout=60)) as holder,
        scene.fault(),
    ):
        holder.execute("BEGIN IMMEDIATE")
        time.sleep(HOLD)
        holder.execute("ROLLBACK")


@fault("A page is damaged", "SQLite", needs="games")
def damaged(scene: Scene, games: list[str]) -> None:
    """One with games of before. The keeper looks at all pages once a day: here it is made to begin anew."""
    with closing(_holder(scene, None)) as connection:
        connection.execute("PRAGMA wal_checkpoint(FULL)").fetchall()
    with scene.fault():
        damage(scene.data / "kronika.db", f"{games[QUIET // 2]}game-created".encode())
        kill_keepers(scene.server)
        until(lambda: scene.has_seen("503 database-damaged"))
        time.sleep(HOLD)


@fault("An older copy is restored under the service", "SQLite")
def older(scene: Scene, _: None) -> None:
    """Its games have gone on since; the entries come back after 10 seconds."""
    copy, newest = scene.folder / "copy", scene.folder / "newest"
    _backup(scene, copy)
    time.sleep(2)
    with scene.fault():
        scene.stop()
        _move(scene.data, newest)
        assert kronika(scene.folder, "restore", str(copy), **SECRET).returncode == 0
        scene.run()
        time.sleep(HOLD)
        scene.stop()
        _move(scene.data, scene.folder / "old")
        _move(newest, scene.data)
    scene.run()


def _backup(scene: Scene, copy: Path) -> None:
    done = kronika(scene.folder, "backup", str(copy), **SECRET, **scene.settings)
    assert done.returncode == 0, done.stderr + done.stdout


def _move(folder: Path, to: Path) -> None:
    """The database and its keys; the signed heads stay."""
    to.mkdir(exist_ok=True)
    for file in folder.iterdir():
        if file.name.startswith(("kronika.db", "signing", "secret")):
            file.rename(to / file.name)


@fault("A back-up is made", "SQLite", "PostgreSQL")
def backup(scene: Scene, _: Database | None) -> None:
    with scene.fault():
        _backup(scene, scene.folder / "copy")


@fault("Descriptors are used up for 10 seconds", "SQLite", needs="limits")
def descriptors(scene: Scene, _: None) -> None:
    for pid in serving_workers(scene.server):
        resource.prlimit(pid, resource.RLIMIT_NOFILE, (FEW, FEW))
    with scene.fault():
        crowd(scene.server.port, 4 * FEW, HOLD)


@fault("The machine's clock jumps ten years ahead while the service runs", "SQLite", needs="clock")
def jump(scene: Scene, clock: MachineClock) -> None:
    with scene.fault():
        clock.set(3650 * DAY)
        time.sleep(HOLD)


@fault("The clock is a day behind when the service starts, and is set right", "SQLite", needs="clock")
def wrong_clock(scene: Scene, clock: MachineClock) -> None:
    with ThreadPoolExecutor(1) as pool:
        with scene.fault():
            scene.stop()
            clock.set(-DAY)
            starting = pool.submit(scene.run)
            until(lambda: status(scene.server, "/health/live") == 200)
            time.sleep(HOLD)
            clock.set(0)
        starting.result()


@fault("400 clients of one address send a byte a second for 30 seconds", "SQLite", needs="limits")
def slow(scene: Scene, _: None) -> None:
    with scene.fault():
        crowd(scene.server.port, SLOW, LOCKED)


def watch(of: Fault) -> dict[str, Any]:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        with surroundings(of.engine, of.needs, folder) as (settings, needed):
            scene = Scene(folder, **settings)
            if of.needs == "games":
                needed = scene.begin_games(QUIET)
            with scene:
                of.cause(scene, needed)
                scene.settle(*([] if of.cause is not damaged else ["live"]))
            return {"fault": of.title, "engine": of.engine, **scene.result()}


def main(*begins: str) -> list[str]:
    """Cause those whose titles begin so, or all; each result is kept as soon as it is there."""
    for of in FAULTS:
        if not begins or of.title.startswith(begins):
            print(f"{of.title} ({of.engine})", flush=True)
            faults_page.keep(watch(of))
    faults_page.write()
    return faults_page.lines()


if __name__ == "__main__":
    print("\n".join(main(*sys.argv[1:])))
