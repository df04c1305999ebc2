"""Pages as axe judges them, dark or light, in the soak both; at 200 % nothing is cut off to the side."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests.soaking import soaked
from tests.web.axe import SCHEMES, findings, in_both_schemes
from tests.web.clicking import await_turn, expect_over
from tests.web.conftest import Visit
from tests.web.table import BLANK, Host, Table

MISSING = "/nothing-here"
PAGES = {
    "/": ".game-card",
    "/tables": ".table",
    "/new": "form",
    "/my": "h1",
    "/desk": "h1",
    "/tournaments": "h1",
    "/tournaments/new": "form",
    "/statistics": "article, section",
    "/players?name=Player%201": "h1",
    "/account": "h1",
    "/devices": "h1",
    "/rules/touche": "h1",
    "/rules/nagaraja": "h1",
    "/docs/guides": "h1",
    "/changelog": "h1",
    "/docs/how-to/deploy": "h1",
    MISSING: "h1",
}
"""Addresses, and what is there when they are drawn."""
DAILY = {"/": "dark", "/new": "light", "/my": "dark", "/docs/guides": "light"}
"""What is judged every day, and in which scheme."""
RULESETS = {"romans": 3, "age-of-war": 3, "touche": 2, "nagaraja": 2}
ZOOMED: ViewportSize = {"width": 640, "height": 400}
"""What a window of 1280 by 800 shows at 200 %."""
WIDTH = "document.documentElement.scrollWidth"


@pytest.fixture(scope="module", params=soaked(RULESETS, ["age-of-war", "romans", "touche"]))
def table(request: pytest.FixtureRequest, host: Host) -> Table:
    """A person with bots."""
    seats = RULESETS[request.param]
    return host.table(request.param, ["person", *["greedy"] * (seats - 1)])


@pytest.fixture(scope="module")
def finished(host: Host) -> Table:
    return host.over("romans")


@pytest.fixture(scope="module")
def listed(host: Host, finished: Table) -> None:
    """One table that is over and one that waits for a player, for the pages that list tables."""
    host.table("nagaraja", ["person", "open"])


def played(page: Page, table: Table) -> None:
    table.give(page, "seat:1")
    page.goto(f"{table.page}?role=seat:1")
    await_turn(page)


@pytest.mark.parametrize("path", DAILY)
def test_a_page(visit: Visit, path: str) -> None:
    """In one of the schemes: in both of them each page is judged in the soak."""
    page = visit(path, color_scheme=DAILY[path])
    expect(page.locator(PAGES[path]).first).to_be_visible()
    assert findings(page) == []
    expect_narrow(page)


@pytest.mark.soak
@pytest.mark.usefixtures("listed")
@pytest.mark.parametrize("path", PAGES)
def test_a_page_in_both_schemes(visit: Visit, path: str) -> None:
    page = visit(path, strict=path != MISSING)
    expect(page.locator(PAGES[path]).first).to_be_visible()
    assert in_both_schemes(page) == []
    expect_narrow(page)


def expect_narrow(page: Page) -> None:
    """At twice the size nothing is cut off to the side."""
    page.set_viewport_size(ZOOMED)
    assert page.evaluate(WIDTH) <= ZOOMED["width"]


@pytest.mark.soak
@pytest.mark.parametrize("scheme", SCHEMES)
def test_a_game_with_each_of_its_panels_in_both_schemes(visit: Visit, table: Table, scheme: str) -> None:
    page = visit(BLANK, color_scheme=scheme)
    played(page, table)
    for tab in page.locator("[role=tab]").all():
        tab.click()
        assert findings(page) == [], tab.inner_text()


@pytest.mark.soak
def test_a_game_that_is_over_and_in_a_frame(visit: Visit, finished: Table) -> None:
    page = visit(finished.page)
    expect_over(page)
    assert in_both_schemes(page) == []
    page.goto(f"/embed{finished.page}")
    expect(page.locator("#told")).not_to_be_empty()
    assert in_both_schemes(page) == []


def test_a_game_at_twice_the_size_is_not_cut_off_to_the_side(visit: Visit, table: Table) -> None:
    page = visit(BLANK, viewport=ZOOMED)
    played(page, table)
    assert page.evaluate(WIDTH) <= ZOOMED["width"]
