"""Strangers are told no hosts, ports or paths of the service, whatever they ask for, and also not while it cannot work.

`tests/api/test_unsaid.py` has the everyday part, about PostgreSQL.
"""

from __future__ import annotations

import re
import socket
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx
import pytest

from tests.running import Server, free_port, start, stop, until

pytestmark = pytest.mark.soak
SITE = "https://games.example.org"
ID = "0123456789abcdef0123456789abcdef"
PARAMETER = re.compile(r"\{[^}]*\}")
PAGES = (
    "/",
    "/new",
    "/tables",
    "/my",
    "/desk",
    f"/games/{ID}",
    "/docs/nothing",
    "/static/x/y",
    "/worker.js",
    "/robots.txt",
)
RAW = (
    b"GET / HTTP/1.1\r\n\r\n",
    b"GET /\x00 HTTP/1.1\r\nHost: x\r\n\r\n",
    b"GET / HTTP/9.9\r\nHost: x\r\n\r\n",
    b"POST /v1/games HTTP/1.1\r\nHost: x\r\nContent-Length: x\r\n\r\n",
)


class Hidden:
    """A service whose places have names that occur nowhere else."""

    def __init__(self, folder: Path) -> None:
        self.data = folder / "data-chrysanthemum"
        self.data.mkdir()
        self.database = folder / "base-hollyhock" / "rhododendron.db"
        self.database.parent.mkdir()
        self.server = Server(free_port())
        self.folder = folder

    @property
    def unsaid(self) -> re.Pattern[str]:
        names = ("chrysanthemum", "hollyhock", "rhododendron", re.escape(str(self.folder)))
        return re.compile("|".join((*names, rf"\b{self.server.port}\b")))

    def start(self) -> Server:
        settings = {
            "KRONIKA_DATA": str(self.data),
            "KRONIKA_DATABASE": f"sqlite:///{self.database}",
            "KRONIKA_ORIGIN_URL": SITE,
        }
        self.server = start(self.folder, self.server.port, **settings)
        return self.server

    def reveals(self, answer: httpx.Response) -> list[str]:
        """What it should not. A stranger may well know what they wrote themselves, so requests name another host."""
        text = answer.text + "\n".join(f"{name}: {value}" for name, value in answer.headers.items())
        return self.unsaid.findall(text)


@pytest.fixture(scope="module")
def hidden(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hidden]:
    hidden = Hidden(tmp_path_factory.mktemp("unsaid"))
    hidden.start()
    yield hidden
    stop(hidden.server)


@pytest.fixture(scope="module")
def stranger(hidden: Hidden) -> Iterator[httpx.Client]:
    with httpx.Client(
        base_url=hidden.server.url, headers={"Host": "games.example.org"}, timeout=60
    ) as client:
        yield client


def public(client: httpx.Client) -> list[str]:
    """Every path that can be read, with what names nothing in place of ids, and once with what names something."""
    paths = client.get("/openapi.json").json()["paths"]
    readable = [path for path, operations in paths.items() if "get" in operations]
    game = client.post("/v1/games", json={"ruleset": "age-of-war", "seats": 2}).json()["id"]
    found = []
    for path in readable:
        for id in (ID, game):
            found.append(path.replace("{game}", id).replace("{ruleset}", "age-of-war"))
    return [PARAMETER.sub("1", path) for path in dict.fromkeys(found) if not path.endswith("/stream")]


def test_no_public_answer_says_where_the_service_is(hidden: Hidden, stranger: httpx.Client) -> None:
    paths = public(stranger)
    assert len(paths) > 60
    for path in (*paths, *PAGES):
        for accept in ("*/*", "text/html"):
            answer = stranger.get(path, headers={"Accept": accept})
            assert hidden.reveals(answer) == [], path
    for problem in stranger.get("/openapi.json").text.split("/problems/")[1:]:
        name = re.match("[a-z-]*", problem)
        assert name is None or hidden.reveals(stranger.get(f"/problems/{name[0]}")) == []


def test_what_is_no_request_says_nothing_either(hidden: Hidden) -> None:
    for raw in RAW:
        with socket.create_connection(("127.0.0.1", hidden.server.port), timeout=60) as sock:
            sock.sendall(raw)
            sock.shutdown(socket.SHUT_WR)
            answer = b"".join(iter(lambda sock=sock: sock.recv(65536), b""))
        assert hidden.unsaid.findall(answer.decode("latin-1")) == [], raw


def test_a_database_that_is_gone_is_not_named(hidden: Hidden, stranger: httpx.Client) -> None:
    away = hidden.database.with_name("away")
    hidden.database.rename(away)
    try:
        until(lambda: stranger.get("/health/ready").status_code == 503, "it notices")
        for path in ("/health/ready", "/v1/games", f"/v1/games/{ID}", "/metrics", "/", "/v1/log/checkpoint"):
            assert hidden.reveals(stranger.get(path)) == [], path
        assert hidden.reveals(stranger.post("/v1/games", json={"ruleset": "touche", "seats": 2})) == []
    finally:
        away.rename(hidden.database)
    until(lambda: stranger.get("/health/ready").status_code == 200, "it is back")


def test_a_service_that_cannot_start_says_where_in_its_log_alone(tmp_path: Path) -> None:
    hidden = Hidden(tmp_path)
    stop(hidden.start())
    away = hidden.database.with_name("away")
    hidden.database.rename(away)
    with (
        ThreadPoolExecutor(1) as pool,
        httpx.Client(base_url=hidden.server.url, headers={"Host": "x"}, timeout=60) as client,
    ):
        starting = pool.submit(hidden.start)
        try:
            until(lambda: client.get("/health/live").status_code == 200, "it lives", httpx.TransportError)
            until(lambda: "rhododendron" in (tmp_path / "server.log").read_text(), "the log")
            for path in ("/health/ready", "/v1/games", "/", "/metrics"):
                answer = client.get(path)
                assert answer.status_code == 503
                assert hidden.reveals(answer) == [], path
        finally:
            away.rename(hidden.database)
            stop(starting.result())
