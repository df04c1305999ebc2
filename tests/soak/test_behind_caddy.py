"""The service behind a real Caddy, with the configuration of docs/how-to/proxy.md: what is true of nginx is true of it."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator

import httpx
import pytest

from tests.api.test_behind_a_proxy import (
    LIMITS,
    PROXY_PAGE,
    test_a_game_through_the_proxy,
    test_who_comes_through_the_proxy_cannot_pretend_to_be_others,
)
from tests.running import free_port, serving, until
from tests.soak.packages import MACHINE, install

__all__ = [
    "proxied",
    "test_a_game_through_the_proxy",
    "test_who_comes_through_the_proxy_cannot_pretend_to_be_others",
]
pytestmark = pytest.mark.soak


def site(upstream: int, port: int) -> str:
    """The documented configuration, without TLS and with the ports of this test."""
    [documented] = re.findall(r"```caddy\n(.*?)```", PROXY_PAGE.read_text(), re.DOTALL)
    assert documented.startswith("games.example.org {")
    plain = documented.replace("games.example.org", f"http://127.0.0.1:{port}", 1)
    return "{\n    admin off\n}\n" + plain.replace("127.0.0.1:8000", f"127.0.0.1:{upstream}")


@pytest.fixture(scope="module")
def proxied(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Where Caddy listens."""
    install(MACHINE)
    folder, port = tmp_path_factory.mktemp("proxied"), free_port()
    with serving(folder, **LIMITS) as server, (folder / "caddy.log").open("w") as log:
        (folder / "Caddyfile").write_text(site(server.port, port))
        command = ["caddy", "run", "--config", folder / "Caddyfile", "--adapter", "caddyfile"]
        running = subprocess.Popen(
            command, stdout=log, stderr=log, env={"HOME": str(folder), "PATH": "/usr/bin"}
        )
        try:
            url = f"http://127.0.0.1:{port}"
            until(lambda: httpx.get(f"{url}/health/live", timeout=60).is_success, "Caddy", httpx.HTTPError)
            yield url
        finally:
            running.terminate()
            running.wait(30)
