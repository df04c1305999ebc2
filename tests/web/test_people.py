"""People at a table: the room in which they wait for each other, the ways out of a game, and what they offer each other."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.web.axe import findings, in_both_schemes
from tests.web.clicking import menu
from tests.web.conftest import Visit
from tests.web.table import BLANK, Host, Table


def sit_down(page: Page, name: str) -> None:
    page.get_by_label("Your name").fill(name)
    page.locator("[data-do=sit]").click()
    expect(page.locator(".seat.mine")).to_contain_text(name)


def test_a_table_waits_and_becomes_the_board(visit: Visit, host: Host) -> None:
    table = host.table("age-of-war", ["open", "open"])
    page = visit(BLANK, strict=False)
    page.add_init_script("navigator.share = (what) => (window.shared = what, Promise.resolve())")
    table.give(page, "organiser")
    page.goto(table.page)
    sit_down(page, "Ada")
    expect(page.locator(".room h2")).to_have_text("Waiting for one more player")
    expect(page.locator(".room .qr")).to_be_visible()
    expect(page.locator(".room-world .kb")).to_be_visible()
    assert findings(page) == []
    link = page.locator(".invite-card input").input_value()
    page.locator("[data-do=share-invitation]").click()
    assert page.evaluate("shared") == {
        "title": "Age of War",
        "text": "Ada invites you to Age of War",
        "url": link,
    }
    guest = visit(link)
    expect(guest.locator(".room h2")).to_have_text("Ada invites you to Age of War")
    sit_down(guest, "Bo")
    for one in (page, guest):
        expect(one.locator("#status")).to_have_text("playing")
        expect(one.locator(".room")).to_have_count(0)
        expect(one.locator("#board .kb-stage")).to_be_visible()


@pytest.mark.soak
def test_who_waits_at_a_table_may_leave_it_and_come_back(visit: Visit, host: Host) -> None:
    table = host.table("age-of-war", ["open", "open"])
    page = visit(table.page)
    sit_down(page, "Ada")
    menu(page).locator("[data-do=leave]").click()
    expect(page.locator("dialog [data-clause='table.seeds']")).to_be_visible()
    page.locator("[data-do=sure]").click()
    expect(page.locator(".seats .seat.vacant")).to_have_count(2)
    assert [seat["name"] for seat in table.get()["seats"]] == [None, None]
    sit_down(page, "Ada")


@pytest.mark.soak
def test_they_stop_by_agreement_and_meet_again_at_one_table(visit: Visit, host: Host) -> None:
    table = host.table("age-of-war", ["person", "person"])
    one, two = pages = [visit(BLANK, strict=False) for _ in range(2)]
    for seat, page in enumerate(pages, 1):
        table.give(page, f"seat:{seat}")
        page.goto(table.page)
    menu(one).locator("[data-do=offer-stop]").click()
    expect(one.locator("dialog")).to_contain_text("once these have agreed, too: Player 2")
    one.locator("[data-do=sure]").click()
    expect(one.locator("#stop-offer")).to_contain_text("Still missing: Player 2")
    expect(two.locator("#stop-offer")).to_contain_text("Player 1 offers to stop without a result.")
    assert in_both_schemes(two) == []
    two.locator("[data-do=play-on]").click()
    expect(two.locator("#stop-offer")).to_be_hidden()
    two.reload()
    two.locator("[data-do=agree-stop]").click()
    for page in pages:
        expect(page.locator("#status")).to_have_text("abandoned")
        expect(page.locator("#stop-offer")).to_be_hidden()
    again(table, one, two)


def again(table: Table, one: Page, two: Page) -> None:
    """The one offers a rematch; the other declines, and thinks better of it."""
    menu(one).locator("#table-menu").click()
    one.locator("dialog [data-do=rematch]").click()
    expect(two.locator("#rematch-offer")).to_contain_text("Player 1 offers a rematch.")
    assert table.get("/rematches", "seat:1")["waiting"] == [2], "looking is not accepting"
    two.locator("[data-do=decline-rematch]").click()
    expect(two.locator("#rematch-offer")).to_be_hidden()
    expect(one.locator("dialog [role=status]")).to_have_text("No rematch for now: Player 2")
    one.locator("dialog .modal-close").click()
    expect(one.locator("dialog")).to_have_count(0)
    table.post("/rematches", {}, "seat:1")
    two.reload()
    two.locator("[data-do=accept-rematch]").click()
    expect(two).to_have_url(re.compile(rf"/games/(?!{table.id})[0-9a-f]{{32}}"))
    one.locator("[data-do=join-rematch]").click()
    expect(one.locator("#status")).to_have_text("playing")
    found = {re.findall(r"[0-9a-f]{32}", page.url)[0] for page in (one, two)}
    assert found == {table.get("/rematches", "seat:2")["game"]}
