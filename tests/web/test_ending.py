"""How a game ended, on its page: who won and why, the scores, where it turned, and what can be done now."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Response, Route, expect

from tests.web.conftest import Visit
from tests.web.table import Host, Table

SHARES = [0.5, 0.7, 0.2, 0.6]


@pytest.fixture(scope="module")
def finished(host: Host) -> Table:
    """A whole game of bots."""
    return host.table("age-of-war", ["greedy", "greedy"]).finish()


def analysed(route: Route) -> None:
    """What the service says of an analysis that is done."""
    moments = [
        {"version": 10 * n, "seat": 1, "chances": {"1": share, "2": 1 - share}, "turning": n == 3}
        for n, share in enumerate(SHARES, 1)
    ]
    route.fulfill(json={"status": "done", "moments": moments, "result": {"1": 1, "2": 0}})


def play_on(table: Table) -> None:
    """Seat 1 does what it can until the game is over."""
    while (game := table.get())["status"] == "playing":
        if game["to_act"] == [1]:
            table.act(seat=1)


@pytest.mark.soak
@pytest.mark.parametrize("locale", ["en-GB", "pl-PL"])
def test_it_says_who_won_why_and_with_what_scores(visit: Visit, finished: Table, locale: str) -> None:
    page = visit(finished.page, locale=locale)
    outcome = finished.get()["outcome"]
    seats = {seat["seat"]: seat["name"] for seat in finished.get()["seats"]}
    last = finished.get(f"/replay?lang={locale[:2]}")["frames"][-1]
    expect(page.locator("#ending h2")).to_have_text(re.compile(seats[outcome["winners"][0]]))
    expect(page.locator(".ending-why")).to_contain_text(last["text"])
    for rule in last["rules"]:
        expect(page.locator(f".ending-why [data-clause='{rule}']")).to_be_visible()
    ranked = [seat for equal in outcome["ranking"] for seat in equal]
    for row, seat in zip(page.locator(".ending-scores li").all(), ranked, strict=True):
        expect(row).to_have_attribute("data-seat", str(seat))
        expect(row.locator(".seat-score")).to_have_text(str(outcome["scores"][str(seat)]))


@pytest.mark.soak
def test_a_clause_of_the_reason_is_opened(visit: Visit, finished: Table) -> None:
    page = visit(finished.page)
    page.locator(".ending-why .cite").first.click()
    expect(page.locator("dialog .clause-text")).to_be_visible()


@pytest.mark.soak
def test_it_is_watched_from_the_start_and_the_card_is_away_meanwhile(visit: Visit, finished: Table) -> None:
    page = visit(finished.page)
    page.locator("[data-do=watch]").click()
    expect(page.locator("#ending")).to_be_hidden()
    expect(page.locator("#where")).to_have_text(re.compile(r"^\d{1,2} / "))
    page.locator("#present").click()
    expect(page.locator("#ending")).to_be_visible()
    page.locator("[data-do=close-ending]").click()
    expect(page.locator("#ending")).to_be_hidden()


@pytest.mark.soak
def test_chances_and_turning_points_are_asked_for_and_lead_to_the_moment(
    visit: Visit, finished: Table
) -> None:
    page = visit(finished.page)
    page.route("**/analysis", analysed)
    page.locator("[data-do=analyse]").click()
    expect(page.locator("#ending .chances")).to_have_count(2)
    expect(page.locator("#ending .curve")).to_have_attribute("aria-label", re.compile("50% → 60%"))
    page.locator("#ending [data-turning='30']").click()
    expect(page.locator("#where")).to_have_text(re.compile("^30 / "))


@pytest.mark.soak
@pytest.mark.parametrize("visibility", ["public", "private"])
def test_two_who_want_a_rematch_meet_at_one_table(visit: Visit, host: Host, visibility: str) -> None:
    table = host.table("age-of-war", ["person", "person"], visibility=visibility)
    table.post("/abandonment", {}, "organiser")
    pages = [visit("/") for _ in range(2)]
    for seat, page in enumerate(pages, 1):
        table.give(page, f"seat:{seat}")
        page.goto("/my")
        page.locator("[data-do=rematch]").click()
        if seat == 1:
            expect(page.locator("dialog [role=status]")).to_have_text("Waiting for: Player 2")
    for seat, page in enumerate(pages, 1):
        expect(page).to_have_url(re.compile(r"/games/[0-9a-f]{32}"))
        expect(page.locator("#status")).to_have_text("playing")
        expect(page.locator(".seat.mine")).to_have_attribute("data-seat", str(seat))
    assert len({re.findall(r"[0-9a-f]{32}", page.url)[0] for page in pages} - {table.id}) == 1
    for page in pages:
        expect(page.locator("dialog")).to_have_count(0)


def takes_back(answer: Response) -> bool:
    """The open window repeats its offer every few seconds."""
    return "/rematches" in answer.url and answer.request.post_data_json == {"accept": False}


def test_who_closes_the_window_takes_the_offer_of_a_rematch_back(visit: Visit, host: Host) -> None:
    table = host.table("age-of-war", ["person", "person"])
    table.post("/abandonment", {}, "organiser")
    page = visit("/")
    table.give(page, "seat:1")
    page.goto("/my")
    page.locator("[data-do=rematch]").click()
    with page.expect_response(takes_back) as declined:
        page.locator("dialog .modal-close").click()
    assert declined.value.json() == {"waiting": [1, 2]}
    assert table.post("/rematches", {}, "seat:2") == {"waiting": [1]}


@pytest.mark.soak
def test_a_player_gets_a_rematch_with_the_same_bots_and_shares_the_game(visit: Visit, host: Host) -> None:
    table = host.table("age-of-war", ["person", "random"])
    play_on(table)
    page = visit("/")
    table.give(page, "seat:1")
    page.goto(table.page)
    page.locator("#ending [data-do=share]").click()
    expect(page.locator("dialog input").first).to_have_value(re.compile(table.id))
    page.keyboard.press("Escape")
    page.locator("#ending [data-do=rematch]").click()
    expect(page).to_have_url(re.compile(rf"/games/(?!{table.id})[0-9a-f]{{32}}"))
    expect(page.locator("#status")).to_have_text("playing")
    expect(page.locator("#ending")).to_be_hidden()
