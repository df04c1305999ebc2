"""gunicorn with its own threads and Flask with one route that says nothing: what `bench.http` compares with.

As many workers and threads as a service has, and the same answer; none of our hooks, headers, figures or log lines.
"""

from __future__ import annotations

import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from flask import Flask

from bench.rounds import Asked
from bench.wire import asking_for_nothing, connected
from service.system.settings import Settings
from tests.running import Server, children, free_port, let_in, listens, until

app = Flask(__name__)


@app.get("/health/live")
def live() -> dict[str, str]:
    return {"status": "live"}


@contextmanager
def bare(many: int) -> Iterator[Asked]:
    """It serves until this is left, and is asked over so many connections."""
    port, like = free_port(), Settings()
    options = ("--worker-class", "gthread", "--workers", str(like.workers), "--threads", str(like.threads))
    at = ("--bind", f"127.0.0.1:{port}", "--keep-alive", "600", "--log-level", "warning")
    process = subprocess.Popen(
        [sys.executable, "-m", "gunicorn", *options, *at, f"{__name__}:app"], text=True
    )
    try:
        until(lambda: listens(port), "the bare server's port", OSError)
        yield Asked(process.pid, [asking_for_nothing(one) for one in _evenly(Server(port, process), many)])
    finally:
        process.terminate()
        process.wait()


def _evenly(server: Server, many: int) -> list[socket.socket]:
    """So many connections, made again and again until each worker has as many: how they fall is chance."""
    while True:
        made = [connected(server.port) for _ in range(many)]
        until(lambda: sum(_held(server, made)) == many, "all are let in")  # noqa: B023
        if len(set(_held(server, made))) == 1:
            return made
        for one in made:
            one.close()


def _held(server: Server, made: list[socket.socket]) -> list[int]:
    assert server.process is not None
    return list(let_in(children(server.process.pid), made).values())
