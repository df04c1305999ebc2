"""Everything without a mouse: found with Tab, done with Enter."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.web.clicking import await_orders, await_turn, nobody_waits, play_a_bot, version, where
from tests.web.conftest import Visit
from tests.web.table import Host

REACHED = "selector => document.activeElement.matches(selector)"


def tab_to(page: Page, selector: str, most: int = 80) -> None:
    """Press Tab until the focus is there."""
    for _ in range(most):
        page.keyboard.press("Tab")
        if page.evaluate(REACHED, selector):
            return
    raise AssertionError(f"{selector} is not reached by the keyboard")


@pytest.mark.soak
def test_a_game_is_started_and_played_with_the_keyboard_only(visit: Visit) -> None:
    page = visit("/")
    nobody_waits(page)
    expect(page.locator("[data-play=age-of-war]")).to_be_visible()
    tab_to(page, "[data-play=age-of-war]")
    page.keyboard.press("Enter")
    await_turn(page)
    tab_to(page, "#board [data-action]")
    for _ in range(6):
        before = where(page)
        page.keyboard.press("Enter")
        await_turn(page, before)
        tab_to(page, "#board [data-action]", most=30)
    assert version(page) > 10


@pytest.mark.soak
def test_the_focus_is_seen_and_the_panels_are_reached(visit: Visit, host: Host) -> None:
    page = visit("/")
    play_a_bot(page, "romans")
    await_turn(page)
    await_orders(host, page)
    tab_to(page, "#scrub")
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#live")).to_have_text(re.compile("Behind live: 1$"))
    tab_to(page, "#tab-moves")
    page.keyboard.press("ArrowRight")
    expect(page.locator("#panel-analysis")).to_be_visible()
    page.keyboard.press("ArrowRight")
    expect(page.locator("#panel-proof")).to_be_visible()
    outline = page.evaluate("() => getComputedStyle(document.activeElement).outlineStyle")
    assert outline == "solid"


def test_the_first_tab_skips_to_the_page(visit: Visit) -> None:
    page = visit("/new")
    expect(page.locator("form")).to_be_visible()
    page.keyboard.press("Tab")
    expect(page.locator(".skip")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#page")).to_be_focused()
