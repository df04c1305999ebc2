"""How the page of a public game opens: what it needs is on its way early, once, and nothing moves."""

from __future__ import annotations

from playwright.sync_api import Browser, Request, Route

from tests.web.table import Host

BARS = """() => ["#top", "#foot"].map((it) => document.querySelector(it).checkVisibility())"""


def test_news_are_requested_before_the_games_script_is_there_and_only_once(
    browser: Browser, host: Host
) -> None:
    table = host.table("age-of-war", ["person", "person"])
    context = browser.new_context()
    page = context.new_page()
    held: list[Route] = []
    requests: list[Request] = []

    def hold(route: Route) -> None:
        held.append(route)

    def note(request: Request) -> None:
        if "/news?" in request.url:
            requests.append(request)

    page.route("**/linked/game.js", hold)
    page.on("request", note)
    with page.expect_request("**/news?*after=0"):
        page.goto(host.url + table.page, wait_until="commit")
    assert page.evaluate(BARS) == [False, False], "a bar above a game would move it when it goes"
    for route in held:
        route.continue_()
    page.wait_for_selector("#board .kb")
    assert len(requests) == 1
    context.close()
