"""Notes beside the board, and analyses shared by link."""

from __future__ import annotations

from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

from tests.web.clicking import menu, ready
from tests.web.conftest import Visit
from tests.web.table import BLANK, Host


@pytest.mark.soak
def test_a_note_is_written_by_keyboard_and_opened_by_link_in_both_languages(visit: Visit, host: Host) -> None:
    table = host.table("age-of-war", ["person", "person"])
    table.act(3)
    table.post("/abandonment", None, "organiser")
    page = visit(BLANK)
    table.give(page, "seat:1")
    page.goto(f"{table.page}/v/5")
    ready(page)
    page.locator("#tab-analysis").click()
    page.get_by_label("Your note on version 5").fill("Why not the castle?\nOr wait <b>.")
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator(".note[data-author='seat:1'] .note-text")).to_have_text(
        "Why not the castle?\nOr wait <b>."
    )
    expect(page.locator("#said")).to_contain_text("The note is saved.")
    stranger = visit(f"{table.page}/v/3", locale="pl-PL")
    stranger.locator("#tab-analysis").click()
    expect(stranger.locator("#notes")).to_contain_text("Wersje z notatkami:")
    expect(stranger.locator(".note")).to_have_count(0)
    stranger.get_by_role("button", name="Wersja 5").press("Enter")
    expect(stranger.locator(".note")).to_contain_text("Player 1")
    expect(stranger.locator(".note")).to_contain_text("Why not the castle?")
    expect(stranger.locator("#note")).to_have_count(0)
    page.locator("#note").fill("")
    page.locator("[data-do=note]").click()
    expect(page.locator(".note")).to_have_count(0)


@pytest.mark.soak
def test_arrows_are_drawn_by_keyboard_and_heard_in_both_languages(visit: Visit, host: Host) -> None:
    table = host.table("age-of-war", ["person", "person"])
    table.act(3)
    table.post("/abandonment", None, "organiser")
    page = visit(BLANK)
    table.give(page, "seat:1")
    page.goto(f"{table.page}/v/5")
    ready(page)
    page.locator("#tab-analysis").click()
    page.get_by_label("The action was").select_option("?!")
    page.get_by_text("Arrows on the board").press("Enter")
    page.locator("#notes [name=start]").select_option("castle:azuchi")
    page.locator("#notes [name=end]").select_option("castle:edo")
    page.locator("[data-do=arrow]").press("Enter")
    expect(page.locator(".kb-arrows path.line")).to_have_count(2)
    page.locator("[data-do=note]").press("Enter")
    expect(page.locator(".note .glyph")).to_have_text("?! dubious")
    page.reload()
    ready(page)
    expect(page.locator(".kb-arrows path.line")).to_have_count(2)
    stranger = visit(f"{table.page}/v/5", locale="pl-PL")
    ready(stranger)
    stranger.locator("#tab-analysis").click()
    expect(stranger.locator(".glyph")).to_have_text("?! wątpliwe")
    expect(stranger.locator(".note-arrows li")).to_contain_text("Strzałka: Azuchi")
    expect(stranger.locator(".kb-arrows path.line")).to_have_count(2)
    page.goto(f"{table.page}/v/4")
    ready(page)
    expect(page.locator(".kb-arrows")).to_have_count(0)


@pytest.mark.soak
def test_an_analysis_is_shared_by_link_and_taken_back(visit: Visit, host: Host) -> None:
    table = host.table("age-of-war", ["person", "person"], visibility="private")
    page = visit(BLANK)
    table.give(page, "seat:1")
    page.goto(table.page)
    expect(page.locator("#where")).not_to_be_empty()  # from then on the page knows which version it shows
    menu(page).locator("#fork").click()
    expect(page.locator("#status")).to_have_text("analysis")
    ready(page)
    page.locator("#tab-analysis").click()
    page.get_by_label("Your note on version").fill("Look here.")
    page.locator("[data-do=note]").click()
    page.locator("#link").click()
    page.locator("[data-do=share]").click()
    link = page.get_by_label("For others, to watch").input_value()
    token = link.split("#")[1]
    guest = visit(
        BLANK, strict=False
    )  # its stream ends when the link is taken back, and is asked for in vain
    addresses: list[str] = []
    guest.on("request", lambda request: addresses.append(request.url))
    guest.goto(link)
    expect(guest.locator(".note")).to_contain_text("Look here.")
    expect(guest.locator("#note")).to_have_count(0)
    expect(guest.locator("#fork")).to_have_count(0)
    expect(guest.locator(".seat").first).to_contain_text("#1")
    assert token not in guest.url
    assert not any(token in urlsplit(it).path + urlsplit(it).query for it in addresses)
    page.locator("[data-do=unshare]").click()
    expect(page.locator("[data-do=unshare]")).to_have_count(0)
    stranger = visit(BLANK, strict=False)
    stranger.goto(
        f"{table.page}#{table.tokens['seat:2']}"
    )  # a trick: whoever sent it would have others act for him
    expect(stranger.locator("h1")).to_have_text("This game does not open")
    assert stranger.evaluate("() => localStorage.getItem('kronika.tokens')") is None
    stranger.goto(link)
    expect(stranger.locator("h1")).to_have_text("This game does not open")
