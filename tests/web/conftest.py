"""One real server for all tests of the web page, and pages that complain of nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browsing import listening
from tests.running import free_port, serving
from tests.web.boards_site import browser_page, calm, lively, lively_page, page, site
from tests.web.table import Host

__all__ = ["browser_page", "calm", "lively", "lively_page", "page", "site"]

Visit = Callable[..., Page]
expect.set_options(timeout=60_000)  # a crowded machine is slow; what is wrong fails all the same


@pytest.fixture(scope="session")
def admin_port() -> int:
    return free_port()


@pytest.fixture(scope="package")
def host(tmp_path_factory: pytest.TempPathFactory, admin_port: int) -> Iterator[Host]:
    """A service of its own, on a free port, over an empty folder.

    It ends with the tests of this folder: it is never quite idle.
    """
    folder = tmp_path_factory.mktemp("web")
    with (
        serving(folder, KRONIKA_ADMIN=f"127.0.0.1:{admin_port}") as server,
        Host(server.url, folder) as host,
    ):
        yield host


@pytest.fixture
def visit(browser: Browser, host: Host) -> Iterator[Visit]:
    """Opens pages, each for a person with a browser of his own; they complain of nothing until the test is over."""
    with ExitStack() as stack:
        heard: list[list[str]] = []

        def open_page(path: str, *, at: str = host.url, strict: bool = True, **settings: Any) -> Page:
            context = browser.new_context(
                base_url=at, **{"reduced_motion": "reduce", "locale": "en-GB", **settings}
            )
            stack.callback(context.close)
            context.set_default_timeout(60_000)
            page = context.new_page()
            complaints = stack.enter_context(listening(page, at))
            if strict:
                heard.append(complaints)
            page.goto(path)
            return page

        yield open_page
        assert [complaint for complaints in heard for complaint in complaints] == []
