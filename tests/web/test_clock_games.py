"""Games with a clock in two browsers: agreed on, played, cut off, resigned, and come back to."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, Route, expect

from tests.web.axe import findings, in_both_schemes
from tests.web.clicking import act, expect_over, menu
from tests.web.conftest import Visit
from tests.web.proxy import Line, line_to
from tests.web.table import BLANK, Host
from tests.web.test_clocks import BLITZ
from verifier import verify


@pytest.fixture
def line(host: Host) -> Iterator[Line]:
    with line_to(urlsplit(host.url).port or 0) as line:
        yield line


def blitz(page: Page) -> str:
    """Agree on a blitz for two with the form; gives the address of its page."""
    page.goto("/new?ruleset=age-of-war")
    page.get_by_label("Seat 2").select_option("open")
    page.get_by_label("Time to play").select_option("blitz")
    expect(page.get_by_label("Taking back")).to_have_value("none")
    expect(page.locator(".clock-words")).to_contain_text("3 minutes")
    page.locator("[data-do=start]").click()
    expect(page.locator("#turn")).to_contain_text("Waiting for players")
    return urlsplit(page.url).path


def test_a_blitz_is_agreed_on_in_the_form(visit: Visit, host: Host) -> None:
    game = blitz(visit(BLANK))
    terms = host.call("GET", f"/v1{game}")["clock"]["terms"]
    assert (terms["bank"], terms["increment"]) == (180, 2)


@pytest.mark.soak
def test_a_blitz_is_agreed_on_played_and_cut_off(visit: Visit, line: Line) -> None:
    """From the form to the board: one of the two browsers loses its line, and shows no time as true until it is back."""
    page = visit(BLANK, at=line.url, strict=False)
    page.clock.install()
    game = blitz(page)
    guest = visit("/tables", locale="pl-PL", strict=False)
    row = f"[data-game='{game.removeprefix('/games/')}']"
    guest.locator("select[name=clock]").select_option("daily")
    expect(guest.locator(row)).to_have_count(0)
    guest.locator("select[name=clock]").select_option("live")
    expect(guest.locator(f"{row} .clock-mark")).to_contain_text("3 min + 2 s")
    guest.goto(game)
    expect(guest.locator("#clock-terms")).to_contain_text("Organizator może to zrobić tylko za zgodą")
    guest.locator("[data-do=sit-2]").click()
    for one in (page, guest):
        expect(one.locator(".clock[data-state=runs]")).to_have_count(1)
        assert findings(one, ".seats") == []
    cut(page, guest, line)


def cut(page: Page, guest: Page, line: Line) -> None:
    """For a while one of the two hears nothing; then both show the same again."""
    mine = page.locator("#turn").get_attribute("data-state") == "mine"
    line.put("cut")
    expect(page.locator("#clock-note")).to_contain_text("stand still")
    expect(page.locator("#clock-note")).to_contain_text(
        "Your clock is running." if mine else re.compile("^The")
    )
    expect(page.locator(".clock[data-state=lost]")).to_have_count(2)
    frozen = page.locator(".clock-figures").all_inner_texts()
    page.clock.fast_forward(20_000)
    assert page.locator(".clock-figures").all_inner_texts() == frozen
    expect(guest.locator(".clock[data-state=runs]")).to_have_count(1)
    line.put("whole")
    page.clock.fast_forward(30_000)
    expect(page.locator("#clock-note")).to_be_hidden()
    expect(page.locator(".clock[data-state=runs]")).to_have_count(1)


def seated(visit: Visit, host: Host, ruleset: str, at: str = "", **clock: Any) -> tuple[Page, Page, str]:
    """Two browsers at a game of two, each with a key of its own; the first one asks `at` another address."""
    made = host.call("POST", "/v1/games", {"ruleset": ruleset, "seats": 2, "clock": BLITZ | clock})
    one, two = (visit(f"/games/{made['id']}", at=url, strict=False) for url in (at or host.url, host.url))
    for number, page in enumerate((one, two), 1):
        page.locator(f"[data-do=sit-{number}]").click()
        expect(page.locator(".seat.mine")).to_have_count(1)
    for page in (one, two):
        expect(page.locator(".seats .clock").first).to_be_visible()
    return one, two, made["id"]


def choose(page: Page, *rows: str) -> None:
    menu(page).locator("#table-menu").click()
    for row in rows:
        page.locator(f"[data-do={row}]").click()


def kinds(page: Page, host: Host, game: str) -> dict[str, bool]:
    """The types of a game's entries by seats, and whether they are signed, from a file that the verifier finds good."""
    tokens = json.loads(page.evaluate("localStorage['kronika.tokens']"))[game]
    file = host.call("GET", f"/v1/games/{game}/audit", None, next(iter(tokens.values())))
    report = verify(file)
    assert report["L2"].status == "passed", report.table()
    assert report["L3"].status == "passed", report.table()
    entries = [json.loads(text) for text in file["entries"]]
    return {entry["t"]: "sig" in entry for entry in entries if entry["by"].startswith("seat:")}


def test_a_player_agrees_and_resigns_under_their_key(visit: Visit, host: Host) -> None:
    table = host.table("age-of-war", ["open", "person"], clock=BLITZ)
    page = visit(table.page, strict=False)
    page.locator("[data-do=sit-1]").click()
    expect(page.locator(".seats .clock[data-state=runs]")).to_have_count(1)
    choose(page, "agree-suspend")
    expect(page.locator("#said")).to_contain_text("agrees")
    menu(page).locator("#table-menu").click()
    expect(page.locator("dialog")).to_contain_text("Agreed: Player")
    expect(page.locator("[data-do=agree-reassign-2]")).to_be_hidden()
    page.locator(".menu-fold summary").click()
    expect(page.locator("[data-do=agree-reassign-2]")).to_be_visible()
    assert findings(page, "dialog") == []
    page.keyboard.press("Escape")
    menu(page).locator("[data-do=resign]").click()
    expect(page.locator("dialog")).to_contain_text("You then lose the game")
    expect(page.locator("dialog [data-clause='clock.resign.1']")).to_be_visible()
    page.locator("[data-do=sure]").click()
    expect(page.locator(".ending-why")).to_contain_text("resigns")
    expect(page.locator(".clock[data-state=still]")).to_have_count(2)
    page.keyboard.press("Home")
    expect(page.locator(".clock[data-state=past] .clock-time")).to_have_text(["3:00", "3:00"])
    signed = kinds(page, host, table.id)
    assert signed == signed | {"agreed": True, "resigned": True}


@pytest.mark.soak
def test_a_resignation_that_the_game_overtook_is_signed_anew_only_in_the_same_position(
    visit: Visit, host: Host
) -> None:
    """The other seat ends its turn while the page is sending: its player may see the game otherwise now, and decides again."""
    table = host.table("age-of-war", ["open", "person"], clock=BLITZ)
    page = visit(table.page, strict=False)
    page.locator("[data-do=sit-1]").click()
    expect(page.locator(".seats .clock").first).to_be_visible()
    while table.get()["to_act"] == [1]:
        act(page, random.Random(1))
    sent: list[int] = []

    def overtake(route: Route) -> None:
        sent.append(route.request.post_data_json["signed"]["n"])
        if len(sent) == 1:
            table.post("/agreements", {"to": "suspend"}, "seat:2")
        while len(sent) == 2 and table.get()["to_act"] == [2]:
            table.act(seat=2)
        route.continue_()

    page.route("**/resignations", overtake)
    menu(page).locator("[data-do=resign]").click()
    page.locator("[data-do=sure]").click()
    expect(page.locator(".alert")).to_contain_text("The game has moved on meanwhile.")
    assert len(sent) == 2
    assert "resigned" not in [event["type"] for event in table.get("/events")["events"]]


@pytest.mark.soak
def test_an_organiser_sees_why_they_may_not_stop_a_game(visit: Visit, host: Host) -> None:
    table = host.table("age-of-war", ["person", "person"], clock=BLITZ)
    page = visit(BLANK)
    table.give(page, "organiser", "seat:1")
    page.goto(table.page)
    menu(page).locator("#table-menu").click()
    expect(page.locator("[data-barred=suspend] + p")).to_contain_text("everybody at the table has agreed")
    expect(page.locator("[data-do=suspend]")).to_have_count(0)
    assert in_both_schemes(page) == []
    page.keyboard.press("Escape")
    for seat in (1, 2):
        table.post("/agreements", {"to": "suspend"}, f"seat:{seat}")
    expect(page.locator("#said")).to_contain_text("Player 2 agrees")
    choose(page, "suspend")
    expect(page.locator("#clock-note")).to_contain_text("suspended")
    menu(page).locator("#table-menu").click()
    expect(page.locator("[data-barred=end-suspension] + p")).to_contain_text("From")


@pytest.mark.soak
def test_whoever_ran_out_of_time_comes_back(visit: Visit, host: Host) -> None:
    """Half a minute of free time, the least there is, passes before the first flag."""
    one, two, game = seated(
        visit, host, "age-of-war", bank=0, increment=0, grace=5, on_time_out="bot", start_within=30
    )
    page = one if host.call("GET", f"/v1/games/{game}")["to_act"] == [1] else two
    expect(page.locator("#absent")).to_contain_text("A bot plays for you.", timeout=90_000)
    page.locator("[data-do=return]").click()
    expect(page.locator("#absent")).to_be_hidden()
    assert kinds(page, host, game)["seat-returned"]


@pytest.mark.soak
def test_a_whole_live_game_of_which_one_browser_is_cut_off(visit: Visit, host: Host, line: Line) -> None:
    """3 minutes and 2 seconds; for 20 seconds of them one of the two hears nothing."""
    one, two, game = seated(visit, host, "romans", at=line.url, start_within=30)
    rng = random.Random(28)
    for turn in range(400):
        if turn == 10:
            cut_for_twenty_seconds(one, line)
        if not acted(host, game, (one, two), rng):
            break
    for page in (one, two):
        expect_over(page)
    kinds(two, host, game)
    figures = [page.locator(".clock-figures").all_inner_texts() for page in (one, two)]
    assert figures[0] == figures[1]


def cut_for_twenty_seconds(page: Page, line: Line) -> None:
    line.put("cut")
    expect(page.locator(".clock[data-state=lost]")).to_have_count(2)
    frozen = page.locator(".clock-figures").all_inner_texts()
    page.wait_for_timeout(20_000)
    assert page.locator(".clock-figures").all_inner_texts() == frozen
    line.put("whole")
    expect(page.locator("#clock-note")).to_be_hidden()


def acted(host: Host, game: str, pages: tuple[Page, Page], rng: random.Random) -> bool:
    """Whoever is to act clicks something; False once the game is over."""
    now = host.call("GET", f"/v1/games/{game}")
    if now["status"] != "playing":
        return False
    page = pages[now["to_act"][0] - 1]
    expect(page.locator("#turn")).to_have_attribute("data-state", re.compile("mine|over"))
    act(page, rng)
    return True
