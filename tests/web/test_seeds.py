"""Seeds of one's own: committed to and opened without asking, and what the page tells about them."""

from __future__ import annotations

import time
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, Route, expect

from tests.web.conftest import Visit
from tests.web.table import BLANK, Host, Json

TOGETHER = "Only the operator together with all of seats 1, 2 could have chosen."


def set_table(visit: Visit) -> Page:
    page = visit("/new?ruleset=age-of-war")
    page.get_by_label("Your name").fill("Ada")
    page.get_by_label("Seat 2").select_option("open")
    page.locator("[data-do=start]").click()
    expect(page.locator(".seat.mine")).to_contain_text("Ada")
    return page


def sit_down(page: Page, seat: int, name: str) -> None:
    page.get_by_label("Your name").fill(name)
    page.locator(f"[data-do=sit-{seat}]").click()
    expect(page.locator(".seat.mine")).to_contain_text(name)


def events(host: Host, page: Page, kind: str) -> list[Json]:
    told = host.call("GET", f"/v1{urlsplit(page.url).path}/events")["events"]
    return [event["data"] for event in told if event["type"] == kind]


def verdict(page: Page, wanted: str) -> str:
    """What the page says once it says this: it checks again when something new has happened."""
    page.locator("#tab-proof").click()
    expect(page.locator("#verdict")).to_contain_text(wanted, timeout=60_000)
    return page.locator("#verdict").inner_text()


@pytest.mark.soak
def test_the_start_waits_for_a_seed_and_says_whose(visit: Visit, host: Host) -> None:
    page = set_table(visit)
    guest = visit(BLANK)
    held: list[Route] = []
    guest.route("**/seeds", lambda route: held.append(route))
    guest.goto(urlsplit(page.url).path)
    with guest.expect_request("**/seeds"):
        sit_down(guest, 2, "Bo")
    for person in (page, guest):
        expect(person.locator("#turn")).to_contain_text("The start waits for the seed of: Bo")
    held[0].continue_()
    for person in (page, guest):
        expect(person.locator("#status")).to_have_text("playing")
    committed = [data["seed_commitment"] for data in events(host, page, "seat-taken")]
    seeds = {data["seat"]: data["seed"] for data in events(host, page, "seed-revealed")}
    assert len(set(committed)) == len(set(seeds.values())) == 2


@pytest.mark.soak
def test_who_gave_a_seed_reads_whether_nobody_chose_without_him(visit: Visit) -> None:
    page = set_table(visit)
    guest = visit(urlsplit(page.url).path)
    sit_down(guest, 2, "Bo")
    expect(guest.locator("#status")).to_have_text("playing")
    words = verdict(guest, "Yours is in the mix (seat 2), so nobody chose without you.")
    assert TOGETHER in words
    assert "Seats, not people." in words
    watcher = visit(urlsplit(page.url).path, locale="pl-PL")
    watched = verdict(
        watcher, "Wyniki losowań mógł wybrać tylko operator razem ze wszystkimi miejscami: 1, 2."
    )
    assert "bez ciebie" not in watched


@pytest.mark.soak
def test_where_only_bots_play_the_operator_could_have_chosen(visit: Visit, host: Host) -> None:
    table = host.over("age-of-war")
    words = verdict(visit(table.page), "The operator could have chosen every draw.")
    assert "so nobody" not in words


@pytest.mark.soak
def test_a_second_try_to_sit_down_commits_to_the_same_seed(visit: Visit, host: Host) -> None:
    table = host.table("age-of-war", ["open", "open"])
    page = visit(BLANK, strict=False)
    sent: list[str] = []

    def fail(route: Route) -> None:
        sent.append(route.request.post_data_json["seed_commitment"])
        route.abort()

    page.route("**/seats", fail)
    page.route("**/stream", lambda route: None)  # the message goes as soon as anything is heard
    page.goto(table.page)
    expect(page.locator("#badge")).to_have_attribute("data-state", "good", timeout=60_000)  # all is read
    page.locator("[data-do=sit-1]").click()
    expect(page.locator(".alert").first).to_contain_text("cannot be reached")
    page.unroute("**/stream")
    page.reload()
    page.unroute_all()
    sit_down(page, 1, "Ada")
    [taken] = events(host, page, "seat-taken")
    assert {taken["seed_commitment"]} == set(sent)


@pytest.mark.soak
def test_a_seat_that_was_freed_is_no_lie_to_who_sat_there(visit: Visit, host: Host) -> None:
    """Two seats are taken in one browser, and the organiser frees one of them for somebody else."""
    table = host.table("age-of-war", ["open", "open", "open"])
    page = visit(table.page)
    sit_down(page, 1, "Ada")
    page.get_by_text("Somebody else at this device").click()
    page.get_by_label("Your name").fill("Bo")
    page.locator("[data-do=sit]").click()
    expect(page.locator(".seat.mine")).to_contain_text("Bo")
    host.call("DELETE", f"/v1/games/{table.id}/seats/1", None, table.tokens["organiser"])
    for seat in (1, 3):
        table.sit(seat, "person")
    expect(page.locator("#status")).to_have_text("playing")
    verdict(page, "Yours is in the mix (seat 2), so nobody chose without you.")
    expect(page.locator("#breach")).to_be_hidden()
    assert [data["seat"] for data in events(host, page, "seed-revealed")] == [2]


@pytest.mark.soak
def test_the_start_hardly_waits_for_the_services_log(visit: Visit, host: Host) -> None:
    """Its leaf takes a fifth of a second, and `Retry-After` counts in whole ones."""
    page = set_table(visit)
    asked: list[float] = []

    def early(route: Route) -> None:
        asked.append(time.monotonic())
        if len(asked) > 2:
            route.continue_()
        else:
            route.fulfill(status=404, headers={"Retry-After": "10"}, body="{}")

    page.route("**/ledger/log", early)
    sit_down(visit(urlsplit(page.url).path), 2, "Bo")
    expect(page.locator("#status")).to_have_text("playing")
    assert asked[2] - asked[0] < 10
    expect(page.locator("#seed-waits")).to_be_hidden()
