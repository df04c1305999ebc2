"""However the service is told to stop, nobody is cut off or reset, and nobody keeps it waiting."""

from __future__ import annotations

import os
import signal
import socket
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path

import httpx
import pytest

from tests.api.door import heard
from tests.api.test_newcomers import leave, until_each_worker_has_one
from tests.running import PATIENCE, Server, serving, until
from tests.whole.test_staying_up import serving_workers

SLOW = """
import time, wsgi
call = wsgi.LazyApp.__call__
def slow(self, environ, start_response):
    if environ["PATH_INFO"] == "/v1/rulesets" and "X-Slow" in str(environ.get("HTTP_ACCEPT")):
        time.sleep(4)
    return call(self, environ, start_response)
wsgi.LazyApp.__call__ = slow
"""
GRACE = 12
"""Seconds, at most, for requests under way."""


def tell_master(server: Server, sig: signal.Signals) -> None:
    assert server.process is not None
    server.process.send_signal(sig)


def tell_all(server: Server, sig: signal.Signals) -> None:
    """As a terminal does."""
    assert server.process is not None
    os.killpg(server.process.pid, sig)


def tell_again(server: Server, sig: signal.Signals) -> None:
    """By somebody who has no patience."""
    tell_master(server, signal.SIGTERM)
    time.sleep(0.5)
    tell_all(server, sig)


Tell = Callable[[Server, signal.Signals], None]
WAYS = pytest.mark.parametrize(
    ("tell", "sig"),
    [
        (tell_again, signal.SIGINT),
        pytest.param(tell_all, signal.SIGINT, marks=pytest.mark.soak),
        pytest.param(tell_master, signal.SIGTERM, marks=pytest.mark.soak),
        pytest.param(tell_master, signal.SIGINT, marks=pytest.mark.soak),
        pytest.param(tell_master, signal.SIGQUIT, marks=pytest.mark.soak),
        pytest.param(tell_all, signal.SIGTERM, marks=pytest.mark.soak),
        pytest.param(tell_all, signal.SIGQUIT, marks=pytest.mark.soak),
    ],
)


class Client(threading.Thread):
    """Asks again and again, on one connection or on new ones, until the service refuses connections."""

    def __init__(self, server: Server, keep: bool) -> None:
        super().__init__()
        self.server, self.keep = server, keep
        self.answered = 0
        self.troubles: list[Exception] = []

    def run(self) -> None:
        try:
            while self._asks():
                pass
        except ConnectionRefusedError:
            pass
        except (OSError, AssertionError) as error:
            self.troubles.append(error)

    def _asks(self) -> bool:
        """One connection; whether there may be another one."""
        with socket.create_connection(("127.0.0.1", self.server.port), timeout=PATIENCE) as sock:
            more = True
            while more:
                sock.sendall(b"GET /v1/rulesets HTTP/1.1\r\nHost: x\r\n\r\n")
                answer = self._answer(sock)
                if not answer:
                    return True  # closed between two requests, which is no reset
                assert answer.startswith(b"HTTP/1.1 200")
                self.answered += 1
                more = self.keep and b"\r\nConnection: close\r\n" not in answer
        return True

    def _answer(self, sock: socket.socket) -> bytes:
        got = b""
        while b"\r\n\r\n" not in got or len(got.partition(b"\r\n\r\n")[2]) < _length(got):
            chunk = sock.recv(65536)
            if not chunk:
                assert not got, "half an answer"
                return b""
            got += chunk
        return got


def _length(head: bytes) -> int:
    return int(head.lower().partition(b"content-length: ")[2].partition(b"\r\n")[0])


@WAYS
def test_what_is_under_way_is_finished_and_nobody_is_reset(
    tmp_path: Path, tell: Tell, sig: signal.Signals
) -> None:
    """Who says nothing, or has said only a part, keeps nobody waiting; whoever waits for news is told that there is none.

    Nobody who goes on asking meanwhile is reset.
    """
    (tmp_path / "sitecustomize.py").write_text(SLOW)
    path = os.pathsep.join([str(tmp_path), "."])
    with serving(tmp_path, PYTHONPATH=path) as server:
        made = httpx.post(f"{server.url}/v1/games", json={"ruleset": "age-of-war", "seats": 2}, timeout=60)
        said = {
            "idle": b"",
            "head": b"GET /v1/rulesets HT",
            "slow": b"GET /v1/rulesets HTTP/1.1\r\nHost: x\r\nAccept: */*, X-Slow/x\r\n\r\n",
            "poll": f"GET {made.headers['Location']}?after=1&wait=30 HTTP/1.1\r\nHost: x\r\n\r\n".encode(),
        }
        clients = [Client(server, keep=n % 2 == 0) for n in range(8)]
        for client in clients:
            client.start()
        until(lambda: all(client.answered > 5 for client in clients))
        socks = {name: socket.create_connection(("127.0.0.1", server.port), PATIENCE) for name in said}
        for name, request in said.items():
            socks[name].sendall(request)
        time.sleep(0.5)  # they are under way
        began = time.monotonic()
        tell(server, sig)
        order: list[str] = []

        def hear(name: str) -> bytes:
            got = heard(socks[name])
            order.append(name)
            return got

        with ThreadPoolExecutor(len(socks)) as pool:
            told = dict(zip(socks, pool.map(hear, socks), strict=True))
        assert server.process is not None
        assert server.process.wait(PATIENCE) == 0
        assert time.monotonic() - began < GRACE
        for client in clients:
            client.join(PATIENCE)
    assert [client.troubles for client in clients] == [[]] * 8
    assert not any(client.is_alive() for client in clients)
    assert order[-1] == "slow", "only requests are waited for"
    assert told["idle"] == b""
    assert told["head"][:12] in (b"", b"HTTP/1.1 408")
    for name in ("slow", "poll"):
        assert told[name].startswith(b"HTTP/1.1 200")
        assert b"\r\nConnection: close\r\n" in told[name]
        assert told[name].endswith((b"}", b"]"))


@pytest.mark.soak
def test_whoever_is_at_the_door_is_let_in(tmp_path: Path) -> None:
    """A socket that is closed resets those whom nobody has accepted yet. A worker's first stream is like later ones: it ends."""
    with serving(tmp_path) as server, ExitStack() as stack:
        leave(server, until_each_worker_has_one(server))  # one that is not ready would say so
        stopped = serving_workers(server)
        for pid in stopped:
            os.kill(pid, signal.SIGSTOP)
        clients = [
            stack.enter_context(socket.create_connection(("127.0.0.1", server.port), PATIENCE))
            for _ in range(40)
        ]
        for number, client in enumerate(clients):
            path = b"/v1/rulesets" if number % 4 else b"/v1/stream"
            client.sendall(b"GET %s HTTP/1.1\r\nHost: x\r\n\r\n" % path)
        tell_master(server, signal.SIGTERM)
        time.sleep(0.5)  # the master has told them
        began = time.monotonic()
        for pid in stopped:
            os.kill(pid, signal.SIGCONT)
        assert {heard(client)[:12] for client in clients} == {b"HTTP/1.1 200"}
        assert time.monotonic() - began < GRACE - 2, "streams end, too"


@pytest.mark.soak
def test_a_worker_that_leaves_alone_cuts_nobody(tmp_path: Path) -> None:
    """Its successor takes its place, and the others accept meanwhile."""
    with serving(tmp_path) as server:
        clients = [Client(server, keep=n % 2 == 0) for n in range(4)]
        for client in clients:
            client.start()
        until(lambda: all(client.answered > 5 for client in clients))
        before = serving_workers(server)
        for pid in before:
            os.kill(pid, signal.SIGTERM)
            until(lambda pid=pid: pid not in serving_workers(server))
            until(lambda: len(serving_workers(server)) == 2)
    for client in clients:
        client.join(PATIENCE)
    assert [client.troubles for client in clients] == [[]] * 4
