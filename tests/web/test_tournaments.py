"""Tournaments, figures and people on the page."""

from __future__ import annotations

import json
import re
from itertools import count
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

from tests.running import until
from tests.web.clicking import menu
from tests.web.conftest import Visit
from tests.web.table import Host
from tests.web.test_invitations import invited_by


def set_up(visit: Visit, *others: str, private: bool = False) -> Page:
    page = visit("/tournaments")
    page.get_by_role("link", name="New tournament").click()
    expect(page.locator("h1")).to_have_text("New tournament")
    page.goto("/tournaments/new?ruleset=touche")
    page.get_by_label("Your name").fill("Ada")
    page.get_by_label("How many games").fill("2")
    for seat, kind in enumerate(others, 2):
        page.get_by_label(f"Seat {seat}").select_option(kind)
    if private:
        page.get_by_label("Who may watch").select_option("private")
    page.locator("[data-do=start]").click()
    expect(page.locator("h1")).to_have_text("Tournament: Touché")
    return page


def id_of(page: Page) -> str:
    return urlsplit(page.url).path.split("/")[2]


def test_a_tournament_is_set_played_and_counted(visit: Visit, host: Host) -> None:
    page = set_up(visit, "greedy")
    cup = id_of(page)
    page.locator("[data-do=next-game]").click()
    expect(page.locator(".seat.mine")).to_contain_text("Ada")
    first, token = id_of(page), token_of(page, cup, "organiser")
    assert host.call("GET", f"/v1/tournaments/{cup}")["games"][0]["id"] == first
    menu(page).locator("#table-menu").click()
    expect(page.locator("[data-do=move]")).to_have_count(0)  # its token counts in all games
    host.call("POST", f"/v1/games/{first}/abandonment", {}, token)
    page.locator("dialog [data-do=cup]").click()
    expect(page.locator("#standings tbody tr")).to_have_count(2)
    expect(page.locator("[data-do=next-game]")).to_be_visible()
    expect(page.locator(".cup-game")).to_have_count(2)
    page.goto("/my")  # the next game has come, though its page was never opened
    expect(page.locator("[data-game]")).to_have_count(2)


def token_of(page: Page, cup: str, role: str) -> str:
    found: str = json.loads(page.evaluate("localStorage['kronika.cups']"))[cup][role]
    return found


@pytest.mark.soak
def test_who_types_his_name_goes_on_when_somebody_else_sits_down(visit: Visit, host: Host) -> None:
    terms = {"ruleset": "touche", "seats": 3, "games": 1}
    cup = host.call("POST", "/v1/tournaments", terms)["id"]
    guest = visit(f"/tournaments/{cup}")
    name = guest.get_by_label("Your name")
    name.fill("Cleo")
    name.press("ArrowLeft")
    host.call("POST", f"/v1/tournaments/{cup}/seats", {"name": "Bo", "seat": 2})
    expect(guest.locator(".seat[data-seat='2']")).to_contain_text("Bo")
    guest.keyboard.type("patr")
    expect(name).to_have_value("Clepatro")
    expect(guest.locator(".seedless")).to_contain_text("without a seed and without a key")
    guest.locator("[data-do=sit]").click()
    expect(guest.locator(".seat[data-seat='1']")).to_contain_text("Clepatro")


@pytest.mark.soak
def test_who_is_invited_enters_a_private_tournament(visit: Visit) -> None:
    page = set_up(visit, "open", private=True)
    expect(page.locator(".seat[data-seat='1']")).to_contain_text("Ada")
    link = invited_by(page)
    guest = visit(link, strict=False)  # before he sits down he may read no more than the invitation
    expect(guest.locator("h1")).to_have_text("Tournament: Touché")
    assert "#" not in guest.url
    guest.get_by_label("Your name").fill("Bo")
    guest.locator("[data-do=sit]").click()
    guest.locator("[data-do=next-game]").click()
    expect(guest.locator(".seat.mine")).to_contain_text("Bo")
    stranger = visit(urlsplit(link).path, strict=False)
    expect(stranger.locator("h1")).to_have_text("This game does not open")


def won(visit: Visit, host: Host) -> tuple[Page, str]:
    """A tournament of one game of bots, watched until one of them has won, and the name of the other; now and then both have."""
    terms = {"ruleset": "age-of-war", "seats": 2, "games": 1, "points": {"1": 3, "2": 1}}
    for number in count(1):
        made = host.call("POST", "/v1/tournaments", terms)
        path, names = f"/tournaments/{made['id']}", [f"Ala {number}", f"Ola {number}"]
        for name in names:
            entrant = {"name": name, "bot": "greedy"}
            host.call("POST", f"/v1{path}/seats", entrant, made["organiser_token"])
        page = visit(path)
        expect(page.locator(".cup-next.over")).to_contain_text("Won by", timeout=120_000)
        winners = host.call("GET", f"/v1{path}")["winners"]
        if len(winners) == 1:
            return page, names[2 - winners[0]]
    raise AssertionError


@pytest.mark.soak
def test_standings_name_points_and_wins(visit: Visit, host: Host) -> None:
    page, loser = won(visit, host)
    rows = page.locator("#standings tbody tr").all_inner_texts()
    assert [row.split()[-2:] for row in rows] == [["3", "1"], ["1", "0"]]
    told = "/v1/rulesets/age-of-war/statistics"
    until(lambda: host.call("GET", told)["events"], "figures")  # they follow the games a moment later
    with page.expect_response(lambda answer: told in answer.url) as answer:
        page.goto("/statistics")
    figures = answer.value.json()  # as the page was told them: other games may be over meanwhile
    war = page.locator("[data-ruleset=age-of-war]")
    expect(war).to_contain_text("The last castle was conquered")
    expect(war.locator(".spread dd").first).to_have_text(str(figures["actions"]["min"]))
    expect(war.locator("tr.seat-1 .plot-n, tr.seat-2 .plot-n").first).to_have_text(
        re.compile(r"\d+ \(\d+ %\)")
    )
    page.goto(f"/players?name={loser}")
    expect(page.locator("#player-games [data-game]")).to_have_count(1)
    page.get_by_label("Name").fill("Nobody at all")
    page.get_by_role("button", name="Search").click()
    expect(page.locator("p[role=status]")).to_have_text("There is no public game under this name.")
