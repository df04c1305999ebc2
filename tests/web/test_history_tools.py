"""What the tools of the history say when they leave something out, when nothing can be chosen, and at a turn that is folded."""

from __future__ import annotations

import time
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.soaking import soaked
from tests.web.clicking import menu, ready
from tests.web.conftest import Visit
from tests.web.desk import Court
from tests.web.table import BLANK, Host, Table

PLACEMENTS = """async ({ events, version }) => {
    const { placements } = await import("/game/history/placed.js");
    const art = await import("/game/history/pictures/age-of-war.js");
    const frames = events.map((_, i) => ({ version: i + 1, marks: [] }));
    return [...placements(frames, version, events, art)];
}"""
"""What lies on a board of Age of War, and since when."""


@pytest.fixture(scope="module")
def finished(host: Host) -> Table:
    return host.over("age-of-war")


@pytest.mark.soak
def test_what_is_looked_for_is_told_though_the_search_is_folded(visit: Visit, finished: Table) -> None:
    page = visit(f"{finished.page}/v/1")
    seek, found = page.locator("#history-seek"), page.locator(".found")
    seek.click()
    page.get_by_label("Seat", exact=True).select_option("1")
    expect(found).to_contain_text("events found")
    told = found.inner_text()
    seek.click()
    expect(page.locator("#history-search")).to_be_hidden()
    expect(found).to_have_text(told)
    expect(found).to_be_visible()
    page.locator("#history-clear").click()
    expect(found).to_have_text("")
    expect(page.locator("#history-clear")).to_be_hidden()
    expect(seek).to_be_focused()


@pytest.mark.soak
def test_who_asks_where_nothing_lies_that_was_placed_is_told_so(visit: Visit, finished: Table) -> None:
    frames = finished.get("/replay")["frames"]
    begun = next(frame["version"] for frame in frames if frame["type"] == "dice-rolled")
    page = visit(f"{finished.page}/v/{begun}")
    button = page.locator("#history-placed")
    expect(page.locator(f".move[data-version='{begun}']")).to_be_visible()
    page.locator("#history-seek").click()
    button.click()
    expect(page.locator(".found")).to_have_text("There is nothing on the board that was placed.")
    expect(page.locator(".found")).to_be_visible()
    expect(button).to_have_attribute("aria-pressed", "false")
    menu(page).locator("#side-by-side").click()
    expect(page.locator(".side-by-side .kb").first).to_be_visible()
    button.click()
    expect(page.locator(".found")).to_contain_text("Two boards are shown")
    expect(button).to_have_attribute("aria-pressed", "false")


@pytest.mark.soak
def test_who_asks_before_the_history_is_drawn_is_led_there_too(visit: Visit, finished: Table) -> None:
    events = finished.get("/events?limit=1000")["events"]
    placed = next(event["version"] for event in events if event["type"] == "line-filled")
    page = visit(BLANK)
    page.clock.install()
    page.clock.pause_at(time.time() + 60)  # so that the page never rests
    page.goto(f"{finished.page}/v/{placed}")
    ready(page)
    expect(page.locator("#moves li")).to_have_count(0)
    page.locator("#history-seek").click()
    page.locator("#history-placed").click()
    page.locator("#board .asked").first.dispatch_event("click")
    expect(page.locator("#moves li[data-key^=event-] button").first).to_be_visible()
    expect(page.locator("#moves li:focus-within")).to_have_count(1)


@pytest.mark.soak
def test_what_one_may_ask_about_stays_marked_while_the_game_goes_on(visit: Visit, host: Host) -> None:
    table = host.table("touche", ["person", "person"])
    while not any(table.get()["view"].get("pawns", {}).values()):
        table.act()
    page = visit(table.page)
    page.locator("#history-seek").click()
    page.locator("#history-placed").click()
    asked = page.locator("#board .asked")
    expect(asked.first).to_be_visible()
    number = asked.count()
    table.act()
    now = table.get()["version"]
    expect(page.locator("#where")).to_have_text(f"{now} / {now}")
    expect(asked).to_have_count(number)
    expect(page.locator("#board .asked[tabindex='0']")).to_have_count(number)


@pytest.mark.soak
def test_a_turn_folded_by_hand_may_be_disputed_where_it_is_looked_at(visit: Visit, host: Host) -> None:
    table = Court.at(visit, host, "age-of-war", steps=6).table
    while "turn" in table.get("/replay")["frames"][-1]:  # a turn of one event cannot be folded
        table.act(1)
    page = visit(BLANK)
    table.give(page, "seat:1")
    page.goto(f"{table.page}?seat=1")
    expect(page.locator(".move [data-do=dispute-this]")).to_be_visible()
    page.locator(".turn .fold[aria-expanded=true]").last.click()
    tool = page.locator(".turn[aria-current] [data-do=dispute-this]")
    expect(tool).to_be_visible()
    tool.click()
    expect(page.locator("dialog[open]")).to_be_visible()


def filled(castle: str, line: int) -> dict[str, Any]:
    return {"type": "line-filled", "data": {"castle": castle, "line": line}}


LOST = {"type": "turn-ended", "data": {"conquered": False}}
WON = {"type": "castle-conquered", "data": {"castle": "edo"}}
SIEGES: dict[str, tuple[list[dict[str, Any]], int, list[list[Any]]]] = {
    "under siege": ([filled("edo", 1), filled("edo", 2)], 2, [["line:edo:1", 1], ["line:edo:2", 2]]),
    "lost": ([filled("edo", 1), LOST], 2, []),
    "conquered": ([filled("edo", 1), WON, LOST], 3, [["castle:edo", 2]]),
    "attacked in vain": ([WON, filled("edo", 1), LOST], 3, [["castle:edo", 1]]),
}


@pytest.mark.parametrize("how", soaked(SIEGES, list(SIEGES)[1:]))
def test_dice_lie_on_a_castle_until_the_siege_is_over(page: Page, site: str, how: str) -> None:
    events, version, found = SIEGES[how]
    page.goto(f"{site}/boards/harness.html")
    assert page.evaluate(PLACEMENTS, {"events": events, "version": version}) == found
