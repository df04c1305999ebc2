"""The page of docs/how-to/embed.md: on another site, it follows a game with the client in TypeScript."""

from __future__ import annotations

import tarfile
import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.clients.typescript_client import packed, programs
from tests.web.proxy import line_to
from tests.web.table import Host

pytestmark = pytest.mark.soak


@pytest.fixture
def blog(tmp_path: Path) -> Iterator[str]:
    """The address of a folder with the page, and the client unpacked beside it; another site than the service's."""
    with tarfile.open(packed(tmp_path)) as tarball:
        tarball.extractall(tmp_path / "site", filter="data")
    (tmp_path / "site" / "live.html").write_text(programs("how-to/embed.md", "html")["live.html"])
    handler = partial(SimpleHTTPRequestHandler, directory=tmp_path / "site")
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://localhost:{server.server_port}"
        server.shutdown()


def test_a_page_of_another_site_follows_a_game_through_cuts(browser: Browser, host: Host, blog: str) -> None:
    table = host.table("age-of-war", ["person", "person"])
    page = browser.new_page()
    failures: list[str] = []
    page.on("pageerror", lambda error: failures.append(str(error)))
    with line_to(int(host.url.rpartition(":")[2])) as line:
        page.goto(f"{blog}/live.html?{line.url}{table.page}")
        expect(page.locator("#players")).to_have_text("Player 1 against Player 2")
        for _ in range(2):
            table.act()
            expect(page.locator("#event")).to_have_text(last_event(host, table.id))
            line.put("cut")
            line.put("whole")
        expect(page.locator("#board")).not_to_have_js_property("naturalWidth", 0)
        table.post("/abandonment", {}, "organiser")
        expect(page.locator("#event")).to_have_text("The game was given up.")
    page.close()
    assert failures == []


def last_event(host: Host, game: str) -> str:
    return str(host.call("GET", f"/v1/games/{game}/replay")["frames"][-1]["text"])
