"""What opens upon a page, as axe judges it, dark and light: windows, cases at the referee's desk, doors that are closed."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.web.axe import findings, in_both_schemes
from tests.web.clicking import menu, ready
from tests.web.conftest import Visit
from tests.web.desk import Court, expect_state, rule
from tests.web.people import at_account, passkeys_at, sign_out, sign_up
from tests.web.scene import UNDO, Scene
from tests.web.table import BLANK, Host, Table
from tests.web.test_accessible import WIDTH, ZOOMED

ASKED = {"id": 3, "seat": 2, "to_version": 30, "needs": [1]}
WINDOWS = ("rename", "add-passkey", "make-codes", "another-device", "new-token", "new-bot", "close-account")
"""What opens a window on the page of an account."""
UNKNOWN = f"/games/{'f' * 32}"
SMALLEST = """() => Math.min(...[...document.querySelectorAll(".cite, .who-name")].filter((node) => node.checkVisibility())
    .flatMap((node) => [node.getBoundingClientRect().width, node.getBoundingClientRect().height]))"""


@pytest.fixture(scope="module")
def finished(host: Host) -> Table:
    return host.over("romans")


def whole(page: Page) -> None:
    """As it should be, and nothing of it is cut off to the side at twice the size."""
    assert in_both_schemes(page) == []
    page.set_viewport_size(ZOOMED)
    assert page.evaluate(WIDTH) <= ZOOMED["width"]
    assert findings(page) == []


def window(page: Page) -> None:
    """The window that is open is as it should be, and closes by keyboard; the focus goes back to what opened it."""
    expect(page.locator("dialog[open]")).to_be_visible()
    assert in_both_schemes(page) == []
    page.keyboard.press("Escape")
    expect(page.locator("dialog")).to_have_count(0)


@pytest.mark.soak
def test_windows_of_a_game(visit: Visit) -> None:
    page = visit("/docs", strict=False)
    scene = Scene(page)
    scene.show("romans-ended")
    for button in ("#link", "#ending [data-do=share]"):
        page.locator(button).press("Enter")
        window(page)
        expect(page.locator(button)).to_be_focused()
    page.locator("#page").press("?")
    window(page)


@pytest.mark.soak
def test_the_window_of_a_rematch_that_waits(visit: Visit, host: Host) -> None:
    table = host.table("age-of-war", ["person", "person"])
    table.post("/abandonment", {}, "organiser")
    page = visit(BLANK)
    table.give(page, "seat:1")
    page.goto("/my")
    page.locator("[data-do=rematch]").press("Enter")
    window(page)


@pytest.mark.soak
def test_the_end_as_it_is_kept(visit: Visit, finished: Table) -> None:
    page = visit(f"{finished.page}?spoilers=hide")
    expect(page.locator("#end-kept")).to_be_visible()
    whole(page)


@pytest.mark.soak
def test_two_boards_side_by_side(visit: Visit, finished: Table) -> None:
    page = visit(f"{finished.page}/v/24")  # no game is over before all orders are sealed
    menu(page).locator("#side-by-side").click()
    expect(page.locator(".side-by-side .kb")).to_have_count(2)
    whole(page)


@pytest.mark.soak
def test_the_panel_of_a_film_and_a_film_that_would_be_too_long(visit: Visit, finished: Table) -> None:
    page = visit(finished.page)
    page.locator("#link").click()
    expect(page.locator(".film [data-do=film]")).to_be_enabled()
    assert in_both_schemes(page) == []
    page.get_by_label("From version").fill("2")
    expect(page.locator(".film [data-do=film]")).to_be_disabled()
    whole(page)


@pytest.mark.soak
def test_clauses_and_names_are_large_enough_to_be_met(visit: Visit, host: Host, finished: Table) -> None:
    host.table("age-of-war", ["person", "greedy"])
    page = visit("/")
    expect(page.locator(".who-name").first).to_be_visible()
    assert page.evaluate(SMALLEST) >= 24
    page.goto(finished.page)
    expect(page.locator(".cite").first).to_be_visible()
    assert page.evaluate(SMALLEST) >= 24


@pytest.mark.soak
def test_a_request_to_take_back(visit: Visit) -> None:
    page = visit("/docs", strict=False)
    scene = Scene(page)
    scene.show("romans-orders-begun", undo={**UNDO, "pending": {**ASKED, "needs": [1, 2]}})
    expect(page.locator("#turn [data-do=accept]")).to_be_visible()
    assert in_both_schemes(page) == []


@pytest.mark.soak
def test_a_case_that_is_open_and_one_that_is_settled(visit: Visit, host: Host) -> None:
    court = Court.at(visit, host, "age-of-war")
    court.disputed()
    page = court.case("referee:1")
    assert in_both_schemes(page) == []
    page.set_viewport_size(ZOOMED)
    assert page.evaluate(WIDTH) <= ZOOMED["width"]
    rule(page)
    expect_state(page, "ruled")
    assert in_both_schemes(page) == []
    page.goto("/desk")
    expect(page.locator("[data-case]").first).to_be_visible()
    assert in_both_schemes(page) == []


@pytest.mark.soak
def test_a_private_table_and_a_door_that_is_closed(visit: Visit, host: Host) -> None:
    table = host.table("romans", ["person", "open"], visibility="private")
    page = visit(BLANK, strict=False)
    table.give(page, "organiser")
    page.goto(table.page)
    ready(page)
    menu(page).locator("#table-menu").press("Enter")
    window(page)
    assert in_both_schemes(page) == []
    page.goto(UNKNOWN)
    expect(page.locator("h1")).to_be_visible()
    assert in_both_schemes(page) == []


@pytest.mark.soak
def test_the_windows_and_pages_of_accounts(visit: Visit, host: Host) -> None:
    page, _, _ = sign_up(visit, host, "Ola Axe", strict=False)
    whole(at_account(page))
    page.set_viewport_size({"width": 1280, "height": 800})
    for name in WINDOWS:
        page.locator(f"[data-do={name}]").press("Enter")
        window(page)
    page.goto("/people/Ola Axe")
    expect(page.locator("#profile-games")).to_be_attached()
    whole(page)
    page.goto("/people/nobody at all")
    expect(page.locator("#nobody")).to_be_visible()
    whole(page)
    sign_out(page)
    page.locator("#sign-in").press("Enter")
    window(page)


@pytest.mark.soak
def test_the_window_that_leads_to_the_address_of_passkeys(visit: Visit, host: Host) -> None:
    page = visit("/")
    page.locator("#sign-in").press("Enter")
    window(page)
    expect(page.locator("#sign-in")).to_be_focused()


@pytest.mark.soak
def test_the_codes_of_a_new_account_and_the_page_of_a_new_device(visit: Visit, host: Host) -> None:
    page, _, _ = sign_up(visit, host, "Ewa Axe", strict=False)
    at_account(page).locator("[data-do=make-codes]").click()
    page.locator("[data-do=sure]").click()
    expect(page.locator(".codes")).to_be_visible()
    window(page)
    expect(page.locator("#account-sessions .account-line").first).to_be_visible()
    page.locator("[data-do=another-device]").click()
    there = visit("/", at=passkeys_at(host), strict=False)
    there.goto(page.locator("dialog .link-line input").input_value())
    expect(there.locator(".digits")).to_be_visible()
    whole(there)


@pytest.mark.soak
def test_the_account_where_colours_are_forced(visit: Visit, host: Host) -> None:
    page, _, _ = sign_up(visit, host, "Iga Axe", forced_colors="active", strict=False)
    assert findings(at_account(page)) == []


@pytest.mark.soak
def test_where_colours_are_forced_what_may_be_chosen_and_what_has_the_focus_is_outlined(visit: Visit) -> None:
    page = visit("/docs", forced_colors="active", strict=False)
    Scene(page).show("touche-beginning")
    assert findings(page) == []
    button = page.locator("#link")
    page.keyboard.press("Tab")
    button.focus()
    assert button.evaluate("it => getComputedStyle(it).outlineStyle") == "solid"
