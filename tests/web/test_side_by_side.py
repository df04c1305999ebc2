"""Two boards side by side: each as one pair of eyes sees it, at the version that is looked at."""

from __future__ import annotations

import json
from typing import NamedTuple

import pytest
from playwright.sync_api import Locator, Page, Request, expect

from tests.web.clicking import menu
from tests.web.conftest import Visit
from tests.web.table import BLANK, Host, Table


class Asked(NamedTuple):
    token: str | None
    path: str


@pytest.fixture(scope="module")
def table(host: Host) -> Table:
    """Romans for two persons who have given two orders each; what they have is hidden from the other."""
    table = host.table("romans", ["person", "person"])
    for seat in (1, 2, 1, 2):
        table.act(seat=seat)
    return table


def listen(page: Page, table: Table) -> list[Asked]:
    asked: list[Asked] = []

    def hear(request: Request) -> None:
        if "/states" in request.url:
            asked.append(Asked(request.headers.get("authorization"), request.url.split(table.id)[1]))

    page.on("request", hear)
    return asked


def boards(page: Page) -> list[Locator]:
    menu(page).locator("#side-by-side").click()
    expect(page.locator(".side-by-side .kb")).to_have_count(2)
    expect(page.locator("#board")).to_be_hidden()
    return page.locator(".side-by-side .eyes-one").all()


def hand(table: Table, seat: int, version: int) -> int:
    """How many warriors a seat still holds there."""
    clans = table.get(f"/states/{version}", f"seat:{seat}")["view"]["clans"]
    return next(len(clan["hand"]) for clan in clans if clan["seat"] == seat)


def shows_hand_of(board: Locator, table: Table, seat: int, version: int) -> None:
    expect(board.get_by_role("group", name=f"The board as Player {seat} sees it")).to_be_visible()
    expect(board).to_contain_text(f"Player {seat} (you)")
    expect(board.locator("section[aria-label='Your hand'] > *")).to_have_count(hand(table, seat, version))


@pytest.mark.soak
def test_who_holds_two_seats_sees_both_each_with_its_own_token(visit: Visit, table: Table) -> None:
    page = visit(BLANK)
    table.give(page, "seat:1", "seat:2")
    page.goto(f"{table.page}?seat=1")
    asked = listen(page, table)
    left, right = boards(page)
    last = table.get()["version"]
    shows_hand_of(left, table, 1, last)
    shows_hand_of(right, table, 2, last)
    page.keyboard.press("ArrowLeft")
    shows_hand_of(left, table, 1, last - 1)
    shows_hand_of(right, table, 2, last - 1)
    page.keyboard.press("Home")
    expect(left).to_contain_text("Before the game")
    expect(menu(page).locator("#side-by-side")).to_be_visible()  # it leads back
    page.keyboard.press("Escape")
    page.keyboard.press("End")
    shows_hand_of(left, table, 1, last)
    tokens = {f"Bearer {table.tokens[role]}" for role in ("seat:1", "seat:2")}
    assert {one.token for one in asked} == tokens
    assert not [one for one in asked if "as=" in one.path]
    right.get_by_label("Seen as").select_option("spectator")
    expect(right.get_by_role("group", name="The board as everybody sees it")).to_be_visible()
    expect(right.locator("section[aria-label='Your hand']")).to_have_count(0)
    menu(page).locator("#side-by-side").click()
    expect(page.locator("#board")).to_be_visible()
    expect(page.locator(".side-by-side .kb")).to_have_count(0)


def test_while_a_game_goes_on_there_are_no_eyes_of_others(visit: Visit, table: Table) -> None:
    page = visit(table.page)
    expect(page.locator("#where")).not_to_be_empty()
    expect(menu(page).locator("#side-by-side")).to_be_hidden()
    table.give(page, "seat:2")
    page.goto(f"{table.page}?seat=2")
    left, _ = boards(page)
    options = left.get_by_label("Seen as").locator("option")
    expect(options).to_have_text(["2: Player 2", "everybody"])


@pytest.mark.soak
def test_when_it_is_over_everybody_has_the_eyes_of_all(visit: Visit, host: Host) -> None:
    table = host.table("romans", ["person", "person"])
    for seat in (1, 2):
        table.act(seat=seat)
    version = table.get()["version"]
    table.post("/abandonment", {}, "organiser")
    page = visit(f"{table.page}/v/{version}", viewport={"width": 390, "height": 844})
    left, right = boards(page)
    expect(page.locator("#game-menu")).to_be_hidden()  # it lay over them
    shows_hand_of(left, table, 1, version)
    shows_hand_of(right, table, 2, version)
    above, below = left.bounding_box(), right.bounding_box()
    assert above
    assert below
    assert above["y"] + above["height"] <= below["y"]


@pytest.mark.soak
def test_a_game_that_ends_meanwhile_opens_the_eyes_of_all_at_once(visit: Visit, host: Host) -> None:
    table = host.table("romans", ["person", "person"])
    for seat in (1, 2):
        table.act(seat=seat)
    page = visit(BLANK)
    table.give(page, "seat:1")
    page.goto(f"{table.page}?seat=1")
    left, right = boards(page)
    options = right.get_by_label("Seen as").locator("option")
    expect(options).to_have_text(["1: Player 1", "everybody"])
    version = table.get()["version"]
    table.post("/abandonment", {}, "organiser")
    expect(options).to_have_text(["1: Player 1", "2: Player 2", "everybody"])
    expect(right.get_by_label("Seen as")).to_have_value("spectator")
    right.get_by_label("Seen as").select_option("seat:2")
    shows_hand_of(right, table, 2, table.get()["version"])
    page.keyboard.press("ArrowLeft")
    shows_hand_of(left, table, 1, version)


@pytest.mark.soak
def test_a_token_that_is_dead_hides_nothing_of_a_game_that_is_over(visit: Visit, host: Host) -> None:
    table = host.table("romans", ["person", "person"])
    table.act(seat=2)
    version = table.get()["version"]
    table.post("/abandonment", {}, "organiser")
    held = {table.id: {"seat:1": table.tokens["seat:1"], "seat:2": "kr_" + "a" * 43}}
    page = visit(BLANK)
    page.evaluate("held => localStorage.setItem('kronika.tokens', held)", json.dumps(held))
    page.goto(f"{table.page}/v/{version}?seat=1")
    _, right = boards(page)
    shows_hand_of(right, table, 2, version)


@pytest.mark.soak
def test_on_a_large_screen_the_boards_take_the_room_that_there_is(visit: Visit, host: Host) -> None:
    table = host.over("nagaraja")
    dealt = next(f["version"] for f in table.get("/replay")["frames"] if f["type"] == "hands-dealt")
    page = visit(f"{table.page}/v/{dealt - 1}", viewport={"width": 1920, "height": 1080})
    for board in boards(page):
        expect(board.locator(".kb-frame")).to_be_visible()
    shares = page.locator(".side-by-side .kb-frame").evaluate_all(
        """all => all.map((it) => {
            const { width, height } = it.closest(".board").getBoundingClientRect();
            return Math.max(it.clientWidth / width, it.clientHeight / height);
        })"""
    )
    assert min(shares) > 0.9, "a board ends neither at the sides nor above and below"
