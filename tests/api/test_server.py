"""The application under gunicorn as the command line starts it: two kinds of worker trouble, shared figures."""

from __future__ import annotations

import errno
import os
import re
import socket
import subprocess
import sys
import textwrap
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from api.server.accept_balance import AcceptBalance
from api.server.gunicorn_options import options
from api.telemetry import shared_metrics
from api.telemetry.shared_metrics import PREFIX, SharedMetrics
from service.system.settings import Settings
from tests.running import PATIENCE, free_port, until

SERVE = """
    import os
    from gunicorn.app.base import BaseApplication
    from api.server.gunicorn_options import options
    from api.server.accept_balance import AcceptBalance
    from service.operation.app import prepare
    from service.system.settings import Settings

    settings = Settings.from_env(os.environ)
    prepare(settings)

    class Served(BaseApplication):
        def load_config(self):
            for name, value in options(settings, AcceptBalance(settings.workers)).items():
                self.cfg.set(name, value)

        def load(self):
            from wsgi import asgi
            return asgi

    Served().run()
"""


def served(folder: Path, workers: int) -> Iterator[str]:
    port = free_port()
    env = {
        "KRONIKA_DATA": str(folder),
        "KRONIKA_PORT": str(port),
        "KRONIKA_WORKERS": str(workers),
        "PYTHONPATH": ".",
    }
    with (folder / "server.log").open("wb") as log:
        server = subprocess.Popen(
            [sys.executable, "-c", textwrap.dedent(SERVE)], env=env, stderr=log, stdout=log
        )
        address = f"http://127.0.0.1:{port}"
        try:
            wait_until_ready(address, server)
            yield address
        finally:
            server.terminate()
            assert server.wait(timeout=60) == 0, (folder / "server.log").read_text()


def wait_until_ready(address: str, server: subprocess.Popen[bytes]) -> None:
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline and server.poll() is None:
        try:
            if httpx.get(f"{address}/health/ready", timeout=60).status_code == 200:
                return
        except httpx.TransportError:
            time.sleep(0.05)
    raise AssertionError("the server does not come up")


@pytest.fixture(scope="module")
def one(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    yield from served(tmp_path_factory.mktemp("one"), 1)


@pytest.fixture(scope="module")
def two(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    yield from served(tmp_path_factory.mktemp("two"), 2)


def ended(address: str, path: str = "/health/live") -> tuple[socket.socket, bytes]:
    """A connection whose answer has been read to its end, and which this client never closes."""
    host, port = address.removeprefix("http://").split(":")
    sock = socket.create_connection((host, int(port)), timeout=30)
    sock.sendall(f"GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n".encode())
    answer = b""
    while chunk := sock.recv(65536):
        answer += chunk
    return sock, answer


@pytest.mark.soak
def test_clients_that_never_close_keep_nobody_waiting(one: str) -> None:
    began = time.monotonic()
    open_ones = [ended(one) for _ in range(8)]
    assert httpx.get(f"{one}/health/live", timeout=60).status_code == 200
    assert time.monotonic() - began < 15
    assert all(answer.startswith(b"HTTP/1.1 200") for _, answer in open_ones)
    for sock, _ in open_ones:
        sock.close()


@pytest.mark.soak
def test_a_connection_that_lingers_is_closed_in_the_end(one: str) -> None:
    sock, _ = ended(one)
    sock.settimeout(5)
    deadline = time.monotonic() + PATIENCE
    with pytest.raises((BrokenPipeError, ConnectionResetError)):  # noqa: PT012
        while time.monotonic() < deadline:
            sock.sendall(b"x")
            time.sleep(0.1)
    assert time.monotonic() < deadline


@pytest.mark.soak
def test_an_answer_to_a_body_too_large_arrives_whole(one: str) -> None:
    refused = httpx.post(
        f"{one}/v1/games", content=b"x" * 3_000_000, headers={"Content-Type": "application/json"}, timeout=60
    )
    assert refused.status_code == 413
    assert refused.json()["type"] == "/problems/too-large"


@pytest.mark.soak
@pytest.mark.parametrize(("size", "status"), [(65_536, 201), (65_537, 413), (65_536 * 3, 413)])
def test_chunked_bodies_are_limited_too(one: str, size: int, status: int) -> None:
    game = b'{"ruleset":"age-of-war","seats":2}'
    body = game.ljust(size)  # white space after it would be lost without a trace if the rest were cut off
    chunks = (body[start : start + 4096] for start in range(0, size, 4096))
    sent = httpx.post(
        f"{one}/v1/games", content=chunks, headers={"Content-Type": "application/json"}, timeout=60
    )
    assert sent.status_code == status


@pytest.mark.soak
def test_a_connection_goes_on_after_the_head_of_a_stream(one: str) -> None:
    """Only a stream itself ends with its connection."""
    with httpx.Client(base_url=one, timeout=60) as client:
        head, other = client.head("/v1/stream"), client.get("/health/live")
    assert (head.status_code, other.status_code) == (200, 200)
    assert "connection" not in head.headers


@pytest.mark.soak
def test_figures_of_both_workers_are_one(two: str) -> None:
    for _ in range(40):  # a new connection each time, so that both workers get some
        httpx.get(f"{two}/v1/rulesets", timeout=60)
    listed = re.compile(r'^kronika_requests_total\{.*operation="list_rulesets".*\} ([0-9.]+)$', re.MULTILINE)

    def counted() -> float:
        count = listed.search(httpx.get(f"{two}/metrics", timeout=60).text)
        return float(count[1]) if count else 0

    until(lambda: counted() >= 40, "the count of forty requests")  # a request is counted once it is answered
    assert counted() == 40


@pytest.mark.soak
def test_a_game_is_seen_by_both_workers(two: str) -> None:
    made = httpx.post(f"{two}/v1/games", json={"ruleset": "age-of-war", "seats": 2}, timeout=60)
    for _ in range(20):
        assert httpx.get(two + made.headers["Location"], timeout=60).json()["version"] == 1


def test_the_options_keep_what_was_decided(tmp_path: Path) -> None:
    told = options(Settings(data=tmp_path, workers=3, port=8123), AcceptBalance(3))
    assert (told["workers"], told["bind"]) == (3, "127.0.0.1:8123")
    assert told["control_socket_disable"] is True
    assert list(tmp_path.iterdir()) == []


def test_figures_that_a_killed_process_left_behind_are_removed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Those of a running process stay, and so do young ones, which their process may not have locked yet."""

    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "so that this process goes on counting for itself")

    monkeypatch.setattr(os, "posix_fallocate", full)
    monkeypatch.setattr(shared_metrics, "MEMORY", tmp_path)
    left, young, running = tmp_path / f"{PREFIX}left", tmp_path / f"{PREFIX}young", SharedMetrics().folder
    for folder in (left, young):
        folder.mkdir()
        (folder / "counter_1.db").touch()
    for folder, changed in ((left, 0), (running, 0), (young, 2**32)):
        os.utime(folder, (changed, changed))
    new = SharedMetrics().folder
    assert {*tmp_path.iterdir()} == {running, young, new}
    assert (young / "counter_1.db").exists()


def test_importing_the_door_makes_nothing(tmp_path: Path) -> None:
    code = "import wsgi, sys; sys.exit('flask' in sys.modules or 'eventsourcing' in sys.modules)"
    env = {"KRONIKA_DATA": str(tmp_path), "PYTHONPATH": "."}
    assert subprocess.run([sys.executable, "-c", code], env=env, timeout=120).returncode == 0
    assert list(tmp_path.iterdir()) == []


@pytest.mark.soak
def test_what_is_there_when_the_door_opens_is_never_looked_through_for_garbage(tmp_path: Path) -> None:
    """That would take so long that a whole group of players waits for it."""
    code = """
        import gc, os, threading, wsgi
        from service.operation.app import prepare
        from service.system.settings import Settings

        prepare(Settings.from_env(os.environ))
        tried = threading.Event()
        wsgi.application.open(tried.set)
        assert tried.wait(60)
        assert gc.get_freeze_count() > 10 * len(gc.get_objects()), "less is left than was there"
        wsgi.application.close()
    """
    env = {**os.environ, "KRONIKA_DATA": str(tmp_path), "KRONIKA_LOG": "error"}
    subprocess.run([sys.executable, "-c", textwrap.dedent(code)], env=env, check=True)
