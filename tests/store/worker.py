"""Run as a process of its own by the tests: `worker.py TASK URL KEY ARGUMENTS...`. Speaks a line at a time."""

from __future__ import annotations

import os
import resource
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress

from kit import LOBBY

import service.store.sqlite  # noqa: F401  (loaded before privileges are dropped)
from service.store import Conflict, Row, Statement, Store, StoreUnusable, open_store

NOBODY = 65534


def say(*words: object) -> None:
    """One write, so that a process killed meanwhile has said the whole line or nothing: `print` may write word by word."""
    sys.stdout.write(" ".join(map(str, words)) + "\n")
    sys.stdout.flush()


def write_one(store: Store, game_id: str, name: str) -> int:
    """Append one event after whatever is there, as often as it takes; the version it got."""
    while True:
        version = store.version(game_id) + 1
        answer = Statement("INSERT INTO answers (name, body) VALUES (?, ?)", (name, b"{}"))
        try:
            store.append(game_id, [Row(version, "dice-rolled", name.encode(), b"hidden")], [answer])
        except Conflict:
            continue
        return version


def write(store: Store, writer: str, games: str, count: str) -> None:
    for number in range(int(count)):
        for game_id in games.split(","):
            name = f"{writer}:{game_id}:{number}"
            say(game_id, write_one(store, game_id, name), name)


def write_together(store: Store, writer: str, games: str, count: str) -> None:
    """A thread for each game. What is said of one append is one line, whole."""

    def write_game(game_id: str) -> None:
        for number in range(int(count)):
            name = f"{writer}:{game_id}:{number}"
            say(game_id, write_one(store, game_id, name), name)

    with ThreadPoolExecutor(len(games.split(","))) as pool:
        list(pool.map(write_game, games.split(",")))


def follow(store: Store, count: str) -> None:
    with store.recorder.subscribe(0) as events:
        say("ready")
        for seen, event in enumerate(events, 1):
            say(event.id, event.originator_id, event.originator_version)
            if seen == int(count):
                return


def wait(store: Store, game_id: str, after: str) -> None:
    say("ready")
    say(store.wait_for(game_id, int(after), 20))


def migrate(store: Store) -> None:
    store.migrate([LOBBY])


def fill(store: Store) -> None:
    """Write until the file may grow no more, then a little beyond."""
    with limited_files():
        try:
            for version in range(1, 1000):
                store.append("g", [Row(version, "dice-rolled", b"x" * 1000)])
        except StoreUnusable as error:
            say(store.version("g"), error)
    store.append("g", [Row(store.version("g") + 1, "dice-rolled", b"after")])
    say(store.version("g"))


def fill_together(store: Store, games: str) -> None:
    """As `fill`, a thread for each game, two events at a time: how many were acknowledged, and then written beyond."""

    def write_game(game_id: str) -> int:
        with suppress(StoreUnusable):
            for first in range(1, 2000, 2):
                done[game_id] = first - 1
                store.append(game_id, [Row(first + n, "dice-rolled", b"x" * 1000, b"hidden") for n in (0, 1)])
        return done[game_id]

    done: dict[str, int] = {}
    with limited_files(), ThreadPoolExecutor(len(games.split(","))) as pool:
        acknowledged = list(pool.map(write_game, games.split(",")))
    for game_id, version in zip(games.split(","), acknowledged, strict=True):
        say(game_id, version)
        store.append(game_id, [Row(version + 1, "dice-rolled", b"after")])


@contextmanager
def limited_files() -> Iterator[None]:
    """As a full disk is."""
    _, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (2_000_000, hard))
    yield
    resource.setrlimit(resource.RLIMIT_FSIZE, (hard, hard))


TASKS = {
    "write": write,
    "write-together": write_together,
    "follow": follow,
    "wait": wait,
    "migrate": migrate,
    "fill": fill,
    "fill-together": fill_together,
}


def main(task: str, url: str, key: str, *args: str) -> None:
    if task == "open-as-nobody":
        if os.geteuid() == 0:
            os.setuid(NOBODY)
        try:
            open_store(url, bytes.fromhex(key), create=True)
        except StoreUnusable as error:
            say(error)
        return
    store = open_store(url, bytes.fromhex(key), create=True)
    TASKS[task](store, *args)
    store.close()


if __name__ == "__main__":
    main(*sys.argv[1:])
