"""Nobody is at one table what he must not be there: the page shows the service the tokens that it holds of it."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import Visit
from tests.web.desk import Court
from tests.web.table import BLANK, Host, Table

REFUSED = {
    "en": "A player or the organiser of a game does not referee it",
    "pl": "Kto gra w grze albo ją organizuje, ten jej nie sędziuje",
}


def sent(page: Page, path: str) -> list[Any]:
    """The bodies that the page will post to an address that ends so."""
    bodies: list[Any] = []
    page.on("request", lambda asked: asked.url.endswith(path) and bodies.append(asked.post_data_json))
    return bodies


@pytest.mark.soak
@pytest.mark.parametrize(("lang", "locale"), [("en", "en-GB"), ("pl", "pl-PL")])
def test_who_sits_and_organises_does_not_make_himself_the_referee(
    visit: Visit, host: Host, lang: str, locale: str
) -> None:
    table = host.table("age-of-war", ["person", "person"])
    code = table.post("/referees", {"head": True}, "organiser")["code"]
    page = visit(BLANK, locale=locale, strict=False)
    table.give(page, "seat:1", "organiser")
    page.goto(f"{table.page}/referee#{code}")
    shown = sent(page, "/referees/acceptances")
    page.locator("[name=name]").fill("Somebody")
    page.locator("[data-do=accept]").click()
    alert = page.locator(".alert[data-kind=forbidden][data-rule='referee.party']")
    expect(alert).to_contain_text(REFUSED[lang])
    assert sorted(shown[0]["tokens"]) == sorted([table.tokens["seat:1"], table.tokens["organiser"]])
    assert [it["name"] for it in table.get("/disputes")["referees"]] == [None]


@pytest.mark.soak
def test_a_referee_does_not_sit_down_at_the_table(visit: Visit, host: Host) -> None:
    court = Court(visit, host.table("age-of-war", ["open", "person"])).with_referees()
    page = court.person("referee:1", strict=False)
    shown = sent(page, "/seats")
    page.locator("[data-do=sit-1]").click()
    expect(page.locator(".alert[data-rule='referee.party']")).to_be_visible()
    assert shown[0]["tokens"] == [court.table.tokens["referee:1"]]


@pytest.mark.soak
def test_a_referee_of_a_meeting_does_not_sit_down_at_its_tables(visit: Visit, host: Host) -> None:
    made = host.call("POST", "/v1/meetings", {"name": "Evening"})
    organiser = made["organiser_token"]
    code = host.call("POST", f"/v1/meetings/{made['id']}/referees", {}, organiser)["code"]
    body = {"ruleset": "age-of-war", "seats": 2, "meeting": made["id"]}
    game = host.call("POST", "/v1/games", body, organiser)["id"]
    page = visit(f"/meetings/{made['id']}/referee#{code}", strict=False)
    page.locator("[name=name]").fill("Judge")
    page.locator("[data-do=accept]").click()
    expect(page).to_have_url(f"{host.url}/meetings/{made['id']}")
    page.goto(f"/games/{game}")
    shown = sent(page, "/seats")
    page.locator(".seat-input").first.fill("Somebody")
    page.locator("[data-do=sit-1]").click()
    expect(page.locator(".alert[data-rule='referee.party']")).to_be_visible()
    assert len(shown[0]["tokens"]) == 1


@pytest.mark.soak
def test_a_referee_of_a_tournament_does_not_enter_it(visit: Visit, host: Host) -> None:
    made = host.call("POST", "/v1/tournaments", {"ruleset": "age-of-war", "seats": 2, "games": 1})
    path = f"/tournaments/{made['id']}"
    code = host.call("POST", f"/v1{path}/referees", {}, made["organiser_token"])["code"]
    page = visit(f"{path}/referee#{code}", strict=False)
    page.locator("[name=name]").fill("Judge")
    page.locator("[data-do=accept]").click()
    expect(page).to_have_url(f"{host.url}/desk")
    page.goto(path)
    page.locator("[name=name]").fill("Somebody")
    page.locator("[data-do=sit]").click()
    expect(page.locator(".alert[data-rule='referee.party']")).to_be_visible()


def test_a_name_that_looks_like_anothers_is_refused_in_the_readers_language(visit: Visit, host: Host) -> None:
    table = host.table("age-of-war", ["person", "open"])
    page = visit(table.page, locale="pl-PL", strict=False)
    page.locator(".seat-input").fill("PLAYER 1")
    page.locator("[data-do=sit-2]").click()
    alert = page.locator(".alert[data-rule='table.names']")
    expect(alert).to_contain_text("Imiona przy jednym stole muszą wyglądać różnie")


@pytest.mark.soak
def test_one_person_at_two_seats_is_offered_two_names(visit: Visit, host: Host) -> None:
    table = Table(host, host.table("age-of-war", ["open", "open"]).id, {})
    page = visit(table.page)
    page.locator("[data-do=sit-1]").click()
    page.get_by_text("Somebody else at this device").click()
    page.locator("[data-do=sit]").click()
    expect(page.locator("#status")).to_have_text("playing")
    assert [seat["name"] for seat in table.get()["seats"]] == ["Player", "Player 2"]
