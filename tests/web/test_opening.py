"""How the page of a public game opens: what it needs is on its way early, once, and nothing moves."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import Browser, Request, Route, expect

from tests.browsing import await_events
from tests.web.table import Host

BARS = """() => ["#top", "#foot"].map((it) => document.querySelector(it).checkVisibility())"""


def test_news_are_requested_before_the_games_script_is_there_and_only_once(
    browser: Browser, host: Host
) -> None:
    table = host.table("age-of-war", ["person", "person"])
    context = browser.new_context()
    page = context.new_page()
    held: list[Route] = []
    news: list[Route] = []
    requests: list[Request] = []

    def hold(route: Route) -> None:
        held.append(route)

    def note(request: Request) -> None:
        if "/news?" in request.url:
            requests.append(request)

    page.route("**/linked/game.js", hold)
    page.route("**/news?*after=0*", lambda route: news.append(route))
    page.on("request", note)
    with page.expect_request("**/news?*after=0"):
        page.goto(host.url + table.page, wait_until="commit")
    assert page.evaluate(BARS) == [False, False], "a bar above a game would move it when it goes"
    words = page.locator(".loading h1")
    expect(words).to_be_visible()
    words.evaluate("it => (window.painted = it)")
    await_events(page, lambda: held, "the request for the script")
    for route in held:
        route.continue_()
    page.wait_for_selector(
        ".page.opening:empty", state="attached"
    )  # the script is there, and the game is not
    assert page.evaluate("window.painted.checkVisibility()"), "they stay as they were painted"
    news[0].continue_()
    page.wait_for_selector("#board .kb")
    expect(words).to_have_count(0)
    assert len(requests) == 1
    context.close()


@pytest.mark.parametrize("known", ["a token", "an account", "?seat=1"])
def test_news_are_not_requested_early_where_somebody_may_see_more(
    browser: Browser, host: Host, known: str
) -> None:
    """An early request has neither a token nor a session: it would bring a player what spectators see."""
    table = host.table("age-of-war", ["person", "person"])
    page = browser.new_page()
    stored = {
        "a token": {"kronika.tokens": {table.id: {"seat:1": table.tokens["seat:1"]}}},
        "an account": {"kronika.account": {"id": "ka_1", "name": "Ada"}},
    }
    for name, value in stored.get(known, {}).items():
        page.add_init_script(f"localStorage.setItem({json.dumps(name)}, {json.dumps(json.dumps(value))})")
    requests: list[str] = []
    page.on("request", lambda request: requests.append(request.url))
    page.route("**/linked/game.js", lambda route: None)
    with page.expect_request("**/v1/rulesets/age-of-war"):  # of the same step
        page.goto(host.url + table.page + (known if known.startswith("?") else ""), wait_until="commit")
    page.evaluate("() => null")
    assert not [url for url in requests if "/news?" in url]
    page.close()


def test_a_public_game_begins_with_its_players_and_its_last_event_but_not_with_its_result(host: Host) -> None:
    table, over = host.table("age-of-war", ["person", "person"]), host.over("age-of-war")
    table.act()
    begins, ends = host.text(table.page), host.text(over.page)
    assert "<h1>Age of War: Player 1, Player 2</h1><p>" in begins
    assert "<h1>Age of War: " in ends
    assert "</h1><p>" not in ends
