"""The front page: games to play at once, tables as live boards, this browser's own games."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import urlsplit

import httpx
import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tests.running import until
from tests.web.clicking import nobody_waits, play_a_bot, ready
from tests.web.conftest import Visit
from tests.web.table import BLANK, Host, Table

SIGHT = "element => element.scrollIntoView()"
GROUND = "() => Number(/(\\d+)/.exec(getComputedStyle(document.body).backgroundColor)[1])"
"""The red of the ground, of 255."""
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


def play_now(page: Page, ruleset: str) -> None:
    """Press it once the page stands; whoever presses before that presses nothing."""
    page.locator(f"[data-play={ruleset}]").click(no_wait_after=True)


def at_table(page: Page) -> str:
    """Where the page has sat down."""
    expect(page.locator(".seat.mine")).to_have_count(1)
    return urlsplit(page.url).path


def drawn(table: Table) -> str:
    return f"/v1/games/{table.id}/states/{table.get()['version']}.svg?lang=en&theme=light"


def card(page: Page, table: Table) -> Locator:
    return page.locator(f"#games [data-game='{table.id}']")


@contextmanager
def watched(host: Host, table: Table) -> Iterator[None]:
    """Somebody watches, and has been counted."""
    with httpx.stream("GET", f"{host.url}/v1/games/{table.id}/stream", timeout=60):
        until(lambda: table.id in host.call("GET", "/v1/audience")["games"], "the viewer is counted")
        yield


@pytest.mark.soak
def test_two_who_play_now_meet_at_the_table_that_waits(visit: Visit, host: Host) -> None:
    """It lacks two players; both press before either sits."""
    table = host.table("age-of-war", ["person", "open", "open"])
    one, other = visit("/", strict=False), visit("/", strict=False)
    for page in (one, other):
        expect(page.locator("[data-play=age-of-war]")).to_be_visible()
    play_now(one, "age-of-war")
    play_now(other, "age-of-war")
    assert [at_table(one), at_table(other)] == [table.page, table.page]
    expect(other.locator(".alert")).to_have_count(0)
    assert all(seat["name"] for seat in table.get()["seats"])


def test_who_is_too_late_for_the_last_seat_plays_elsewhere(visit: Visit, host: Host) -> None:
    table = host.table("nagaraja", ["person", "open"])
    page = visit("/", strict=False)  # the refusal is an answer of 409

    def faster(route: Route) -> None:
        if table.get()["status"] == "waiting":
            table.sit(2, "person")
        route.fallback()

    page.route(f"**/v1/games/{table.id}/seats", faster)
    play_now(page, "nagaraja")
    assert at_table(page) != table.page
    expect(page.locator("#turn[data-state]")).to_be_attached()
    expect(page.locator(".alert")).to_have_count(0)


@pytest.mark.soak
def test_a_person_who_is_faster_than_the_bot_is_welcome(visit: Visit, host: Host) -> None:
    page = visit("/", strict=False)
    nobody_waits(page)
    seen: list[str] = []

    def join(route: Route) -> None:
        if "bot" in (route.request.post_data_json or {}):
            seen.append(urlsplit(route.request.url).path.split("/")[3])
            host.call("POST", f"/v1/games/{seen[0]}/seats", {"name": "Zoe", "seat": 2})
        route.fallback()

    page.route("**/v1/games/*/seats", join)
    play_now(page, "touche")
    assert at_table(page) == f"/games/{seen[0]}"
    ready(page)
    assert [seat["bot"] for seat in host.call("GET", f"/v1/games/{seen[0]}")["seats"]] == [None, None]


def test_boards_move_with_their_games_and_free_seats_come_first(visit: Visit, host: Host) -> None:
    running, still = (host.table("touche", ["person", "person"]) for _ in range(2))
    waiting = host.table("romans", ["person", "open"])
    with watched(host, still):
        page = visit("/")
        expect(card(page, still)).to_contain_text("1 watching")
        expect(page.locator(".at-play-head")).to_contain_text("watching")
    expect(card(page, running)).not_to_contain_text("watching")
    board, other = card(page, running).locator("img"), card(page, still).locator("img")
    card(page, running).evaluate(SIGHT)
    expect(board).to_have_attribute("src", drawn(running))
    expect(other).to_have_attribute("src", drawn(still))
    other.evaluate("it => { it.seen = true; }")
    running.act()
    expect(board).to_have_count(1)
    expect(board).to_have_attribute("src", drawn(running))
    assert other.evaluate("it => it.seen === true")  # it was not loaded again
    expect(card(page, waiting).get_by_role("link", name="Sit down")).to_be_visible()
    order = page.locator("#games > *").evaluate_all(
        "them => them.map((it) => it.classList.contains('has-seats'))"
    )
    assert order == sorted(order, reverse=True)
    expect(page.locator("#page")).not_to_contain_text("version")


def test_own_games_stand_first_and_say_whose_turn_it_is(visit: Visit, host: Host) -> None:
    table = host.table("age-of-war", ["person", "person"])
    while table.get()["to_act"] == [1]:
        table.act()
    page = visit(BLANK)
    table.give(page, "seat:1")
    page.goto("/")
    line = page.locator(f"[data-own='{table.id}']")
    expect(line).to_contain_text("Age of War against Player 2")
    expect(line).to_contain_text("To act: Player 2")
    while table.get()["to_act"] == [2]:
        table.act()
    expect(line).to_contain_text("Your turn in Age of War")


def test_cards_say_what_a_game_is_beside_a_full_board(visit: Visit, host: Host) -> None:
    """On a phone, in the dark; and the first game can be played without scrolling."""
    host.table("touche", ["person", "person"])  # whose board is almost empty
    page = visit("/", color_scheme="dark", **PHONE)
    cards = page.locator(".game-card")
    expect(cards.first.locator("[data-play]")).to_be_in_viewport(ratio=1)
    expect(cards.nth(1)).to_be_in_viewport(ratio=0.1)
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    assert page.evaluate(GROUND) < 128, "the system's looks"
    card = page.locator(".game-card.game-touche")
    told = ["2 to 6 players", "About 40 minutes", "Weight 2 of 4"]
    expect(card.locator(".facts .vh")).to_have_text(told)
    expect(card.locator(".dot.full")).to_have_count(2)
    card.evaluate(SIGHT)
    expect(card.locator("img")).to_have_attribute("src", "/v1/rulesets/touche/board.svg?lang=en&theme=dark")


@pytest.mark.soak
def test_after_play_now_there_is_something_to_do(visit: Visit) -> None:
    page = visit("/")
    play_a_bot(page, "touche")
    expect(page.locator("#turn[data-state]")).to_be_attached()
    at_table(page)
