"""What each way of an action through the application adds to the command alone: microseconds of the processor.

The floor is the command alone, in process: decided, signed, committed durably in groups, answered in JSON. The event loop's
own way (`api.server.plain_actions`) and the whole Flask application answer the same actions, in the same loop and with the same
group commit. What the server adds by parsing requests and sending responses is the rest of `python -m bench.http`.
"""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Callable
from functools import partial
from io import BytesIO
from typing import Any

import orjson
import uvloop
from flask import Flask

from api.app import create_app
from api.server.environ import environ_of
from api.server.plain_actions import PlainActions
from api.telemetry import logs
from bench.games import service
from bench.limits import Player
from bench.size import size
from service.operation.app import Kronika
from service.play import acting
from service.store.waiting import run_in_loop

GAMES = 8
EACH, RUNS = size(20, 1), size(15, 1)
"""Actions of each game in a run, and runs."""


class Game(Player):
    """A game whose next action is taken one way or another."""

    def __init__(self, kronika: Kronika, app: Flask, plain: PlainActions) -> None:
        super().__init__(app.test_client())
        self._kronika, self._app, self._plain = kronika, app, plain

    def floor(self) -> bytes:
        game = self.url.rpartition("/")[2]
        return acting.act(acting.Act(game, self.token, next(self.moves)), self._kronika.context).body

    def in_the_loop(self) -> bytes:
        status, _, body = self._plain.respond(self._environ())
        assert status == 201, body
        return body

    def by_flask(self) -> bytes:
        return b"".join(self._app(self._environ(), lambda status, headers, error=None: bool))

    def _environ(self) -> dict[str, Any]:
        body = orjson.dumps(next(self.moves))
        headers = [
            (b"authorization", b"Bearer " + self.token.encode()),
            (b"content-type", b"application/json"),
        ]
        scope = {
            "method": "POST",
            "raw_path": f"{self.url}/actions".encode(),
            "query_string": b"",
            "http_version": "1.1",
        }
        addresses = {"scheme": "http", "server": ("127.0.0.1", 8000), "client": ("127.0.0.1", 50000)}
        return environ_of(scope | addresses | {"headers": headers}, BytesIO(body))

    async def act(self, way: Callable[[Game], bytes]) -> None:
        self.told(orjson.loads(await run_in_loop(partial(way, self))))


WAYS = {
    "the floor": Game.floor,
    "in the loop, without Flask": Game.in_the_loop,
    "in the loop, by Flask": Game.by_flask,
}


async def measured(games: list[Game]) -> dict[str, float]:
    """The least seconds of the processor that an action took each way, of runs by turns."""
    taken: dict[str, list[float]] = {name: [] for name in WAYS}
    for _ in range(RUNS + 1):
        for name, way in WAYS.items():
            began = time.process_time()
            for _ in range(EACH):
                await asyncio.gather(*[game.act(way) for game in games])
            taken[name].append((time.process_time() - began) / EACH / len(games))
    return {name: min(runs[1:]) for name, runs in taken.items()}


def main() -> list[str]:
    with service() as kronika, open(os.devnull, "wb") as nowhere:
        logs.configure(nowhere)
        app = create_app(kronika)
        plain = PlainActions(kronika, app)
        games = [Game(kronika, app, plain) for _ in range(GAMES)]
        loop = uvloop.new_event_loop()
        least = loop.run_until_complete(measured(games))
        loop.close()
    floor = least["the floor"]
    rows = [f"| {name} | {1e6 * took:,.0f} | {1e6 * (took - floor):,.0f} |" for name, took in least.items()]
    return ["| an action | CPU, us | above the floor |", "|---|---|---|", *rows]


if __name__ == "__main__":
    print("\n".join(main()))
