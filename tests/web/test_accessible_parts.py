"""What opens upon a page, as axe judges it, dark and light: windows, cases at the referee's desk, doors that are closed."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.web.axe import findings
from tests.web.conftest import Visit
from tests.web.desk import Court, expect_state, rule
from tests.web.scene import UNDO, Scene
from tests.web.table import Host
from tests.web.test_accessible import SCHEMES, WIDTH, ZOOMED

ASKED = {"id": 3, "seat": 2, "to_version": 30, "needs": [1]}
UNKNOWN = f"/games/{'f' * 32}"


@pytest.fixture(params=SCHEMES)
def scheme(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def window(page: Page) -> None:
    """The window that is open is as it should be, and closes by keyboard; the focus goes back to what opened it."""
    expect(page.locator("dialog[open]")).to_be_visible()
    assert findings(page) == []
    page.keyboard.press("Escape")
    expect(page.locator("dialog")).to_have_count(0)


def test_windows_of_a_game(visit: Visit, scheme: str) -> None:
    page = visit("/docs", color_scheme=scheme, strict=False)
    scene = Scene(page)
    scene.show("romans-ended")
    for button in ("#link", "#ending [data-do=share]"):
        page.locator(button).press("Enter")
        window(page)
        expect(page.locator(button)).to_be_focused()
    page.locator("#page").press("?")
    window(page)


def test_a_request_to_take_back(visit: Visit, scheme: str) -> None:
    page = visit("/docs", color_scheme=scheme, strict=False)
    scene = Scene(page)
    scene.show("romans-orders-begun", undo={**UNDO, "pending": {**ASKED, "needs": [1, 2]}})
    expect(page.locator("#turn [data-do=accept]")).to_be_visible()
    assert findings(page) == []


def test_a_case_that_is_open_and_one_that_is_settled(visit: Visit, host: Host, scheme: str) -> None:
    court = Court.at(visit, host, "age-of-war")
    court.disputed()
    page = court.case("referee:1", color_scheme=scheme)
    assert findings(page) == []
    page.set_viewport_size(ZOOMED)
    assert page.evaluate(WIDTH) <= ZOOMED["width"]
    rule(page)
    expect_state(page, "ruled")
    assert findings(page) == []
    page.goto("/desk")
    expect(page.locator("[data-case]").first).to_be_visible()
    assert findings(page) == []


def test_a_private_table_and_a_door_that_is_closed(visit: Visit, host: Host, scheme: str) -> None:
    table = host.table("romans", ["person", "open"], visibility="private")
    page = visit("/docs", color_scheme=scheme, strict=False)
    table.give(page, "organiser")
    page.goto(table.page)
    page.locator("#table-menu").press("Enter")
    window(page)
    assert findings(page) == []
    page.goto(UNKNOWN)
    expect(page.locator("h1")).to_be_visible()
    assert findings(page) == []


def test_where_colours_are_forced_what_may_be_chosen_and_what_has_the_focus_is_outlined(visit: Visit) -> None:
    page = visit("/docs", forced_colors="active", strict=False)
    Scene(page).show("touche-beginning")
    assert findings(page) == []
    button = page.locator("#link")
    page.keyboard.press("Tab")
    button.focus()
    assert button.evaluate("it => getComputedStyle(it).outlineStyle") == "solid"
