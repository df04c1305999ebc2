"""What an action could cost at the least behind the same door: the floor under `python -m bench.http`.

The service as it is, with one route more, which does only what no promise lets it leave out: the body is decoded, one event is
committed durably by the same store, in the same tables and with whoever else waits, one note is signed, and an answer as long
as an action's follows the commit. Nobody is asked who he is, no rules are asked, nothing else is kept, and no line is logged.
Asked for by turns with actions and with nothing, on the same connections.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import tempfile
from hashlib import sha256
from pathlib import Path
from typing import Any
from unittest.mock import patch

import orjson
from flask import Flask, Response, request

from api import app
from api.server import inline_requests
from api.server.request_buffer import Arriving
from api.telemetry import requests
from bench import http
from bench.http import Round
from bench.timing import percentile
from cli import serve
from service.app import Kronika
from service.store import Row
from tests.running import serving

RULE = "/floor/<game:game>"
COMMAND = ("-m", "bench.floor", "serve")
ENTRY = 300
"""Bytes of an event's entry."""
ANSWER = b"x" * 500
"""What an action's answer has beside its signed note."""
KINDS = ("actions", "floor", "nothing")


def add_to(made: Flask, kronika: Kronika) -> None:
    """The route. A game's events are written by one connection, which one worker serves."""
    versions: dict[str, int] = {}

    def floor(game: str) -> Response:
        given = orjson.loads(request.get_data())
        version = versions.get(game, 0) + 1
        entry = orjson.dumps({"game": game, "given": given, "at": version}).ljust(ENTRY)
        note = kronika.signer.checkpoint(kronika.settings.origin, version, sha256(entry).digest())
        kronika.store.append(game, [Row(version, "floor", entry)])
        versions[game] = version
        body = orjson.dumps({"version": version, "checkpoint": note, "rest": ANSWER.decode()})
        return Response(body, 201, content_type="application/json")

    made.add_url_rule(RULE, "floor", floor, methods=["POST"])


def serve_with_it() -> None:
    create_app = app.create_app

    def with_floor(kronika: Kronika, *more: Any) -> Flask:
        made = create_app(kronika, *more)
        add_to(made, kronika)
        return made

    is_short = inline_requests.is_short

    def short_too(request: Arriving, kronika: Kronika) -> bool:
        return request.data.startswith(b"POST /floor/") or is_short(request, kronika)

    quiet = (*requests.UNLOGGED, RULE)
    with (
        patch.object(app, "create_app", with_floor),
        patch.object(requests, "UNLOGGED", quiet),
        patch.object(inline_requests, "is_short", short_too),
    ):
        serve.run(argparse.Namespace())


def main() -> list[str]:
    with tempfile.TemporaryDirectory() as name, serving(Path(name), command=COMMAND) as server:
        rounds = http.over_http(server, *KINDS)
    nothing = rounds["nothing"]
    rows = [_row(kind, rounds[kind], nothing) for kind in KINDS]
    return [
        "| what | requests/s | of nothing | the service's CPU, us | nothing's CPU / its | p50, ms | p99, ms |",
        "|---|---|---|---|---|---|---|",
        *rows,
    ]


def _row(kind: str, rounds: list[Round], nothing: list[Round]) -> str:
    took = http.latencies(rounds)
    rate = statistics.median(
        len(one.latencies) / len(other.latencies) for one, other in zip(rounds, nothing, strict=True)
    )
    cpu, idle = _cpu(rounds), _cpu(nothing)
    p50, p99 = percentile(took, 0.5) * 1e3, percentile(took, 0.99) * 1e3
    per_second = len(took) / http.SECONDS
    return (
        f"| {kind} | {per_second:,.0f} | {rate:.2f} | {cpu:,.0f} | {idle / cpu:.2f} | {p50:.1f} | {p99:.1f} |"
    )


def _cpu(rounds: list[Round]) -> float:
    """Microseconds of a request."""
    return 1e6 * sum(one.served for one in rounds) / len(http.latencies(rounds))


if __name__ == "__main__":
    if sys.argv[1:] == ["serve"]:
        serve_with_it()
    else:
        print("\n".join(main()))
