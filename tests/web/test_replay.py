"""Looking at what was: scrubbing, chapters, links, clauses, languages, sizes, light and dark."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.web.clicking import await_turn, menu, ready, version
from tests.web.conftest import Visit
from tests.web.table import BLANK, Host, Table

PHONE = {"width": 390, "height": 844}
IN_SIGHT = """version => {
    const [list, line] = ["#moves", `#moves [data-version="${version}"]`].map((it) => document.querySelector(it));
    if (!line) return false; // the list comes when the page is at rest
    const [around, place] = [list, line].map((it) => it.getBoundingClientRect());
    return place.top >= around.top - 1 && place.top < around.bottom;
}"""


@pytest.fixture(scope="module")
def finished(host: Host) -> Table:
    """A game that bots have played to its end."""
    return host.over("age-of-war")


def at(page: Page, wanted: int) -> None:
    ready(page)
    expect(page.locator("#where")).to_have_text(re.compile(f"^{wanted} / "))


def thrown(page: Page) -> int:
    return page.locator("[data-fly^='die:thrown']").count()


def test_keys_and_scrubber_go_through_every_version(visit: Visit, finished: Table) -> None:
    page = visit(finished.page)
    last = finished.get()["version"]
    at(page, last)
    page.keyboard.press("Home")
    at(page, 1)
    expect(page.locator("#live")).to_have_text(re.compile(f"To the end: {last - 1}$"))
    for expected in (2, 3, 4):
        page.keyboard.press("ArrowRight")
        at(page, expected)
    page.keyboard.press("ArrowLeft")
    at(page, 3)
    page.locator("#scrub").fill("9")
    at(page, 9)
    assert thrown(page) == len(finished.get("/states/9")["view"]["dice"]["thrown"])
    page.keyboard.press("End")
    at(page, last)
    expect(page.locator("#live")).to_have_text(re.compile("At the end"))
    a_cited_clause_opens_its_text(page, finished)


def a_cited_clause_opens_its_text(page: Page, finished: Table) -> None:
    citing = next(f["version"] for f in finished.get("/replay")["frames"] if "war.turn.1" in f["rules"])
    page.locator("#scrub").fill(str(citing))
    clauses = finished.host.call("GET", "/v1/rulesets/age-of-war")["clauses"]
    text = next(c["text"] for c in clauses if c["id"] == "war.turn.1")
    page.locator(f".move[data-version='{citing}'] .cite[data-clause='war.turn.1']").click()
    expect(page.locator("dialog")).to_contain_text(text["en"])
    expect(page.locator("dialog")).to_contain_text("From the rulebook: Rozgrywka, 2nd paragraph")
    page.keyboard.press("Escape")
    expect(page.locator("dialog")).to_have_count(0)
    page.locator("#tab-rules").click()
    expect(page.locator(".rules dt")).to_have_count(len(clauses))
    ours = {"Our ruling": "ruling", "Added by this service": "addition"}
    for words, source in ours.items():
        told = page.locator(".rules .clause-source", has_text=words)
        parts = [part for clause in clauses for part in clause["parts"]]
        expect(told).to_have_count(sum(part["source"] == source for part in parts))


@pytest.mark.soak
def test_a_link_to_a_version_opens_it_also_after_loading_again(visit: Visit, finished: Table) -> None:
    page = visit(f"{finished.page}/v/17")
    at(page, 17)
    sentence = finished.get("/replay")["frames"][16]["text"]
    expect(page.locator("#turn")).to_contain_text(sentence)
    expect(page.locator(".move[aria-current]")).to_have_attribute("data-version", "17")
    page.keyboard.press("ArrowRight")
    at(page, 18)
    expect(page).to_have_url(re.compile("/v/18$"))
    page.reload()
    at(page, 18)
    page.locator("#link").click()
    expect(page).to_have_url(re.compile("/v/18$"))  # the address follows a moment later
    expect(page.locator("dialog input").nth(1)).to_have_value(page.url)


@pytest.mark.soak
def test_moves_and_chapters_lead_to_their_versions(visit: Visit, finished: Table) -> None:
    page = visit(f"{finished.page}/v/2")
    replay = finished.get("/replay")
    page.locator(".move[data-version='1'] .move-go").click()
    at(page, 1)
    for one in replay["chapters"][:3]:
        page.locator("#scrub").press("PageUp")
        at(page, one["version"])
    page.locator("#scrub").press("PageDown")
    at(page, replay["chapters"][1]["version"])


@pytest.mark.soak
def test_the_replay_plays_by_itself_and_stops_when_told(visit: Visit, finished: Table) -> None:
    page = visit(f"{finished.page}/v/5")
    at(page, 5)
    page.locator("#play").click()
    page.wait_for_function("() => parseInt(document.querySelector('#where').textContent) > 7")
    page.locator("#play").click()
    expect(page.locator("#live")).to_have_attribute("data-state", "behind")
    assert 7 < version(page) < finished.get()["version"]


def test_polish_speaks_everywhere(visit: Visit, finished: Table) -> None:
    page = visit(finished.page)
    menu(page).get_by_label("Language").select_option("pl")
    expect(page.locator("html")).to_have_attribute("lang", "pl")
    expect(page.locator("#turn")).to_contain_text("Koniec gry")
    polish = finished.get("/replay?lang=pl")["frames"]
    expect(page.locator(".move[aria-current] .text")).to_have_text(polish[-1]["text"])
    expect(page.locator("#board")).to_contain_text("Koniec gry")
    page.reload()
    expect(page.locator("#top")).to_contain_text("Stoły")


@pytest.mark.soak
@pytest.mark.parametrize("path", ["/", "/new?ruleset=touche", "game"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_pages_fit_a_phone_and_follow_the_systems_looks(
    visit: Visit, finished: Table, path: str, scheme: str
) -> None:
    page = visit(finished.page if path == "game" else path, viewport=PHONE, color_scheme=scheme)
    expect(page.locator("#page .page > *").first).to_be_visible()
    assert page.evaluate("document.scrollingElement.scrollWidth") <= PHONE["width"]
    light = page.evaluate(
        "() => Number(/(\\d+)/.exec(getComputedStyle(document.body).backgroundColor)[1]) > 128"
    )
    assert light == (scheme == "light")


@pytest.mark.soak
def test_the_switch_of_looks_is_remembered(visit: Visit) -> None:
    page = visit("/", color_scheme="light")
    page.locator(".looks:not(#results)").click()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")


@pytest.mark.soak
def test_an_analysis_begins_from_the_version_looked_at(visit: Visit, finished: Table) -> None:
    page = visit(f"{finished.page}/v/20")
    at(page, 20)
    menu(page).locator("#fork").click()
    expect(page.locator("#status")).to_have_text("analysis")
    await_turn(page)
    before = version(page)
    page.locator("#board [data-action]").first.click()
    page.wait_for_function(
        "before => parseInt(document.querySelector('#where').textContent) > before", arg=before
    )


def test_a_private_game_opens_with_its_token_only(visit: Visit, host: Host) -> None:
    table = host.table("age-of-war", ["person", "person"], visibility="private")
    page = visit(table.page, strict=False)
    expect(page.locator(".door")).to_be_visible()
    page.get_by_label("Token").fill(table.tokens["seat:2"])
    page.keyboard.press("Enter")
    expect(page.locator(".seat.mine")).to_have_attribute("data-seat", "2")
    assert table.tokens["seat:2"] not in page.url


def test_a_closed_door_speaks_the_readers_language(visit: Visit) -> None:
    page = visit(f"/games/{'0' * 32}", strict=False, locale="pl-PL")
    expect(page.locator(".door h1")).to_have_text("Tej gry nie da się otworzyć")
    expect(page.locator(".door")).to_contain_text("Nie ma takiej gry.")


@pytest.mark.soak
def test_the_line_that_is_looked_at_is_in_sight(visit: Visit, host: Host) -> None:
    """Lines out of sight have a height that is guessed."""
    table = host.table("romans", ["person", "greedy", "greedy"])
    page = visit(BLANK)
    table.give(page, "seat:1")
    page.goto(f"{table.page}?role=seat:1")
    await_turn(page)
    page.wait_for_function(IN_SIGHT, arg=version(page))
