"""The curve of chances below the line of versions, the tree of lines of an analysis, speed, and what can be shown elsewhere."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from tests.web.clicking import ready
from tests.web.conftest import Visit
from tests.web.table import BLANK, Host, Table


@pytest.fixture(scope="module")
def finished(host: Host) -> Table:
    return host.table("age-of-war", ["greedy", "greedy"]).finish()


def analysed(version: int) -> dict[str, Any]:
    """An analysis as the service tells it, of two decisions."""
    change = {"by": {"1": 0.4, "2": -0.4}, "error": 0.06, "playouts": 96, "beyond_doubt": True}
    better = {
        "action": {"type": "set-aside"},
        "label": {"en": "Set a die aside", "pl": "Odłóż kość"},
        "gain": 0.31,
        "error": 0.07,
        "playouts": 96,
    }
    odds = {"about": {"en": "Gifu is conquered", "pl": "podbój Gifu"}, "chance": 0.25, "highest": 0.5}
    moments = [
        {
            "version": 4,
            "seat": 1,
            "chances": {"1": 0.5, "2": 0.5},
            "turning": False,
            "searched": True,
            "estimate": {"playouts": 16, "error": 0.12},
        },
        {
            "version": 20,
            "seat": 2,
            "chances": {"1": 0.85, "2": 0.15},
            "turning": True,
            "searched": True,
            "estimate": {"playouts": 112, "error": 0.04},
            "decision": change,
            "better": better,
            "odds": odds,
        },
    ]
    return {
        "status": "done",
        "progress": 1,
        "version": version,
        "decisions": 30,
        "moments": moments,
        "result": {"1": 1, "2": 0},
        "alternatives": {"found": 2, "compared": 1, "better": 1},
    }


def at(page: Page, version: int) -> None:
    """The page shows this version, and not one whose number only ends like that."""
    expect(page.locator("#where")).to_have_text(re.compile(f"^{version} / "))


def shown(page: Page) -> list[str]:
    return page.locator(".chance-now li b").all_inner_texts()


@pytest.mark.soak
def test_the_curve_shows_the_chances_and_leads_to_turning_points(visit: Visit, finished: Table) -> None:
    last = finished.get()["version"]
    page = visit(BLANK)
    page.route("**/analysis", lambda route: route.fulfill(json=analysed(last)))
    page.goto(finished.page)
    page.locator("#tab-analysis").click()
    page.locator("#analyse").click()
    # of two players the other's curve is its complement
    expect(page.locator(".line-art polyline")).to_have_count(1)
    expect(page.locator(".line-art .chance-band")).to_have_count(1)
    method = page.locator("#chances .chance-method")
    expect(method).to_contain_text(
        "16–112 games on from each decision. Standard error: 4–12 percentage points"
    )
    assert shown(page)[:2] == ["100%", "0%"]
    expect(page.locator("#chances .chance-alternatives")).to_have_text(
        "Decisions searched for better actions: 2 of 30. With another choice: 2. Tested: 1. Better beyond doubt: 1."
    )
    expect(page.locator("#panel-analysis .later")).to_be_hidden()
    page.locator("#chances [data-turning]").click()
    at(page, 20)
    better = page.locator("#said p", has_text="Better: Set a die aside")
    expect(better).to_have_count(1)
    page.locator("#scrub").fill("10")
    at(page, 10)
    page.get_by_role("button", name="20: Turning point: Player 2").click()
    at(page, 20)
    assert shown(page)[:2] == ["85%", "15%"]
    facts = page.locator("#chances .chance-facts")
    expect(facts).to_contain_text("Games: 112, ± 4 percentage points.")
    expect(facts).to_contain_text(re.compile(r"The decision changed the chances: .+ [+]40 ± 6 points\."))
    expect(facts).to_contain_text("Better: Set a die aside (+31 ± 7 points).")
    expect(page.locator("#board .kb-bubble")).to_have_text("Better: Set a die aside (+31 ± 7 points).")
    expect(better).to_have_count(2)  # once a visit
    expect(facts).to_contain_text("Exact: Gifu is conquered: 25%; at best 50%.")
    page.locator("#scrub").fill("10")
    at(page, 10)
    expect(page.locator("#board .kb-bubble")).to_have_count(0)
    assert shown(page)[:2] == ["50%", "50%"]
    page.locator("#chances [data-better]").click()
    at(page, 20)
    line = page.locator("#scrub").bounding_box()
    assert line is not None
    page.locator("#scrub").click(position={"x": line["width"] - 1, "y": 5})
    at(page, last)


@pytest.mark.soak
def test_who_asks_for_the_chances_is_told_how_far_they_have_come(visit: Visit, finished: Table) -> None:
    told: list[str] = []

    def answer(route: Route) -> None:
        told.append(route.request.method)
        far = 0.25 * min(len(told), 2)  # and no further, however late somebody looks
        running = {**analysed(9), "status": "running", "moments": [], "progress": far}
        route.fulfill(json=running)

    page = visit(BLANK)
    page.route("**/analysis", answer)
    page.goto(finished.page)
    page.locator("#tab-analysis").click()
    page.locator("#analyse").click()
    expect(page.locator("#chances")).to_contain_text("The chances are being worked out: 50%")
    assert told[:2] == ["POST", "GET"]


def test_a_game_under_way_has_no_curve(visit: Visit, host: Host) -> None:
    table = host.table("age-of-war", ["person", "person"])
    table.act()
    page = visit(table.page)
    expect(page.locator("#where")).to_contain_text("/")
    expect(page.locator("#chances")).to_be_hidden()
    page.locator("#tab-analysis").click()
    expect(page.locator("#panel-analysis")).to_have_text(
        "Chances and notes appear here when the game is over.", use_inner_text=True
    )


@pytest.mark.soak
def test_lines_of_an_analysis_are_a_tree_to_go_about_in(visit: Visit, finished: Table) -> None:
    made = finished.host.call("POST", f"/v1/games/{finished.id}/forks", {"version": 6})
    analysis = Table(finished.host, made["id"], {"analyst": made["token"]})
    begun = analysis.get("", "analyst")["version"]
    page = visit(BLANK)
    analysis.give(page, "analyst")
    for _ in range(2):
        seat = analysis.get("", "analyst")["to_act"][0]
        legal = analysis.get(f"/legal-actions?seat={seat}", "analyst")["actions"][0]
        analysis.host.call(
            "POST", f"/v1/games/{analysis.id}/actions?seat={seat}", legal, analysis.tokens["analyst"]
        )
    page.goto(analysis.page)
    expect(page.locator("#lines")).to_be_hidden()
    analysis.post("/lines", {"to_version": begun}, "analyst")
    page.reload()
    page.locator("#tab-analysis").click()
    expect(page.locator("#lines .line-go")).to_have_count(2)
    expect(page.locator("#lines .line-go").last).to_contain_text("current")
    page.locator("#lines .line-go").first.click()
    line = analysis.get("/lines", "analyst")["lines"][0]
    at(page, line["to"])
    page.locator("#go-on").click()
    expect(page.locator("#lines ul ul .line-go")).to_have_count(1)  # below the line that it goes on from
    assert analysis.get("/lines", "analyst")["lines"][-1]["from"] == line["to"]


@pytest.mark.soak
def test_speed_is_chosen_and_kept(visit: Visit, finished: Table) -> None:
    page = visit(f"{finished.page}/v/5")
    at(page, 5)
    page.get_by_label("Speed").select_option("4")
    page.reload()
    at(page, 5)
    expect(page.get_by_label("Speed")).to_have_value("4")
    ready(page)
    page.keyboard.press(" ")
    expect(page.locator("#play")).to_have_attribute("aria-label", "Stop here")
    page.keyboard.press(" ")
    expect(page.locator("#play")).to_have_attribute("aria-label", "Play from here")


@pytest.mark.soak
def test_a_public_game_can_be_shown_elsewhere(visit: Visit, finished: Table, host: Host) -> None:
    page = visit(f"{finished.page}/v/7")
    page.locator("#link").click()
    frame = page.get_by_label("For another site's page (HTML)").input_value()
    assert f'src="{host.url}/embed{finished.page}/v/7"' in frame
    spoilerless = page.get_by_label("From the beginning, without spoilers").input_value()
    assert spoilerless == f"{host.url}/embed{finished.page}?spoilers=hide"


@pytest.mark.soak
def test_a_private_one_cannot(visit: Visit, host: Host) -> None:
    table = host.table("age-of-war", ["person", "person"], visibility="private")
    page = visit(BLANK)
    held = json.dumps({table.id: table.tokens})
    page.evaluate("held => localStorage.setItem('kronika.tokens', held)", held)
    page.goto(table.page)
    page.locator("#link").click()
    expect(page.get_by_label("This game")).to_be_visible()
    expect(page.get_by_label("For another site's page (HTML)")).to_have_count(0)
