"""Where an action's time goes: microseconds of the processor for each part of its way, and for a request for nothing.

One thread asks the whole Flask application through WSGI, so that nothing but the service itself is measured. The rest of
what a process uses meanwhile is that of the thread that commits. A figure is the least of several runs: other work on the
machine makes them longer, never shorter. How many functions are called depends on the dice, and not on the machine.
"""

from __future__ import annotations

import os
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from io import BytesIO
from itertools import cycle
from typing import Any, NamedTuple
from unittest.mock import patch

import orjson
from flask import Flask

from api.app import create_app
from api.http import operations
from api.resources import acting as views
from api.telemetry import logs, requests
from bench.games import service
from bench.size import size
from service.log import committing, heads, loaded, repository
from service.play import acting, runner
from service.store.write_queue import WriteQueue

EACH = size(100, 3)
RUNS = size(15, 1)
MOVES = ({"type": "roll"}, {"type": "set-aside"})


class Part(NamedTuple):
    """What is measured: the attribute `name` of `owner`."""

    told: str
    owner: Any
    name: str


PARTS = (
    Part("reading the request: query, headers, body", operations, "_read"),
    Part("the game, and who asks", acting, "seen"),
    Part("whether it was sent before", runner.PendingCommand, "earlier"),
    Part("the decision", runner, "_decided"),
    Part("canonical entries", repository, "_rows"),
    Part("rows of projections", loaded.LoadedGame, "commit"),
    Part("the signature", heads.Heads, "sign"),
    Part("the rest of writing a game", committing.Committer, "write"),
    Part("handing over to the thread that commits", WriteQueue, "submit"),
    Part("the answer's document", runner, "_reply"),
    Part("the answer's headers", views, "written"),
    Part("figures and log line", requests, "_count"),
)
FRAME = "Flask, hooks and all the rest"
COMMIT = "the thread that commits, and keeps the head outside the database"


class Clock:
    """Time of this thread by part, each without the parts within it."""

    def __init__(self) -> None:
        self.spent: dict[str, float] = defaultdict(float)
        self._inner = [0.0]

    @contextmanager
    def watching(self) -> Iterator[None]:
        with ExitStack() as stack:
            for part in PARTS:
                watched = self.watch(part.told, getattr(part.owner, part.name))
                stack.enter_context(patch.object(part.owner, part.name, watched))
            yield

    def watch(self, told: str, work: Callable[..., Any]) -> Callable[..., Any]:
        def watched(*args: Any, **kwargs: Any) -> Any:
            self._inner.append(0.0)
            began = time.thread_time()
            try:
                return work(*args, **kwargs)
            finally:
                took = time.thread_time() - began
                self.spent[told] += took - self._inner.pop()
                self._inner[-1] += took

        return watched


class Player:
    """Throws dice and sets them aside, which is always legal in turn."""

    def __init__(self, app: Flask) -> None:
        self._app, self._moves = app, cycle(MOVES)
        self._url = "/v1/games/" + self._post("/v1/games", {"ruleset": "age-of-war", "seats": 2})["id"]
        self._tokens = [self._post(f"{self._url}/seats", {"name": f"P{n}"})["token"] for n in (1, 2)]
        self._seat = orjson.loads(asked(app, "GET", self._url))["to_act"][0]

    def act(self) -> None:
        answer = self._post(f"{self._url}/actions", next(self._moves), self._tokens[self._seat - 1])
        self._seat = answer["to_act"][0]

    def _post(self, path: str, body: dict[str, Any], token: str = "") -> Any:
        return orjson.loads(asked(self._app, "POST", path, orjson.dumps(body), token))


def asked(app: Flask, method: str, path: str, body: bytes = b"", token: str = "") -> bytes:
    """The body of the answer; the environment is what gunicorn makes of such a request."""
    environ = {
        "REQUEST_METHOD": method,
        "SCRIPT_NAME": "",
        "PATH_INFO": path,
        "RAW_URI": path,
        "QUERY_STRING": "",
        "SERVER_PROTOCOL": "HTTP/1.1",
        "SERVER_NAME": "127.0.0.1",
        "SERVER_PORT": "8000",
        "REMOTE_ADDR": "127.0.0.1",
        "HTTP_HOST": "127.0.0.1",
        "CONTENT_TYPE": "application/json",
        "CONTENT_LENGTH": str(len(body)),
        "wsgi.input": BytesIO(body),
        "wsgi.url_scheme": "http",
        "wsgi.errors": sys.stderr,
        "wsgi.version": (1, 0),
        "wsgi.multithread": True,
        "wsgi.multiprocess": True,
        "wsgi.run_once": False,
        **({"HTTP_AUTHORIZATION": f"Bearer {token}"} if token else {}),
    }
    statuses: list[str] = []

    def start(status: str, headers: Any, error: Any = None) -> Callable[[bytes], object]:
        statuses.append(status)
        return bytes

    answer = b"".join(app(environ, start))
    assert statuses[0].startswith("2"), (statuses, answer)
    return answer


class Run(NamedTuple):
    """Microseconds of `EACH` requests: of this thread, of the whole process, and by part."""

    thread: float
    process: float
    parts: dict[str, float]


def run(work: Callable[[], object], clock: Clock) -> Run:
    clock.spent.clear()
    thread, process = time.thread_time(), time.process_time()
    for _ in range(EACH):
        work()
    thread, process = time.thread_time() - thread, time.process_time() - process
    to_us = 1e6 / EACH
    return Run(thread * to_us, process * to_us, {told: spent * to_us for told, spent in clock.spent.items()})


def measured(app: Flask) -> tuple[Run, Run, Run]:
    """An action, an action in which each part is timed, and nothing: the shortest run of each."""
    player, clock = Player(app), Clock()
    plain, parted, nothing = [], [], []
    for _ in range(RUNS):
        plain.append(run(player.act, clock))
        nothing.append(run(lambda: asked(app, "GET", "/health/live"), clock))
        with clock.watching():
            parted.append(run(player.act, clock))
    return min(plain), min(parted), min(nothing)


def calls(work: Callable[[], object]) -> float:
    """Functions that one request calls in its thread, those written in C included; a mean of `EACH`."""
    count = 0

    def counting(frame: Any, event: str, argument: Any) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    sys.setprofile(counting)
    try:
        for _ in range(EACH):
            work()
    finally:
        sys.setprofile(None)
    return count / EACH


def main() -> list[str]:
    with service() as kronika, open(os.devnull, "wb") as nowhere:
        logs.configure(nowhere)
        app = create_app(kronika)
        action, parted, nothing = measured(app)
        called = calls(Player(app).act), calls(lambda: asked(app, "GET", "/health/live"))
    rows = {part.told: parted.parts.get(part.told, 0.0) for part in PARTS}
    rows[FRAME] = parted.thread - sum(rows.values())
    rows[COMMIT] = parted.process - parted.thread
    return [
        "| part of an action | CPU us |",
        "|---|---|",
        *(f"| {told} | {spent:.0f} |" for told, spent in rows.items()),
        f"| all of it, untimed | {action.process:.0f} |",
        f"| a request for nothing (`/health/live`) | {nothing.process:.0f} |",
        f"| nothing / action | {nothing.process / action.process:.2f} |",
        f"| calls of functions: an action / nothing | {called[0]:,.0f} / {called[1]:,.0f} |",
    ]


if __name__ == "__main__":
    print("\n".join(main()))
