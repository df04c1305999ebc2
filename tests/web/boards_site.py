"""The boards' development page on a small server of its own, with the page's policy, in a real browser."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from functools import cache
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page, ViewportSize

from tests.browsing import listening

WEB = Path(__file__).parents[2] / "api" / "static" / "web"
STATES = Path(__file__).parent / "states"
WINDOW: ViewportSize = {"width": 1280, "height": 720}
POLICY = "default-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"


class Files(SimpleHTTPRequestHandler):
    """The web page's files, and the captured states below /states/."""

    def translate_path(self, path: str) -> str:
        name = urlsplit(path).path.lstrip("/")
        root, name = (STATES, name.removeprefix("states/")) if name.startswith("states/") else (WEB, name)
        return str(root / name)

    def do_GET(self) -> None:
        if self.path == "/favicon.ico":
            self.send_response(204)
            return self.end_headers()
        return super().do_GET()

    def end_headers(self) -> None:
        self.send_header("Content-Security-Policy", POLICY)
        super().end_headers()

    def log_message(self, format: str, *args: Any) -> None:
        """Tests are quiet."""


@pytest.fixture(scope="session")
def site() -> Iterator[str]:
    """The address of the server."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), Files)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()


@pytest.fixture(scope="session")
def browser_page(browser: Browser) -> Iterator[Page]:
    """One page for all tests that look at boards alone."""
    page = browser.new_page(reduced_motion="reduce", viewport=WINDOW)
    yield page
    page.close()


@pytest.fixture
def page(browser_page: Page, site: str) -> Iterator[Page]:
    """A page whose errors, warnings of its policy and requests to elsewhere fail the test."""
    with listening(browser_page, site) as complaints:
        yield browser_page
    if browser_page.viewport_size != WINDOW:
        browser_page.set_viewport_size(WINDOW)
    assert complaints == []


@pytest.fixture
def calm(browser_page: Page, site: str) -> Page:
    """The development page, loaded anew, for somebody who wants no motion."""
    browser_page.goto(f"{site}/boards/harness.html")
    return browser_page


@pytest.fixture(scope="session")
def lively_page(browser: Browser) -> Iterator[Page]:
    page = browser.new_page(reduced_motion="no-preference", viewport=WINDOW)
    yield page
    page.close()


@pytest.fixture
def lively(lively_page: Page, site: str) -> Page:
    """The same, for somebody who wants motion."""
    lively_page.goto(f"{site}/boards/harness.html")
    return lively_page


@cache
def captured(name: str) -> dict[str, Any]:
    state: dict[str, Any] = json.loads((STATES / f"{name}.json").read_text())
    return state


def legal(name: str) -> list[dict[str, Any]]:
    """The actions that can be posted in a captured state."""
    return [{k: v for k, v in action.items() if k != "label"} for action in captured(name)["legal"]]


def names() -> list[str]:
    """The captured states."""
    return sorted(file.stem for file in STATES.glob("*-*.json"))


OPEN = "async (search) => (await import('/boards/harness.js')).open(search)"


def show(page: Page, site: str, name: str, lang: str = "en", theme: str = "light") -> None:
    """Open the development page with a captured state."""
    _open(page, site, f"?state=/states/{name}.json&ruleset=/states/rulesets.json&lang={lang}&theme={theme}")
    page.wait_for_selector("html[data-ready] .kb")


def show_nothing(page: Page, site: str) -> None:
    """Open the development page without a state."""
    _open(page, site, "")


def _open(page: Page, site: str, query: str) -> None:
    """Where the development page is open already, it is not loaded again."""
    harness = f"{site}/boards/harness.html"
    if page.url.partition("?")[0] == harness:
        page.evaluate(OPEN, query)
    else:
        page.goto(f"{harness}{query}")


def chosen(page: Page) -> list[dict[str, Any]]:
    """The actions that the board has posted so far."""
    return [json.loads(text) for text in page.locator("#log li").all_text_contents()]
