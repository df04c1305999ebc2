"""`kronika serve` starts, stops, and says in one sentence why it cannot."""

from __future__ import annotations

import base64
import os
import shutil
import signal
import socket
import sqlite3
import subprocess
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx
import pytest

from api.not_ready import UNSAID
from service.operation.app import prepare
from tests.running import (
    PATIENCE,
    Server,
    children,
    free_port,
    holds_port,
    is_background_worker,
    let_in,
    serving,
    start,
    stop,
    until,
)
from tests.service.conftest import settings_in
from tests.whole.command import kronika
from tests.whole.test_staying_up import serving_workers


def one_sentence(done: subprocess.CompletedProcess[str]) -> str:
    assert done.returncode != 0
    assert "Traceback" not in done.stderr
    [line] = done.stderr.strip().splitlines()
    return line


def test_it_says_where_it_is_and_stops_when_told(tmp_path: Path) -> None:
    """Also without a faster loop and parser, which it says."""
    hidden = 'import sys; sys.modules["uvloop"] = sys.modules["gunicorn_h1c"] = None'
    (tmp_path / "sitecustomize.py").write_text(hidden)
    path = os.pathsep.join([str(tmp_path), "."])
    with serving(tmp_path, PYTHONPATH=path, KRONIKA_LOG="info") as server:
        assert httpx.get(f"{server.url}/health/live", timeout=60).status_code == 200
        new = {"ruleset": "age-of-war", "seats": 2}
        assert httpx.post(f"{server.url}/v1/games", json=new, timeout=60).status_code == 201
        said = (tmp_path / "server.log").read_text()
        assert server.url in said
        assert "verifier key kronika+" in said
        assert server.process is not None
        [background] = filter(is_background_worker, children(server.process.pid))
        assert holds_port(server.process.pid, server.port)
        until(
            lambda: not holds_port(background, server.port),
            "its copy is closed, which nobody would accept from",
        )
        for name in ("signing.key", "secret.key", "kronika.db"):
            assert oct((tmp_path / name).stat().st_mode & 0o777) == "0o600"
    assert server.process.returncode == 0
    assert "HTTP parser: gunicorn's, in Python (gunicorn_h1c is not installed)" in said
    assert "event loop: asyncio's (uvloop is not installed)" in said


@pytest.mark.soak
def test_games_are_still_there_after_a_restart(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        new = {"ruleset": "age-of-war", "seats": 2}
        game = httpx.post(f"{server.url}/v1/games", json=new, timeout=60).json()["id"]
        before = httpx.get(f"{server.url}/v1/games/{game}", timeout=60).json()
    with serving(tmp_path) as server:
        assert httpx.get(f"{server.url}/v1/games/{game}", timeout=60).json() == before


LATE = """
import api.server.worker, os, time, wsgi
api.server.worker.BOOT_SECONDS = {patience}
make, mark = wsgi._make, {mark!r}
def late(*how):
    try:
        os.close(os.open(mark, os.O_CREAT | os.O_EXCL))
        return make(*how)
    except FileExistsError:
        time.sleep(8)
        made = make(*how)
        os.rename(mark, mark + "-late")
        return made
wsgi._make = late
"""
"""One of the workers begins much later than the other, and yet before anybody loses patience, however slow the machine."""


@pytest.mark.soak
def test_a_worker_that_begins_late_refuses_nobody(tmp_path: Path) -> None:
    """Those who are there answer meanwhile."""
    mark = tmp_path / "mark"
    (tmp_path / "sitecustomize.py").write_text(LATE.format(mark=str(mark), patience=PATIENCE))
    path = os.pathsep.join([str(tmp_path), "."])
    with serving(tmp_path, PYTHONPATH=path, KRONIKA_WORKERS="2") as server:
        seen: set[int] = set()

        def both_there() -> bool:
            seen.add(httpx.get(f"{server.url}/v1/rulesets", timeout=60).status_code)
            return Path(f"{mark}-late").exists()

        until(both_there, "the late worker")
    assert seen == {200}


KEYLESS = """
import os, wsgi
from service.system.settings import BadSetting
make, mark = wsgi._make, {mark!r}
def keyless(*how):
    try:
        os.close(os.open(mark, os.O_CREAT | os.O_EXCL))
    except FileExistsError:
        raise BadSetting("The key cannot be read.") from None
    return make(*how)
wsgi._make = keyless
"""
"""The first worker that tries gets the key; the others never do."""


@pytest.mark.soak
def test_a_worker_that_is_not_ready_takes_no_connection_while_another_is(tmp_path: Path) -> None:
    (tmp_path / "sitecustomize.py").write_text(KEYLESS.format(mark=str(tmp_path / "mark")))
    path = os.pathsep.join([str(tmp_path), "."])
    with serving(tmp_path, PYTHONPATH=path, KRONIKA_WORKERS="3") as server:
        paths = ("/health/ready", "/v1/rulesets") * 8
        assert {httpx.get(server.url + path, timeout=60).status_code for path in paths} == {200}
        log = tmp_path / "server.log"
        until(lambda: log.read_text().count("The key cannot be read.") >= 2, "both others have tried")
        assert {httpx.get(server.url + path, timeout=60).status_code for path in paths} == {200}
        with ThreadPoolExecutor(16) as crowd:
            told = crowd.map(lambda path: httpx.get(server.url + path, timeout=60).status_code, paths)
            assert set(told) == {200}
        _is_waited_for(server)


def _is_waited_for(server: Server) -> None:
    """The worker that is ready, even if it hangs."""
    with socket.create_connection(("127.0.0.1", server.port), timeout=60) as known:
        known.sendall(b"GET /v1/rulesets HTTP/1.1\r\nHost: x\r\n\r\n")
        assert known.recv(12) == b"HTTP/1.1 200"
        [ready] = [pid for pid, count in let_in(serving_workers(server), [known]).items() if count]
    os.kill(ready, signal.SIGSTOP)
    with socket.create_connection(("127.0.0.1", server.port), timeout=1) as sock:
        sock.sendall(b"GET /v1/rulesets HTTP/1.1\r\nHost: x\r\n\r\n")
        with pytest.raises(TimeoutError):
            sock.recv(12)
        os.kill(ready, signal.SIGCONT)
        sock.settimeout(60)
        assert sock.recv(12) == b"HTTP/1.1 200"


def status(server: Server, path: str) -> bytes:
    """Of an answer on a new connection."""
    with socket.create_connection(("127.0.0.1", server.port), timeout=60) as sock:
        sock.sendall(f"GET {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n".encode())
        return sock.recv(12)[9:]


def test_if_no_worker_is_ready_the_log_says_why(tmp_path: Path) -> None:
    """Until one is ready; strangers read that the log does. From then on all that come are for that one, also those who were
    connected to another.
    """
    mark = tmp_path / "mark"
    mark.touch()
    (tmp_path / "sitecustomize.py").write_text(KEYLESS.format(mark=str(mark)))
    path = os.pathsep.join([str(tmp_path), "."])
    server = Server(free_port())
    with ThreadPoolExecutor(1) as pool, httpx.Client(base_url=server.url, timeout=60) as client:
        starting = pool.submit(start, tmp_path, server.port, PYTHONPATH=path, KRONIKA_WORKERS="2")
        try:
            until(lambda: client.get("/health/live").status_code == 200, "it lives", httpx.TransportError)
            for asked in ("/health/ready", "/v1/rulesets", "/"):
                told = client.get(asked)
                assert told.status_code == 503
                assert told.json()["detail"] == UNSAID
                assert told.headers["Connection"] == "close"
            assert "The key cannot be read." in (tmp_path / "server.log").read_text()
            mark.unlink()
            while status(server, "/health/ready") != b"200":
                pass
            assert {status(server, "/v1/rulesets") for _ in range(40)} == {b"200"}
        finally:
            mark.unlink(missing_ok=True)
            stop(starting.result())


@pytest.mark.soak
def test_commits_of_all_workers_are_counted(tmp_path: Path) -> None:
    """Metrics are made before the workers are forked; each counts in files of its own."""
    with serving(tmp_path) as server:
        for _ in range(20):  # a new connection each time, so that both workers get some
            made = httpx.post(
                f"{server.url}/v1/games", json={"ruleset": "age-of-war", "seats": 2}, timeout=60
            )
            assert made.status_code == 201

        def counted() -> bool:
            text = httpx.get(f"{server.url}/metrics", timeout=60).text
            [count] = [line for line in text.splitlines() if line.startswith("kronika_commit_seconds_count ")]
            return float(count.split()[1]) >= 20

        until(counted, "the count of twenty commits")


@pytest.mark.soak
def test_a_port_in_use(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        assert str(port) in one_sentence(kronika(tmp_path, "serve", port=str(port)))


@pytest.mark.soak
@pytest.mark.parametrize(
    "content",
    [
        b"not a database, just text\n" * 50,
        pytest.param(b"SQLite format 3\0" + b"\x07" * 5000, marks=pytest.mark.soak),
    ],
)
def test_a_file_that_is_no_database(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "kronika.db").write_bytes(content)
    assert "kronika.db" in one_sentence(kronika(tmp_path, "serve"))
    assert (tmp_path / "kronika.db").read_bytes() == content


@pytest.mark.soak
def test_a_database_of_something_else(tmp_path: Path) -> None:
    with sqlite3.connect(tmp_path / "kronika.db") as foreign:
        foreign.execute("CREATE TABLE recipes (name TEXT)")
    assert "kronika.db" in one_sentence(kronika(tmp_path, "serve"))


@pytest.mark.soak
def test_a_data_folder_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    done = kronika(tmp_path, "serve", KRONIKA_DATA=str(tmp_path / "file" / "data"))
    assert str(tmp_path / "file") in one_sentence(done)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("KRONIKA_PORT", "eighty"),
        pytest.param("KRONIKA_SECRET_KEY", "short", marks=pytest.mark.soak),
        pytest.param("KRONIKA_DATABASE", "mysql://x", marks=pytest.mark.soak),
        pytest.param("KRONIKA_WORKERS", "0", marks=pytest.mark.soak),
        pytest.param("KRONIKA_ORIGIN", "two words", marks=pytest.mark.soak),
    ],
)
def test_settings_that_cannot_be_used(tmp_path: Path, name: str, value: str) -> None:
    assert len(one_sentence(kronika(tmp_path, "serve", **{name: value}))) < 200


def test_a_lost_or_foreign_signing_key_is_never_replaced(tmp_path: Path) -> None:
    prepare(settings_in(tmp_path))
    shutil.move(tmp_path / "signing.key", tmp_path / "lost")
    assert "signing.key" in one_sentence(kronika(tmp_path, "serve"))
    assert not (tmp_path / "signing.key").exists()
    (tmp_path / "signing.key").write_bytes(os.urandom(32))
    assert "signed" in one_sentence(kronika(tmp_path, "serve"))


def test_a_lost_or_foreign_secret_key_is_never_replaced(tmp_path: Path) -> None:
    prepare(settings_in(tmp_path))
    kept = (tmp_path / "secret.key").read_bytes()
    (tmp_path / "secret.key").unlink()
    assert "secret.key" in one_sentence(kronika(tmp_path, "serve"))
    assert not (tmp_path / "secret.key").exists()
    given = kronika(tmp_path, "fsck", KRONIKA_SECRET_KEY=base64.b64encode(kept).decode())
    assert given.returncode == 0, given.stderr
    (tmp_path / "secret.key").write_bytes(os.urandom(32))
    assert "secret key (fingerprint" in one_sentence(kronika(tmp_path, "serve"))


@pytest.mark.soak
def test_a_postgresql_that_is_not_there(tmp_path: Path) -> None:
    url = f"postgresql://nobody:x@127.0.0.1:{free_port()}/kronika"
    assert "PostgreSQL" in one_sentence(kronika(tmp_path, "serve", KRONIKA_DATABASE=url))
