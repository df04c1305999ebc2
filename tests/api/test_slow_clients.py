"""Clients that say too little, too slowly, too much or nonsense: everybody else is answered as if they were not there."""

from __future__ import annotations

import os
import resource
import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import httpx
import pytest

from api.http.connection_quota import MAX_PER_CLIENT
from tests.running import Server, children, serving
from tests.soaking import soaked

PATIENCE = 60
KEEPS_ALL = "import api.server.connections as c; c.SECONDS = dict.fromkeys(c.SECONDS, 600.0)"
HEAD = b"GET /health/live HTTP/1.1\r\nHost: x\r\n"
POST = b"POST /v1/games HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
BODY = b'{"ruleset": "age-of-war", "seats": 2}'


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """It gives nobody up before a test is over, however long that takes on a crowded machine."""
    folder = tmp_path_factory.mktemp("slow")
    with serving(folder, **configured(folder, KEEPS_ALL), KRONIKA_LIMITS="default") as running:
        yield running


def connected(server: Server, said: bytes = b"") -> socket.socket:
    sock = socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE)
    sock.sendall(said)
    return sock


def answer(sock: socket.socket) -> httpx.Response:
    """All that comes until the server closes, as one answer."""
    got = b""
    while chunk := sock.recv(65536):
        got += chunk
    head, _, body = got.partition(b"\r\n\r\n")
    first, *lines = head.decode().split("\r\n")
    return httpx.Response(
        int(first.split()[1]), headers=[line.split(": ", 1) for line in lines], content=body
    )


def ended(sock: socket.socket) -> bool:
    """Whether the server has closed it."""
    sock.setblocking(False)
    try:
        return sock.recv(1) == b""
    except BlockingIOError:
        return False
    except ConnectionResetError:
        return True


def live(server: Server) -> bool:
    return httpx.get(f"{server.url}/health/live", timeout=PATIENCE).status_code == 200


def problem(told: httpx.Response) -> str:
    assert told.headers["Content-Type"] == "application/problem+json"
    assert told.json()["status"] == told.status_code
    assert told.json()["request_id"]
    return str(told.json()["type"])


@pytest.mark.soak
def test_clients_that_send_a_byte_now_and_then(server: Server) -> None:
    with ExitStack() as stack:
        slow = [
            stack.enter_context(connected(server, POST[: n % 50 + 1])) for n in range(MAX_PER_CLIENT - 20)
        ]
        for _ in range(3):
            for sock in slow:
                sock.sendall(b"x")
            assert live(server)


@pytest.mark.soak
@pytest.mark.parametrize("many", [400, 2000])
def test_a_crowd_that_sends_a_byte_now_and_then(tmp_path: Path, many: int) -> None:
    """In heads and bodies. The liveness check is answered within a second all the while."""
    begun = POST + b"Content-Length: 60000\r\n\r\n{"
    with serving(tmp_path) as server, ExitStack() as stack:
        slow = [
            stack.enter_context(connected(server, POST[: n % 50 + 1] if n % 2 else begun))
            for n in range(many)
        ]
        assert live(server), "all are let in"
        for _ in range(5):
            for sock in slow:
                sock.sendall(b"x")
            began = time.monotonic()
            with connected(server, HEAD + b"Connection: close\r\n\r\n") as sock:
                assert sock.recv(12) == b"HTTP/1.1 200"
            assert time.monotonic() - began < 1


def test_bodies_that_never_end_hold_no_thread(server: Server) -> None:
    begun = POST + b"Content-Length: 60000\r\n\r\n{"
    chunked = POST + b"Transfer-Encoding: chunked\r\n\r\n5\r\n{"
    with ExitStack() as stack:
        for n in range(40):
            stack.enter_context(connected(server, chunked if n % 2 else begun))
        assert live(server)


def test_a_client_with_too_many_connections_loses_its_oldest_that_say_nothing(server: Server) -> None:
    with ExitStack() as stack:
        waiting = [stack.enter_context(connected(server, HEAD)) for _ in range(MAX_PER_CLIENT + 50)]
        newest = stack.enter_context(connected(server, HEAD + b"Connection: close\r\n\r\n"))
        assert answer(newest).status_code == 200
        lost = [ended(sock) for sock in waiting]
        assert lost == [True] * lost.count(True) + [False] * lost.count(False)
        assert lost.count(False) in (MAX_PER_CLIENT, MAX_PER_CLIENT - 1)
        last = waiting[-1]
        last.setblocking(True)
        last.sendall(b"Connection: close\r\n\r\n")
        assert answer(last).status_code == 200


@pytest.mark.soak
def test_a_thousand_connections_that_are_kept_alive_and_idle(tmp_path: Path) -> None:
    with serving(tmp_path) as server, ExitStack() as stack:
        for _ in range(1000):
            sock = stack.enter_context(connected(server, HEAD + b"\r\n"))
            assert sock.recv(12) == b"HTTP/1.1 200"
        assert all(live(server) for _ in range(5))


def configured(folder: Path, code: str, threads: int = 4) -> dict[str, str]:
    """Settings of a service of one worker with which every Python process of it runs this code first."""
    (folder / "sitecustomize.py").write_text(code)
    path = os.pathsep.join([str(folder), "."])
    return {"PYTHONPATH": path, "KRONIKA_WORKERS": "1", "KRONIKA_THREADS": str(threads)}


FEW = 160


@pytest.mark.soak
def test_few_descriptors(tmp_path: Path) -> None:
    few = configured(tmp_path, f"import resource; resource.setrlimit(resource.RLIMIT_NOFILE, ({FEW}, {FEW}))")
    with serving(tmp_path, **few) as server, ExitStack() as stack:
        born = children(server.process.pid)
        for _ in range(2 * FEW):
            stack.enter_context(connected(server, HEAD))
        assert all(live(server) for _ in range(5))
        made = httpx.post(f"{server.url}/v1/games", json={"ruleset": "age-of-war", "seats": 2}, timeout=60)
        assert made.status_code == 201
        assert children(server.process.pid) == born


@pytest.mark.soak
def test_descriptors_that_are_used_up(tmp_path: Path) -> None:
    with serving(tmp_path, KRONIKA_WORKERS="1", KRONIKA_THREADS="4") as server, ExitStack() as stack:
        born = children(server.process.pid)
        for pid in born:
            resource.prlimit(pid, resource.RLIMIT_NOFILE, (FEW, FEW))
        for _ in range(2 * FEW):
            stack.enter_context(connected(server, HEAD))
        assert all(live(server) for _ in range(5))
        assert children(server.process.pid) == born


def test_the_soft_limit_of_descriptors_is_raised_to_the_hard_one(server: Server) -> None:
    assert server.process is not None
    soft, hard = resource.prlimit(server.process.pid, resource.RLIMIT_NOFILE)
    assert soft == hard


def test_a_request_that_comes_in_pieces(server: Server) -> None:
    with connected(server) as sock:
        request = POST + b"Connection: close\r\nContent-Length: %d\r\n\r\n%s" % (len(BODY), BODY)
        for byte in request:
            sock.sendall(bytes([byte]))
        assert answer(sock).status_code == 201


def test_requests_that_come_at_once(server: Server) -> None:
    post = POST + b"Transfer-Encoding: chunked\r\n\r\n%x\r\n%s\r\n0\r\nX: y\r\n\r\n" % (len(BODY), BODY)
    with connected(server, post + post + HEAD + b"Connection: close\r\n\r\n") as sock:
        got = b""
        while chunk := sock.recv(65536):
            got += chunk
    assert got.count(b"HTTP/1.1 201") == 2
    assert got.count(b"HTTP/1.1 200") == 1


def test_a_client_that_waits_to_be_asked_for_its_body(server: Server) -> None:
    with connected(
        server, POST + b"Connection: close\r\nExpect: 100-continue\r\nContent-Length: 37\r\n\r\n"
    ) as sock:
        assert sock.recv(100) == b"HTTP/1.1 100 Continue\r\n\r\n"
        sock.sendall(BODY)
        assert answer(sock).status_code == 201


@pytest.mark.parametrize(
    "said",
    [
        pytest.param(HEAD, id="head"),
        pytest.param(POST + b"Content-Length: 50\r\n\r\n{", id="body"),
    ],
)
@pytest.mark.soak
def test_a_request_that_takes_too_long(tmp_path: Path, said: bytes) -> None:
    impatient = configured(
        tmp_path, "import api.server.connections as c; c.SECONDS = dict.fromkeys(c.SECONDS, 0.5)"
    )
    with serving(tmp_path, **impatient) as server, connected(server, said) as sock:
        assert problem(answer(sock)) == "/problems/request-timeout"


@pytest.mark.parametrize(
    ("request_", "status"),
    [
        (b"nonsense\r\n\r\n", 400),
        (b"GET /health/live HTTP/1.1\n\n", 400),
        (HEAD + b"no colon\r\n\r\n", 400),
        (HEAD + b"Bad Name: x\r\n\r\n", 400),
        (HEAD + b"Content-Length: -5\r\n\r\n", 400),
        (HEAD + b"Content-Length: 5\r\nContent-Length: 6\r\n\r\n", 400),
        (POST + b"Transfer-Encoding: chunked\r\n\r\nzz\r\n", 400),
        (POST + b"Transfer-Encoding: chunked\r\n\r\n3\r\nabcde\r\n0\r\n\r\n", 400),
        (HEAD + b"Transfer-Encoding: sideways\r\n\r\n", 400),
        (b"GET /" + b"x" * 5000 + b" HTTP/1.1\r\n\r\n", 414),
        (HEAD + b"X: " + b"y" * 9000 + b"\r\n\r\n", 431),
        (HEAD + b"X: y\r\n" * 200 + b"\r\n", 431),
        (HEAD + b"X: y\r\n" * 20_000, 431),
    ],
)  # fmt: skip
def test_what_is_no_request_is_refused_with_a_problem(server: Server, request_: bytes, status: int) -> None:
    with connected(server, request_) as sock:
        told = answer(sock)
    assert told.status_code == status
    problem(told)
    assert live(server)


@pytest.mark.parametrize(
    "header", ["Script_Name: /x", "Script-Name: /x", "Path_Info: /y", "X-Forwarded-Proto: spoofed"]
)
def test_headers_that_pretend_to_be_the_server_s_own(server: Server, header: str) -> None:
    name, _, value = header.partition(": ")
    assert httpx.get(f"{server.url}/v1/rulesets", headers={name: value}, timeout=60).status_code == 200


NUMBERS = (2**31, 2**63 - 1, 2**63, 2**64, 10**40, 10**4000)


@pytest.mark.parametrize(
    "number", soaked(NUMBERS, rare=(2**31, 2**63 - 1, 2**64, 10**40)), ids=int.bit_length
)
def test_numbers_beyond_all_bounds_in_paths(server: Server, number: int) -> None:
    game = httpx.post(
        f"{server.url}/v1/games", content=BODY, headers={"Content-Type": "application/json"}, timeout=60
    ).json()
    api = f"/v1/games/{game['id']}"
    for path in (
        f"/games/{game['id']}/v/{number}",
        f"{api}/states/{number}",
        f"{api}/events?after={number}",
        f"{api}/stream?after={number}",
        f"/v1/stream?after={number}",
        f"{api}/seats/{number}",
        f"/v1/tournaments/{number}",
    ):
        with httpx.stream("GET", server.url + path, timeout=PATIENCE) as told:
            assert told.status_code < 500, path
    asked = f"{api}/undo-requests/{number}/answers"
    organiser = {"Authorization": f"Bearer {game['organiser_token']}"}
    assert (
        httpx.post(server.url + asked, json={"agree": True}, headers=organiser, timeout=60).status_code < 500
    )
