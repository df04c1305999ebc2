"""Moves that could not be sent: kept with their keys, and sent once from wherever one is in this browser, or not at all."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Route, expect

from tests.browsing import await_events
from tests.web.clicking import do_first, menu
from tests.web.locks import until_locks
from tests.web.table import Table
from tests.web.test_connection import (
    MOVES,
    Sit,
    act_in_vain,
    kept,
    line,
    live,
    own,
    sit,
    table,
    table_of_one_action,
)

__all__ = ["line", "sit", "table"]

TO_LOBBY = ".game-head a[href='/']"
SLEEPS = "name => void navigator.locks.request(name, () => new Promise(() => {}))"
"""A tab that never comes to an end with what it sends."""


def test_a_move_made_on_a_cut_line_is_kept_over_a_reload_and_sent(table: Table, sit: Sit) -> None:
    page = sit()
    before = own(table)
    act_in_vain(page)
    assert own(table) == before
    assert kept(page) != {}
    page.unroute(MOVES)
    page.reload()
    expect(page.locator("#where")).not_to_have_text(re.compile(f"^{len(before)} / "))
    page.wait_for_function("() => localStorage.getItem('kronika.unsent') === '{}'")
    live(page, table)
    assert len(own(table)) == len(table_of_one_action(table, before)) > len(before)


@pytest.mark.soak
def test_a_move_made_on_a_cut_line_is_sent_from_wherever_one_is(table: Table, sit: Sit) -> None:
    page = sit()
    before = own(table)
    page.route("**/v1/**", lambda route: route.abort())
    do_first(page)
    expect(page.locator("#line")).to_contain_text("Your move is saved here")
    page.locator(TO_LOBBY).click()
    expect(page.locator("#unreached")).to_be_visible()
    expect(page.locator("#line")).to_contain_text("Your move is saved here")
    assert own(table) == before
    page.unroute("**/v1/**")
    page.clock.fast_forward(30_000)
    expect(page.locator("#said")).to_contain_text("Your move was sent.")
    expect(page.locator("#line")).to_be_hidden()
    expect(page.locator("#unreached, .alert")).to_have_count(0)
    assert urlsplit(page.url).path == "/"
    assert kept(page) == {}
    assert len(own(table)) == len(table_of_one_action(table, before)) > len(before)


@pytest.mark.soak
def test_what_was_kept_when_the_site_was_left_is_sent_from_its_lobby(table: Table, sit: Sit) -> None:
    page = sit()
    before = own(table)
    act_in_vain(page)
    page.goto("/health/ready")
    page.unroute(MOVES)
    page.goto("/")
    expect(page.locator("#said")).to_contain_text("Your move was sent.")
    assert kept(page) == {}
    assert len(own(table)) == len(table_of_one_action(table, before)) > len(before)


@pytest.mark.soak
@pytest.mark.parametrize("place", ["lobby", "game"])
def test_what_a_tab_leaves_unsent_is_sent_by_another_that_stands_still(
    table: Table, sit: Sit, place: str
) -> None:
    page = sit()
    before = own(table)
    other = page.context.new_page()
    other.goto("/" if place == "lobby" else page.url)
    expect(other.locator("#page h1, #where").first).to_be_visible()
    act_in_vain(page)
    until_locks(other, held=1, pending=1)
    assert own(table) == before
    page.close()
    expect(other.locator("#said")).to_contain_text("Your move was sent.")
    expect(other.locator("#line")).to_be_hidden()
    assert kept(other) == {}
    assert len(own(table)) == len(table_of_one_action(table, before)) > len(before)


@pytest.mark.soak
def test_who_plays_waits_for_another_tab_of_his_a_while_only(table: Table, sit: Sit) -> None:
    page = sit()
    before = own(table)
    other = page.context.new_page()
    other.goto("/")
    other.evaluate(SLEEPS, f"kronika.unsent/{table.id}/seat:{table.get()['to_act'][0]}")
    do_first(page)
    until_locks(page, held=1, pending=1)
    assert own(table) == before
    page.clock.fast_forward(10_000)
    page.wait_for_function("() => localStorage.getItem('kronika.unsent') === '{}'")
    live(page, table)
    assert len(own(table)) == len(table_of_one_action(table, before)) > len(before)


@pytest.mark.soak
def test_a_move_that_came_too_late_is_told_in_the_lobby_with_the_way_to_its_game(
    table: Table, sit: Sit
) -> None:
    page = sit(locale="pl-PL")
    seat = table.get()["to_act"][0]
    act_in_vain(page, "Twój ruch czeka tutaj")
    page.locator(TO_LOBBY).click()
    expect(page.locator("#page h1")).to_be_visible()
    table.act(1, seat)  # by another page of the same player
    done = own(table)
    page.unroute(MOVES)
    page.clock.fast_forward(30_000)
    expect(page.locator(".alert")).to_contain_text("gra potoczyła się dalej")
    expect(page.locator("#line")).to_be_hidden()
    assert own(table) == done
    assert kept(page) == {}
    page.locator(".alert a").click()
    expect(page.locator("#where")).to_be_visible()


@pytest.mark.soak
def test_a_move_is_sent_while_one_looks_on_with_the_eyes_of_another_seat(table: Table, sit: Sit) -> None:
    page = sit()
    before = own(table)
    act_in_vain(page)
    menu(page).locator("#eyes").select_option("spectator")
    expect(page).to_have_url(re.compile("seat=spectator"))
    page.unroute(MOVES)
    page.clock.fast_forward(30_000)
    expect(page.locator("#said")).to_contain_text("Your move was sent.")
    assert kept(page) == {}
    assert len(own(table)) == len(table_of_one_action(table, before)) > len(before)


@pytest.mark.soak
def test_a_kept_move_is_not_sent_to_a_game_that_was_to_be_forgotten(table: Table, sit: Sit) -> None:
    page = sit()
    before = own(table)
    act_in_vain(page)
    page.locator(TO_LOBBY).click()
    page.locator("#pages a[href='/my']").click()
    expect(page.locator("#my-games")).to_be_visible()
    under_way: list[Route] = []
    page.route(MOVES, lambda route: under_way.append(route))
    page.clock.fast_forward(30_000)
    await_events(page, lambda: under_way, "the move once more")
    page.evaluate("for (const name of ['tokens', 'unsent']) localStorage.setItem(`kronika.${name}`, '{}')")
    under_way.pop().abort()
    page.unroute_all()
    page.clock.fast_forward(60_000)
    expect(page.locator("#line")).to_be_hidden()
    assert own(table) == before
    assert kept(page) == {}


@pytest.mark.soak
def test_a_kept_move_in_a_game_that_is_closed_to_one_is_told_once(table: Table, sit: Sit) -> None:
    page = sit()
    act_in_vain(page)
    problem = {"status": 401, "json": {"title": "Who are you?", "status": 401}}
    page.route("**/news*", lambda route: route.fulfill(**problem))
    page.goto("/")
    expect(page.locator(".alert a")).to_be_visible()
    expect(page.locator("#line")).to_be_hidden()
    assert kept(page) == {}


@pytest.mark.soak
def test_a_kept_move_is_not_made_in_a_game_that_has_gone_on(table: Table, sit: Sit) -> None:
    page = sit(locale="pl-PL")
    seat = table.get()["to_act"][0]
    act_in_vain(page, "Twój ruch czeka tutaj")
    table.act(1, seat)  # by another page of the same player
    done = own(table)
    page.unroute(MOVES)
    page.clock.fast_forward(10_000)  # not so long that the message has gone again
    expect(page.locator(".alert")).to_contain_text("gra potoczyła się dalej")
    live(page, table)
    assert own(table) == done
    assert kept(page) == {}
