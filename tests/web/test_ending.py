"""The page of the end: who won and why, where the points came from, where the game turned, and what can be done now."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, Response, Route, expect

from tests.web.conftest import Visit
from tests.web.table import BLANK, Host, Table

SHARES = [0.5, 0.7, 0.2, 0.6]


@pytest.fixture(scope="module")
def finished(host: Host) -> Table:
    """A whole game of bots."""
    return host.table("age-of-war", ["greedy", "greedy"]).finish()


def analysed(route: Route) -> None:
    """What the service says of an analysis that is done."""
    moments = [
        {
            "version": 10 * n,
            "seat": 1,
            "chances": {"1": share, "2": 1 - share},
            "estimate": {"playouts": 100, "error": 0.04},
            "turning": n > 1,
            "decision": {"by": {"1": -0.5, "2": 0.5}, "error": 0.04},
        }
        for n, share in enumerate(SHARES, 1)
    ]
    route.fulfill(json={"status": "done", "moments": moments, "result": {"1": 1, "2": 0}})


def play_on(table: Table) -> None:
    """Seat 1 does what it can until the game is over."""
    while (game := table.get())["status"] == "playing":
        if game["to_act"] == [1]:
            table.act(seat=1)


AUDIENCE = {"watching": 0, "present": [1, 2]}
MOVING = "document.querySelector('#board').animate([{ opacity: 1 }], 1e8).id = 'flight'"
LANDED = "document.querySelector('#board').getAnimations().find(({ id }) => id === 'flight').finish()"
SAID = """text => [...document.querySelectorAll("[aria-live] p")].filter((it) => it.textContent === text).length"""


@pytest.mark.soak
@pytest.mark.parametrize("locale", ["en-GB", "pl-PL"])
def test_it_says_who_won_why_and_where_the_points_came_from(
    visit: Visit, finished: Table, locale: str
) -> None:
    page = visit(finished.page, locale=locale)
    game, lang = finished.get(), locale[:2]
    outcome, words = game["outcome"], finished.host.call("GET", "/v1/rulesets/age-of-war")["score_parts"]
    names = {seat["seat"]: seat["name"] for seat in game["seats"]}
    last = finished.get(f"/replay?lang={lang}")["frames"][-1]
    expect(page.locator("#ending h2")).to_have_text(re.compile(names[outcome["winners"][0]]))
    expect(page.locator(".ending-why")).to_contain_text(last["text"])
    for rule in last["rules"]:
        expect(page.locator(f".ending-why [data-clause='{rule}']")).to_be_visible()
    for head, part in zip(page.get_by_role("columnheader").all()[1:-1], outcome["parts"], strict=True):
        expect(head).to_have_text(words[part["part"]][lang])
    ranked = [seat for equal in outcome["ranking"] for seat in equal]
    for row, seat in zip(page.locator(".score-table tbody tr").all(), ranked, strict=True):
        expect(row.get_by_role("rowheader")).to_contain_text(names[seat])
        points = [*(part["points"][str(seat)] for part in outcome["parts"]), outcome["scores"][str(seat)]]
        assert row.get_by_role("cell").all_inner_texts() == list(map(str, points))


@pytest.mark.soak
def test_a_clause_of_the_reason_is_opened(visit: Visit, finished: Table) -> None:
    page = visit(finished.page)
    page.locator(".ending-why .cite").first.click()
    expect(page.locator("dialog .clause-text")).to_be_visible()


@pytest.mark.soak
def test_it_is_watched_from_the_start_and_the_end_is_away_meanwhile(visit: Visit, finished: Table) -> None:
    page = visit(finished.page)
    page.locator("[data-do=watch]").click()
    expect(page.locator("#ending")).to_be_hidden()
    expect(page.locator("#where")).to_have_text(re.compile(r"^\d{1,2} / "))
    page.locator("#present").click()
    expect(page.locator("#ending")).to_be_visible()


@pytest.mark.soak
def test_the_turning_point_is_asked_for_and_leads_to_its_moment(visit: Visit, finished: Table) -> None:
    page = visit(finished.page)
    page.route("**/analysis", analysed)
    page.locator("#ending [data-do=analyse]").click()
    turn = page.locator("#ending .turning-point")
    expect(turn).to_contain_text("Player 1's chance to win fell from 70% to 20% (± 4 points)")
    assert turn.locator("img").evaluate("it => it.decode().then(() => it.naturalWidth > 100)")
    frames = finished.get("/replay?lang=en")["frames"]
    action = [frame for frame in frames[20:] if frame["action"] == frames[20]["action"]]
    turn.click()
    expect(page.locator("#where")).to_have_text(re.compile(f"^{action[-1]['version']} / "))


def test_the_end_comes_once_the_pieces_rest_and_can_be_put_away(visit: Visit, host: Host) -> None:
    table = host.table("age-of-war", ["person", "person"])
    page = visit(BLANK)
    page.route("**/games/*/audience", lambda route: route.fulfill(json=AUDIENCE))
    table.give(page, "seat:2")
    with page.expect_response("**/games/*/audience"):
        page.goto(table.page)
    page.wait_for_selector(".game:not([inert]) #board > .kb")
    page.locator("#history-seek").click()
    typing = page.evaluate_handle("document.activeElement")
    page.evaluate(MOVING)
    table.post("/resignations", {}, "seat:1")
    end, back, title = page.locator("#ending"), page.locator(".turn .ending-back"), page.locator("#ending h2")
    expect(page.locator("#status")).to_have_text("finished")
    expect(page.locator(".turn-text")).to_contain_text("Won by")
    expect(end).to_be_hidden()
    page.evaluate(LANDED)
    expect(title).to_have_text("Player 1 resigned: you win.")
    expect(page.locator("#ending .primary")).to_have_text("Rematch")
    assert page.evaluate(SAID, "Player 1 resigned: you win.") == 1
    assert typing.evaluate("it => it.matches('.side :focus')")
    page.locator("[data-do=close-ending]").click()
    expect(end).to_be_hidden()
    expect(back).to_be_focused()
    back.click()
    expect(title).to_be_focused()
    page.keyboard.press("Escape")
    expect(back).to_be_focused()
    an_offered_rematch_stands_upon_the_end(page, table)


def an_offered_rematch_stands_upon_the_end(page: Page, table: Table) -> None:
    """And upon the board while the end is put away; nothing else there offers one meanwhile."""
    offer, first = page.locator("#rematch-offer"), page.locator("#ending .primary:visible")
    table.post("/rematches", {}, "seat:1")
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")  # the page looks at once
    expect(page.locator(".game-offers > #rematch-offer")).to_be_visible()
    page.locator(".ending-back:visible").click()
    expect(page.locator("#ending #rematch-offer")).to_be_visible()
    expect(first).to_have_attribute("data-do", "accept-rematch")
    expect(page.locator("#ending [data-do=rematch]")).to_have_count(0)
    page.locator("[data-do=decline-rematch]").click()
    expect(offer).to_be_hidden()
    expect(page.locator("#ending-title")).to_be_focused()
    expect(first).to_have_attribute("data-do", "rematch")
    page.set_viewport_size({"width": 390, "height": 844})
    page.keyboard.press("Escape")
    expect(page.locator(".ending-back:visible")).to_be_visible()


@pytest.mark.soak
@pytest.mark.parametrize("visibility", ["public", "private"])
def test_two_who_want_a_rematch_meet_at_one_table(visit: Visit, host: Host, visibility: str) -> None:
    table = host.table("age-of-war", ["person", "person"], visibility=visibility)
    table.post("/abandonment", {}, "organiser")
    pages = [visit(BLANK) for _ in range(2)]
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


@pytest.mark.soak
def test_who_closes_the_window_takes_the_offer_of_a_rematch_back(visit: Visit, host: Host) -> None:
    table = host.table("age-of-war", ["person", "person"])
    table.post("/abandonment", {}, "organiser")
    page = visit(BLANK)
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
    page = visit(BLANK)
    table.give(page, "seat:1")
    page.goto(table.page)
    page.locator("#ending [data-do=share]").click()
    expect(page.locator("dialog input").first).to_have_value(re.compile(table.id))
    page.keyboard.press("Escape")
    page.locator("#ending [data-do=rematch]").click()
    expect(page).to_have_url(re.compile(rf"/games/(?!{table.id})[0-9a-f]{{32}}"))
    expect(page.locator("#status")).to_have_text("playing")
    expect(page.locator("#ending")).to_be_hidden()
