"""Results are hidden until they are asked for, in a browser that is set so and at addresses that say so."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import Page, expect

from tests.web.clicking import ready
from tests.web.conftest import Visit
from tests.web.table import BLANK, Host, Table


@pytest.fixture(scope="module")
def finished(host: Host) -> Table:
    return host.over("age-of-war")


def hiding(visit: Visit) -> Page:
    """A browser whose user has switched results off."""
    page = visit("/")
    page.goto("/rules")  # a game's page has no bar with the eye
    page.get_by_role("button", name="Hide results").click()
    expect(page.get_by_role("button", name="Hide results")).to_have_attribute("aria-pressed", "true")
    return page


def tells_no_end(page: Page, game: Table) -> None:
    frames = game.get("/replay")["frames"]
    shown = page.locator("body").evaluate("it => it.outerHTML")
    assert frames[-1]["text"] not in shown
    assert not re.search(rf"\b{len(frames)}\b", page.locator("body").inner_text())


@pytest.mark.soak
def test_the_page_of_a_game_that_is_over_asks_first(visit: Visit, finished: Table) -> None:
    page = hiding(visit)
    page.goto(finished.page)
    kept = page.locator("#end-kept")
    expect(kept).to_contain_text("This game is over")
    expect(kept).to_contain_text("the eye in the bar above")
    expect(page).to_have_title(re.compile("^Age of War: Player 1, Player 2"))
    tells_no_end(page, finished)
    expect(page.locator(".game")).to_have_count(0)
    page.locator("[data-do=watch]").click()
    expect(page.locator("#reveal")).to_be_visible()
    expect(page.locator("#told")).not_to_be_empty()
    tells_no_end(page, finished)
    page.goto(finished.page)
    page.locator("[data-do=show-all]").click()
    expect(page.locator("#ending")).to_be_visible()
    page.goto("/rules")  # a game's page has no bar with the eye
    page.get_by_role("button", name="Hide results").click()
    page.goto(finished.page)
    expect(page.locator("#ending")).to_be_visible()


def test_an_address_without_spoilers_keeps_the_end_in_every_browser(visit: Visit, finished: Table) -> None:
    page = visit(f"{finished.page}/v/20?spoilers=hide")
    expect(page.locator("#end-kept")).to_be_visible()
    tells_no_end(page, finished)
    player = re.compile(f"^/embed{finished.page}/v/20.*spoilers=hide")
    expect(page.locator("[data-do=watch]")).to_have_attribute("href", player)


@pytest.mark.soak
def test_an_address_without_spoilers_stays_so_until_all_is_asked_for(visit: Visit, host: Host) -> None:
    table = host.table("age-of-war", ["person", "person"])
    table.act(3)
    page = visit(f"{table.page}?spoilers=hide")
    now = table.get()["version"]
    expect(page.locator("#where")).to_have_text(f"{now} / {now}")
    ready(page)
    page.keyboard.press("ArrowLeft")
    expect(page).to_have_url(re.compile(rf"{table.page}/v/\d+\?spoilers=hide$"))
    table.post("/abandonment", {}, "organiser")
    page.reload()
    page.locator("[data-do=show-all]").click()
    expect(page.locator("#where")).to_contain_text(" / ")
    expect(page).to_have_url(re.compile(rf"{table.page}/v/\d+$"))


@pytest.mark.soak
def test_whose_eyes_one_looks_with_stays_when_all_is_shown(visit: Visit, host: Host) -> None:
    table = host.table("age-of-war", ["person", "person"])
    table.post("/abandonment", {}, "organiser")
    page = visit(BLANK)
    table.give(page, "seat:1")
    page.goto(f"{table.page}?seat=spectator&spoilers=hide")
    page.locator("[data-do=show-all]").click()
    expect(page.locator("#eyes")).to_have_value("spectator")
    expect(page).to_have_url(re.compile(rf"{table.page}(/v/\d+)?\?seat=spectator$"))


def test_lists_tell_results_when_asked(visit: Visit, host: Host) -> None:
    """A list begins with the newest games; under a name that nobody else has there is no other."""
    finished = host.table("age-of-war", ["open", "open"])
    for seat in (1, 2):
        finished.post("/seats", {"name": f"Secretive {seat}", "seat": seat, "bot": "greedy"}, "organiser")
    finished.finish()
    page = hiding(visit)
    page.goto("/players?name=Secretive+1")
    row = page.locator(f"[data-game='{finished.id}']")
    expect(row.locator("[data-do=unveil]")).to_have_text("Show the result")
    expect(row).not_to_contain_text("Won by")
    row.locator("[data-do=unveil]").press("Enter")
    expect(row).to_contain_text("Won by")
    expect(row.locator(":focus")).to_contain_text("Won by")
    page.goto("/tables?status=finished")
    line = page.locator(f"[data-game='{finished.id}']")
    expect(line).to_contain_text("Show the result")
    expect(line).not_to_contain_text(re.compile("Won by|version"))


@pytest.mark.soak
def test_tournaments_tell_results_when_asked(visit: Visit, host: Host) -> None:
    made = host.call("POST", "/v1/tournaments", {"ruleset": "touche", "seats": 2, "games": 2})
    doc = host.call("GET", f"/v1/tournaments/{made['id']}", None, made["organiser_token"])
    seats = [{"seat": n, "name": name, "bot": None} for n, name in ((1, "Ada"), (2, "Bo"))]
    standings = [
        {"place": n, "side": None, "seats": [n], "points": 9 - n, "wins": 2 - n, "draws": 0} for n in (1, 2)
    ]
    games = [{"number": 1, "id": "0" * 32, "status": "finished", "winners": [1]}]
    over = {"seats": seats, "status": "finished", "games": games, "standings": standings, "winners": [1]}
    page = hiding(visit)
    told = json.dumps({**doc, **over, "lag": 0})
    page.route(
        f"**/v1/tournaments/{made['id']}",
        lambda route: route.fulfill(body=told, content_type="application/json"),
    )
    page.goto(f"/tournaments/{made['id']}")
    expect(page.locator("[data-do=unveil]")).to_have_text(
        ["Show the result", "Show the standings", "Show the result"]
    )
    expect(page.locator("#page")).not_to_contain_text("Won by")
    expect(page.locator("#standings")).to_have_count(0)
    page.get_by_role("button", name="Show the standings").click()
    expect(page.locator("#standings")).to_contain_text("Ada")
    expect(page.locator("#page")).not_to_contain_text("Won by")
