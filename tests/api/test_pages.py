"""The docs in a real browser: they work, load nothing from elsewhere, and break no rule of their policy."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import pytest
from flask import Flask
from playwright.sync_api import Browser, Page, expect
from werkzeug.serving import make_server

from tests.browsing import listening


@pytest.fixture(scope="module")
def address(app: Flask) -> Iterator[str]:
    server = make_server("127.0.0.1", 0, app, threaded=True)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.port}"
    server.shutdown()


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    page = browser.new_page()
    yield page
    page.close()


@pytest.fixture
def complaints(page: Page, address: str) -> Iterator[list[str]]:
    """What the browser complains of, and every request that leaves this service."""
    with listening(page, address) as found:
        yield found


@pytest.mark.soak
def test_the_docs_show_every_operation(page: Page, address: str, complaints: list[str]) -> None:
    page.goto(f"{address}/docs")
    expect(page.locator(".opblock")).to_have_count(len(_operations(address, page)))
    page.locator("#operations-games-list_games .opblock-summary-control").click()
    page.get_by_role("button", name="Try it out").click()
    page.get_by_role("button", name="Execute").click()
    expect(page.locator(".live-responses-table tbody .response-col_status").first).to_contain_text("200")
    assert complaints == []


def _operations(address: str, page: Page) -> list[str]:
    paths = page.request.get(f"{address}/openapi.json").json()["paths"]
    return [op["operationId"] for path in paths.values() for op in path.values()]
