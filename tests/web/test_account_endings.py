"""Where an account ends: in this browser, elsewhere, at another address, with a game, or with the service's settings."""

from __future__ import annotations

import json
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

from tests.running import serving
from tests.web.clicking import nobody_waits, play_a_bot
from tests.web.conftest import Visit
from tests.web.people import ABANDON, at_account, passkeys_at, sign_up
from tests.web.table import Host


@pytest.mark.soak
def test_nothing_of_an_account_is_left_in_a_browser_that_signs_out_in_another_tab(
    visit: Visit, host: Host
) -> None:
    """The window that would close the first account would close the next one."""
    page, _, _ = sign_up(visit, host, "Lea", strict=False)
    at_account(page).locator("[data-do=close-account]").click()
    other = page.context.new_page()
    other.goto("/account")
    other.locator("[data-do=sign-out]").click()
    expect(page.locator("#account-door")).to_be_visible()
    expect(page.locator("dialog")).to_have_count(0)
    held = other.evaluate("JSON.stringify(localStorage)")
    assert "Lea" not in held


@pytest.mark.soak
def test_a_session_that_ends_elsewhere_says_so_in_its_game(visit: Visit, host: Host) -> None:
    page, _, _ = sign_up(visit, host, "Ida", "/", strict=False)
    play_a_bot(page, "touche")
    expect(page.locator(".seat.mine")).to_have_count(1)
    [cookie] = page.context.cookies()
    host.sign_out({cookie["name"]: cookie["value"]})
    expect(page.locator("[data-kind=session-ended] strong")).to_have_text("You are signed out.")
    expect(page.locator(".seat.mine")).to_have_count(0)


@pytest.mark.soak
def test_an_account_organises_its_rematch_and_has_a_new_name(visit: Visit, host: Host) -> None:
    page, _, _ = sign_up(visit, host, "Noa", "/")
    play_a_bot(page, "touche")
    expect(page.locator("#status")).to_have_text("playing")
    page.evaluate(ABANDON, urlsplit(page.url).path.split("/")[2])
    at_account(page).locator("[data-do=rename]").click()
    page.locator("dialog [name=name]").fill("Noemi")
    page.locator("[data-do=new-name]").click()
    expect(page.locator("#account")).to_have_text("Noemi")
    page.goto("/my")
    page.locator("[data-do=rematch]").click()
    expect(page.locator(".seat.mine .seat-name")).to_have_text("Noemi")
    held = json.loads(page.evaluate("localStorage['kronika.tokens']"))
    assert held[urlsplit(page.url).path.split("/")[2]] == {"organiser": "session", "seat:1": "session"}


@pytest.mark.soak
def test_where_passkeys_do_not_work_the_page_says_why_and_takes_seats_along(visit: Visit, host: Host) -> None:
    page = visit("/", strict=False)
    nobody_waits(page)
    play_a_bot(page, "touche")
    expect(page.locator("#status")).to_have_text("playing")
    game = urlsplit(page.url).path.split("/")[2]
    page.goto("/")
    page.locator("#sign-in").click()
    expect(page.locator("dialog")).to_contain_text(passkeys_at(host))
    page.locator("[data-do=go-there]").click()
    page.locator("[data-do=take-over]").click()
    assert page.url.startswith(passkeys_at(host))
    expect(page.locator("[data-game]")).to_have_attribute("data-game", game)
    page.goto(f"{passkeys_at(host)}/games/{game}")
    expect(page.locator(".seat.mine")).to_have_count(1)


@pytest.mark.soak
def test_without_accounts_nothing_of_them_is_shown(visit: Visit, tmp_path: Path) -> None:
    with serving(tmp_path, KRONIKA_ACCOUNTS="off") as server:
        page = visit("/", at=f"http://localhost:{server.port}")
        expect(page.locator(".game-card").first).to_be_visible()
        expect(page.locator("#sign-in, #account")).to_have_count(0)
        page.goto("/account")
        expect(page.locator("#account-door .btn")).to_have_count(0)
