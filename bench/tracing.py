"""What traces cost: actions over WSGI with them and without, in turn, while a collector in another process takes the spans."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from statistics import median

from api.app import create_app
from api.telemetry import logs, tracing
from bench.games import service
from bench.limits import Player
from bench.size import size

ACTIONS, ROUNDS = size((300, 5), (4, 1))
COLLECTOR = """
from http.server import BaseHTTPRequestHandler, HTTPServer
class Collector(BaseHTTPRequestHandler):
    def do_POST(self):
        self.rfile.read(int(self.headers["Content-Length"]))
        self.send_response(200)
        self.end_headers()
    def log_message(self, *_):
        pass
server = HTTPServer(("127.0.0.1", 0), Collector)
print(server.server_address[1], flush=True)
server.serve_forever()
"""


@contextmanager
def collecting() -> Iterator[str]:
    """The address of a collector."""
    with subprocess.Popen([sys.executable, "-c", COLLECTOR], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            yield f"http://127.0.0.1:{process.stdout.readline().strip()}"
        finally:
            process.kill()


def cpu_seconds(player: Player) -> float:
    """Of the whole process, with the thread that sends."""
    began = time.process_time()
    for _ in range(ACTIONS):
        player.post()
    return time.process_time() - began


def main() -> list[str]:
    with service() as kronika, collecting() as url, open(os.devnull, "wb") as nowhere:
        logs.configure(nowhere)
        plain, traced = create_app(kronika), create_app(kronika)
        os.environ["OTEL_EXPORTER_OTLP_ENDPOINT"] = url
        tracing.install(traced)
        players = [Player(app.test_client()) for app in (plain, traced)]
        rounds = [[cpu_seconds(player) for player in players] for _ in range(ROUNDS)]
        traced.extensions["end_tracing"]()
    without, with_them = (median(seconds) / ACTIONS * 1e6 for seconds in zip(*rounds, strict=True))
    return [
        "Time of the processor, which other work on the machine does not change much.",
        "",
        "| what | figure |",
        "|---|---|",
        f"| an action over WSGI, committed, us | {without:.0f} |",
        f"| the same, traced, us | {with_them:.0f} |",
        f"| traced / not | {with_them / without:.2f} |",
    ]


if __name__ == "__main__":
    print("\n".join(main()))
