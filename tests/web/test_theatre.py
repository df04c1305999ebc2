"""The theatre: board and timeline together, stepped through by touch, by keys, and with a picture of where one points."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, CDPSession, Page, Request, expect

from tests.browsing import await_events
from tests.web.axe import findings
from tests.web.clicking import ready
from tests.web.conftest import Visit
from tests.web.table import BLANK, Host, Table

PICTURE = re.compile(r"/states/(\d+)\.svg")
BOXES = """() => [".kb-frame", ".theatre"].map((it) => document.querySelector(it).getBoundingClientRect())
    .map(({ x, y, width, height }) => [x, y, width, height])"""
"""Of the board's drawing, and of the theatre."""


@pytest.fixture(scope="module")
def finished(host: Host) -> Table:
    return host.over("age-of-war")


@pytest.fixture(scope="module")
def phone(browser: Browser, host: Host) -> Iterator[Page]:
    context = browser.new_context(
        base_url=host.url,
        viewport={"width": 390, "height": 844},
        has_touch=True,
        is_mobile=True,
        reduced_motion="reduce",
        locale="en-GB",
    )
    yield context.new_page()
    context.close()


def at(page: Page, wanted: int) -> None:
    expect(page.locator("#where")).to_have_text(re.compile(f"^{wanted} / "))


def swipe(fingers: CDPSession, by: int, down: int = 0) -> None:
    points = [[{"x": 195 + by * part / 4, "y": 300 + down * part / 4}] for part in range(5)]
    for kind, touched in zip(["touchStart", *["touchMove"] * 4, "touchEnd"], [*points, []], strict=True):
        fingers.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touched})


def test_on_a_phone_board_and_timeline_stand_together_and_a_swipe_steps(phone: Page, finished: Table) -> None:
    phone.goto(f"{finished.page}/v/60")
    ready(phone)
    at(phone, 60)
    board, theatre = phone.evaluate(BOXES)
    assert board[1] + board[3] <= theatre[1]
    assert board[0] >= 0
    assert theatre[1] + theatre[3] <= 844
    fingers = phone.context.new_cdp_session(phone)
    swipe(fingers, -120)
    at(phone, 61)
    swipe(fingers, 120)
    at(phone, 60)
    swipe(fingers, 60, down=150)
    phone.get_by_role("button", name="One step on").tap()
    at(phone, 61)
    assert phone.evaluate(BOXES) == [board, theatre]
    expect(phone.locator("#beside :visible")).to_have_count(0)  # nothing to be focused in a closed drawer
    phone.locator("#drawer").tap()
    expect(phone.locator("#moves")).to_be_in_viewport()
    expect(phone.locator("#moves [aria-current] .cite").first).to_be_visible()
    assert phone.evaluate(BOXES) == [board, theatre]
    assert findings(phone, ".theatre") == []


def test_who_plays_on_a_phone_has_the_whole_stage(phone: Page, host: Host) -> None:
    table = host.table("romans", ["person", "person"])
    table.act()
    table.give(phone, "seat:1")
    phone.goto(table.page)
    ready(phone)
    expect(phone.locator("#play")).to_be_hidden()
    whole = phone.evaluate(BOXES)[0]
    phone.locator("#drawer").tap()
    phone.get_by_role("button", name="One step back").tap()
    expect(phone.locator("#play")).to_be_visible()
    assert phone.evaluate(BOXES)[0][3] < whole[3]
    phone.locator("#live").tap()
    expect(phone.locator("#play")).to_be_hidden()
    assert phone.evaluate(BOXES)[0] == whole


def pointed(page: Page) -> list[Request]:
    """Where one points is shown; gives the pictures that were asked for. The way there takes 180 ms by the page's clock."""
    asked: list[Request] = []

    def hear(request: Request) -> None:
        if PICTURE.search(request.url):
            asked.append(request)

    page.on("request", hear)
    line = page.locator("#scrub").bounding_box()
    assert line is not None
    page.clock.pause_at(time.time() + 60)
    for x in (0.4, 0.45, 0.5):
        page.mouse.move(line["x"] + x * line["width"], line["y"] + 10)
        page.clock.run_for(60)
    expect(page.locator(".glance")).to_be_visible()
    page.clock.resume()
    return asked


def test_a_picture_of_where_one_points_without_any_token(visit: Visit, finished: Table) -> None:
    page = visit(BLANK)
    finished.give(page, "organiser")
    page.clock.install()
    page.goto(f"{finished.page}/v/60")
    ready(page)
    asked = pointed(page)
    expect(page.locator(".glance img")).to_be_visible()
    there = page.locator(".glance b").inner_text()
    found = [PICTURE.search(one.url) for one in asked]
    assert [one[1] for one in found if one] == [there]  # not of each place on the way
    assert not asked[0].all_headers().get("authorization")
    assert "kr_" not in asked[0].url
    line = page.locator("#scrub").bounding_box()
    assert line is not None
    page.mouse.move(line["x"] + 1, line["y"] + 10)
    expect(page.locator(".glance b")).to_have_text("1")
    page.clock.run_for(1000)  # by then it would have asked
    page.evaluate("1")
    assert len(asked) == 1  # before the game begins there is no board
    page.mouse.move(0, 0)
    expect(page.locator(".glance")).to_be_hidden()


@pytest.mark.soak
def test_a_picture_that_is_refused_is_not_the_last(visit: Visit, finished: Table) -> None:
    page = visit(BLANK, strict=False)
    page.clock.install()
    page.goto(f"{finished.page}/v/60")
    ready(page)
    page.route(PICTURE, lambda route: route.fulfill(status=429))
    with page.expect_response(PICTURE):
        pointed(page)
    page.unroute(PICTURE)
    line = page.locator("#scrub").bounding_box()
    assert line is not None

    def again() -> bool:
        page.clock.run_for(11_000)
        page.mouse.move(line["x"] + 0.6 * line["width"], line["y"] + 10)
        page.mouse.move(line["x"] + 0.7 * line["width"], line["y"] + 10)
        return page.locator(".glance img").is_visible()

    await_events(page, again, "the picture")


def test_of_a_private_game_words_alone(visit: Visit, host: Host) -> None:
    table = host.table("age-of-war", ["person", "person"], visibility="private")
    for _ in range(20):  # so that where one points the game has begun
        table.act(seat=table.get("", "organiser")["to_act"][0])
    page = visit(BLANK)
    table.give(page, "seat:1")
    page.clock.install()
    page.goto(table.page)
    ready(page)
    asked = pointed(page)
    expect(page.locator(".glance-said")).not_to_be_empty()
    page.clock.run_for(1000)  # by then it would have asked
    page.evaluate("1")
    assert asked == []
