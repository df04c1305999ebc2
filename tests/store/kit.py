"""Rows to write, and other processes to write them."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Timer
from typing import TypeVar

from service.store import Migration, Row, Statement, StoreUnusable

T = TypeVar("T")

LOBBY = Migration(
    1,
    "a lobby",
    ("CREATE TABLE lobby (game_id TEXT PRIMARY KEY, version BIGINT NOT NULL)",),
)
SIDE_TABLES = (
    LOBBY,
    Migration(2, "answers", ("CREATE TABLE answers (name TEXT PRIMARY KEY, body BYTEA NOT NULL)",)),
)
PATIENCE = 240.0  # seconds after which a process that waits for what never comes is ended
WORKER = Path(__file__).with_name("worker.py")


def rows(first: int, count: int = 1, text: str = "entry", secrets: bytes = b"") -> list[Row]:
    return [Row(v, "dice-rolled", f"{text} {v}".encode(), secrets) for v in range(first, first + count)]


def in_lobby(game_id: str, version: int) -> Statement:
    upsert = "ON CONFLICT (game_id) DO UPDATE SET version = excluded.version"
    return Statement(f"INSERT INTO lobby (game_id, version) VALUES (?, ?) {upsert}", (game_id, version))


def answered(name: str, body: bytes = b"{}") -> Statement:
    return Statement("INSERT INTO answers (name, body) VALUES (?, ?)", (name, body))


def in_the_end(act: Callable[[], T]) -> T:
    """While a server is away nobody waits for it; whoever was refused tries again."""
    deadline = time.monotonic() + PATIENCE
    while True:
        try:
            return act()
        except StoreUnusable:
            assert time.monotonic() < deadline, "no connection came back"
            time.sleep(0.05)


class Workers:
    """Processes that run `worker.py` on one database and tell what they do, a line at a time."""

    def __init__(self, url: str, key: bytes) -> None:
        self.url, self.key = url, key
        self.running: list[tuple[subprocess.Popen[str], Timer]] = []

    def start(self, task: str, *args: object) -> subprocess.Popen[str]:
        command = [sys.executable, str(WORKER), task, self.url, self.key.hex(), *map(str, args)]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        self.running.append((process, Timer(PATIENCE, process.kill)))
        self.running[-1][1].start()
        return process

    def end(self) -> None:
        for process, timer in self.running:
            timer.cancel()
            timer.join()
            process.kill()
            process.communicate()


def lines(process: subprocess.Popen[str]) -> Iterator[str]:
    assert process.stdout is not None
    for line in process.stdout:
        yield line.rstrip("\n")


def output(process: subprocess.Popen[str]) -> list[str]:
    """What a process says until its end, which is a good one."""
    said = list(lines(process))
    assert process.wait() == 0
    return said
