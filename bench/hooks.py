"""How soon webhooks arrive, with dead and slow receivers among them; and that none is lost when the sender is killed.

`python -m bench.hooks` (`--help` lists the rates and shares) prints one
line. Games are played in this process, at most at the rate given; notices are written and sent by a background worker of its own,
as under `kronika serve`; the receivers are in a third process. Each game is followed by up to three hooks.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from ipaddress import ip_network
from pathlib import Path
from typing import Any, NamedTuple

from service.accounts.notices.hook_making import NewHook, make_for_operator
from service.accounts.notices.hook_rows import Hook, hooks_by_id
from service.operation.app import Kronika, compose, prepare
from service.system.settings import Settings
from tests.service.conftest import House

NETWORKS = (ip_network("127.0.0.0/8"),)
FOLLOWERS = 3
PATIENCE = 120.0
"""Seconds that the last notices may take after the last action, with kills."""


class Played(NamedTuple):
    """A game, its seats' tokens, and which receivers its hooks lead to."""

    id: str
    tokens: dict[int, str]
    receivers: list[str]


def main(arguments: list[str]) -> None:
    options = _options(arguments)
    with tempfile.TemporaryDirectory() as folder, _receivers(Path(folder), options.answer) as port:
        settings = Settings(
            database=f"sqlite:///{folder}/kronika.db", data=Path(folder), limits=None, hooks=NETWORKS
        )
        prepare(settings)
        kronika = compose(settings)
        house = House(kronika)
        games = [Played(*house.seated(), []) for _ in range(options.games)]
        games = _with_hooks(kronika, games, port, options)
        acted, seconds, busy = _measured(house, games, folder, options)
        received = _received(Path(folder))
        summary = _summary(kronika, acted, received, seconds, options)
        print(json.dumps(summary | {"worker ms/request": round(1000 * busy / len(received), 2)}))
        kronika.close()


def _options(arguments: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m bench.hooks")
    parser.add_argument("--rate", type=float, default=50.0, help="actions per second")
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--hooks", type=int, default=60)
    parser.add_argument("--games", type=int, default=30)
    parser.add_argument("--dead", type=float, default=0.01, help="share of receivers at which nobody listens")
    parser.add_argument("--slow", type=float, default=0.01, help="share of receivers that never answer")
    parser.add_argument(
        "--answer", type=float, default=0.0, help="seconds until a receiver that is well answers"
    )
    parser.add_argument("--kills", type=int, default=0, help="how often the background worker is killed")
    return parser.parse_args(arguments)


def _with_hooks(
    kronika: Kronika, games: list[Played], port: int, options: argparse.Namespace
) -> list[Played]:
    """Hooks in turn over the games, so that none is followed by more than three; each has an address of its own."""
    for number in range(min(options.hooks, FOLLOWERS * len(games))):
        game = games[number % len(games)]
        kind = _kind(number, options)
        host = f"127.{1 + number // 250}.{number % 250}.1"
        receiver = f"{host}:{port + 1 if kind == 'dead' else port}/{kind}/{number}"
        make_for_operator(
            kronika.store, NETWORKS, None, NewHook(f"http://{receiver}", "game", game.id, ["your-turn"])
        )
        game.receivers.append(f"{kind}/{number}")
    return games


def _kind(number: int, options: argparse.Namespace) -> str:
    """Dead and slow ones are spread evenly."""
    for kind, share in (("dead", options.dead), ("slow", options.slow)):
        offset = 0 if kind == "dead" else 1
        if share and number % round(1 / share) == offset:
            return kind
    return "well"


def _measured(
    house: House, games: list[Played], folder: str, options: argparse.Namespace
) -> tuple[dict[tuple[str, int], float], float, float]:
    """When each version was committed, the seconds that it took, and the processor's of the last worker."""
    acted: dict[tuple[str, int], float] = {}
    kills = sorted(random.uniform(0, options.seconds) for _ in range(options.kills))
    worker = _worker(folder)
    time.sleep(3)  # the worker has to be up before the first action, which is timed
    before, start, done = _processor(worker), time.monotonic(), 0
    while time.monotonic() - start < options.seconds:
        if kills and time.monotonic() - start > kills[0]:
            kills.pop(0)
            worker.kill()
            worker.wait()
            worker, before = _worker(folder), 0.0
        if done < options.rate * (time.monotonic() - start):
            game = random.choice(games)
            version = _act(house, game)
            acted[game.id, version] = time.time()
            done += 1
        else:
            time.sleep(0.001)
    lasted = time.monotonic() - start
    _pass_a_turn(house, games)
    _await_all(house.kronika)
    busy = _processor(worker) - before
    worker.terminate()
    worker.wait()
    return acted, lasted, busy


def _processor(process: subprocess.Popen[bytes]) -> float:
    """Seconds of processor time that it has used."""
    fields = Path(f"/proc/{process.pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _worker(folder: str) -> subprocess.Popen[bytes]:
    env = {
        **os.environ,
        "KRONIKA_DATA": folder,
        "KRONIKA_DATABASE": f"sqlite:///{folder}/kronika.db",
        "KRONIKA_HOOKS": "127.0.0.0/8",
        "KRONIKA_LOG": "error",
    }
    return subprocess.Popen([sys.executable, "-m", "cli", "keep", "--unsupervised"], env=env)


def _act(house: House, game: Played) -> int:
    """The version that a random action leads to; 0 where the game is over."""
    to_act = house.document(game.id)["to_act"]
    if not to_act:
        return 0
    token = game.tokens[to_act[0]]
    house.act(game.id, token, random.choice(house.legal(game.id, token)))
    return house.kronika.store.version(game.id)


def _pass_a_turn(house: House, games: list[Played]) -> None:
    """A position is written with a notice at the latest, so the last action has to bring one about."""
    for game in [*games] * 100:
        before = house.document(game.id)["to_act"]
        _act(house, game)
        if (after := house.document(game.id)["to_act"]) and after != before:
            return


WAITING = """SELECT count(*) FROM hook_cursors JOIN hooks ON hooks.id = hook WHERE due_at IS NOT NULL AND failing_since IS NULL"""
"""Of receivers that do not fail."""


def _await_all(kronika: Kronika) -> None:
    quiet, end = 0, time.monotonic() + PATIENCE
    while quiet < 10 and time.monotonic() < end:
        [(waiting,)] = kronika.store.query(WAITING)
        behind = kronika.store.position("notices") < kronika.store.head()
        quiet = 0 if waiting or behind else quiet + 1
        time.sleep(0.3)


def _summary(
    kronika: Kronika,
    acted: dict[tuple[str, int], float],
    received: list[dict[str, Any]],
    seconds: float,
    options: argparse.Namespace,
) -> dict[str, Any]:
    first: dict[tuple[str, int], dict[str, Any]] = {}
    for one in received:
        first.setdefault((one["path"], one["n"]), one)
    delays = sorted(
        one["at"] - acted[one["game"], one["version"]]
        for one in first.values()
        if one["path"].startswith("/well") and (one["game"], one["version"]) in acted
    )
    return {
        "actions/s": round(len(acted) / seconds, 1),
        "hooks": options.hooks,
        "kills": options.kills,
        "notices": len(first),
        "requests": len(received),
        "p50 ms": round(1000 * delays[len(delays) // 2]),
        "p99 ms": round(1000 * delays[int(0.99 * len(delays))]),
        "max ms": round(1000 * delays[-1]),
        "missing": _missing(kronika, first),
        "out of order": _disorder(received),
        "load": round(os.getloadavg()[0], 1),
    }


EXPECTED = "SELECT recipient, count(*) FROM notices WHERE recipient > 'hook' AND kind = 'your-turn' GROUP BY recipient"


def _missing(kronika: Kronika, first: dict[tuple[str, int], dict[str, Any]]) -> int:
    """Notices of receivers that are well that did not arrive."""
    expected = dict(kronika.store.query(EXPECTED))
    arrived: dict[str, int] = defaultdict(int)
    for path, _ in first:
        arrived[path] += 1
    ids = [recipient.removeprefix("hook:") for recipient in expected]
    hooks: dict[str, Hook] = {}
    for begin in range(0, len(ids), 200):
        hooks |= hooks_by_id(kronika.store, ids[begin : begin + 200])
    return sum(
        expected[hook.recipient] - arrived[path]
        for hook in hooks.values()
        if (path := "/" + hook.sealed.url.split("/", 3)[3]).startswith("/well")
    )


def _disorder(received: list[dict[str, Any]]) -> int:
    """First arrivals after one with a greater number, of the same hook and game."""
    highest: dict[tuple[str, str], int] = {}
    wrong, seen = 0, set()
    for one in received:
        key = (one["path"], one["game"])
        if (key, one["n"]) not in seen:
            seen.add((key, one["n"]))
            wrong += one["n"] < highest.get(key, 0)
            highest[key] = max(one["n"], highest.get(key, 0))
    return wrong


@contextmanager
def _receivers(folder: Path, answer: float) -> Iterator[int]:
    """Another process, which notes down what it receives."""
    command = [sys.executable, "-m", "bench.hooks", "receive", str(folder / "received"), str(answer)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            yield int(process.stdout.readline())
        finally:
            process.kill()


def _received(folder: Path) -> list[dict[str, Any]]:
    lines = (folder / "received").read_text().splitlines()
    return [one for one in map(json.loads, lines) if one["type"] == "your-turn"]


async def _receive(path: str, answer: float) -> None:
    with open(path, "a", buffering=1) as notes:

        async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            try:
                while head := await reader.readuntil(b"\r\n\r\n"):
                    rows = head.decode().split("\r\n")
                    length = next(int(row[15:]) for row in rows if row.lower().startswith("content-length"))
                    body = json.loads(await reader.readexactly(length))
                    where, at = rows[0].split()[1], time.time()
                    if where.startswith("/slow"):
                        await asyncio.sleep(3600)
                    notes.write(
                        json.dumps({"path": where, "at": at, "type": body["type"], **body["data"]}) + "\n"
                    )
                    await asyncio.sleep(answer)
                    writer.write(b"HTTP/1.1 204 No Content\r\n\r\n")
            except (asyncio.IncompleteReadError, ConnectionError):
                writer.close()

        server = await asyncio.start_server(serve, "0.0.0.0", 0, backlog=1000)
        print(server.sockets[0].getsockname()[1], flush=True)
        await server.serve_forever()


if __name__ == "__main__":
    if sys.argv[1:2] == ["receive"]:
        asyncio.run(_receive(sys.argv[2], float(sys.argv[3])))
    else:
        main(sys.argv[1:])
