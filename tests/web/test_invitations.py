"""Invitations: a link seats one person, once, and its code stands in no address that anybody keeps."""

from __future__ import annotations

from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browsing import await_events
from tests.web.clicking import play_a_bot
from tests.web.conftest import Visit
from tests.web.table import BLANK, Host


def set_private_table(visit: Visit) -> Page:
    page = visit("/new?ruleset=age-of-war")
    page.get_by_label("Your name").fill("Ada")
    page.get_by_label("Seat 2").select_option("open")
    page.get_by_label("Who may watch").select_option("private")
    page.locator("[data-do=start]").click()
    expect(page.locator(".seat[data-seat='1']")).to_contain_text("Ada")
    return page


def shown(page: Page) -> str:
    """The address that the waiting room shows, for the next guest."""
    return page.locator(".invite-card input").input_value()


def written(page: Page) -> str:
    """The address in a further invitation."""
    more = page.locator(".room-more:has([data-do=invite])")
    if more.get_attribute("open") is None:
        more.locator("summary").click()
    return invited_by(page)


def invited_by(page: Page) -> str:
    """The same where the button is not folded away."""
    page.locator("[data-do=invite]").click()
    link = page.locator("dialog input").input_value()
    page.locator("dialog .modal-close").click()
    return link


@pytest.mark.soak
def test_who_is_invited_sits_down_at_a_private_table(visit: Visit) -> None:
    page = set_private_table(visit)
    link = shown(page)
    code = link.split("#")[1].split("&")[0]
    guest = visit(BLANK)
    addresses: list[str] = []
    guest.on("request", lambda request: addresses.append(request.url))
    guest.goto(link)
    expect(guest.locator("#invited")).to_be_visible()
    assert code not in guest.url
    guest.reload()
    expect(guest.locator("#invited h1")).to_have_text("Ada invites you to Age of War")
    expect(guest.locator("#invited .lead")).to_have_text(
        "For 2 players. One seat is free. At the table: Ada."
    )
    expect(guest.locator("#invited .scene .kb")).to_be_visible()
    guest.get_by_label("Your name").fill("Bo")
    guest.locator("[data-do=sit]").click()
    expect(guest.locator(".seat.mine")).to_contain_text("Bo")
    for person in (page, guest):
        expect(person.locator("#status")).to_have_text("playing")
    expect(page.locator(".room")).to_have_count(0)
    assert all(urlsplit(it).path == f"/v1/invitations/{code}" for it in addresses if code in it)
    guest.go_back()
    assert code not in guest.url


@pytest.mark.soak
def test_the_organiser_never_holds_the_token_of_somebody_elses_seat(visit: Visit) -> None:
    page = set_private_table(visit)
    guest = visit(shown(page))
    guest.locator("[data-do=sit]").click()
    expect(page.locator("#status")).to_have_text("playing")
    held = page.evaluate("() => Object.keys(Object.values(JSON.parse(localStorage['kronika.tokens']))[0])")
    assert sorted(held) == ["organiser", "seat:1"]


@pytest.mark.soak
def test_two_who_are_invited_choose_among_the_seats_that_are_free(visit: Visit) -> None:
    page = visit("/new?ruleset=age-of-war")
    page.locator("select[name=seats]").select_option("3")
    for seat in (2, 3):
        page.get_by_label(f"Seat {seat}").select_option("open")
    page.locator("[data-do=start]").click()
    expect(page.locator(".seat.mine")).to_have_attribute("data-seat", "1")
    link, other = written(page), written(page)
    first, second = visit(link), visit(f"{other}&from=Your%20bank")
    expect(first.locator("#invited h1")).to_have_text("You are invited to Age of War")
    expect(second.locator("#invited h1")).to_have_text(
        "You are invited to Age of War"
    )  # nobody here is called that
    first.get_by_label("Which seat").select_option("3")
    first.locator("[data-do=sit]").click()
    expect(first.locator(".seat.mine")).to_have_attribute("data-seat", "3")
    second.reload()
    expect(second.locator("#invited .lead")).to_contain_text(
        "One seat is free. At the table: Player, Player 3."
    )
    expect(second.get_by_label("Which seat")).to_have_count(0)
    second.locator("[data-do=sit]").click()
    expect(second.locator("#status")).to_have_text("playing")


@pytest.mark.soak
def test_an_invitation_that_was_revoked_opens_nothing(visit: Visit) -> None:
    page = set_private_table(visit)
    link = written(page)
    page.locator("[data-do=revoke]").click()
    expect(page.locator("[data-invitation]")).to_have_count(0)
    guest = visit(link, strict=False)
    expect(guest.locator("h1")).to_have_text("This invitation is no longer open")
    expect(guest.locator("[data-page]")).not_to_contain_text(["Look at the game"])


@pytest.mark.soak
def test_a_code_for_another_table_opens_nothing_and_accuses_nobody(visit: Visit) -> None:
    """Whoever puts such a link together must not get a game into the bad books of somebody's browser."""
    page, elsewhere = set_private_table(visit), visit("/")
    play_a_bot(elsewhere, "age-of-war")
    expect(elsewhere.locator(".seat.mine")).to_have_count(1)
    game = urlsplit(elsewhere.url).path
    guest = visit(f"{game}#{written(page).split('#')[1]}")
    expect(guest.locator("#status")).to_have_text("playing")
    expect(guest.locator("#invited")).to_have_count(0)
    assert "#" not in guest.url
    assert guest.evaluate("localStorage['kronika.breaches']") is None


@pytest.mark.soak
def test_what_was_opened_in_the_room_stays_open_when_the_link_comes(visit: Visit) -> None:
    page, held = set_private_table(visit), list[Route]()
    page.route(
        "**/invitations",
        lambda route: held.append(route) if route.request.method == "GET" else route.continue_(),
    )
    page.reload()
    more = page.locator(".room-more:has([data-do=invite])")
    more.locator("summary").click()
    await_events(page, lambda: held, "the request for the link")
    expect(page.locator(".invite-card")).to_have_count(0)
    for route in held:
        route.continue_()
    expect(page.locator(".invite-card input")).to_be_visible()
    expect(more).to_have_attribute("open", "")


@pytest.mark.soak
def test_a_link_for_a_seat_says_so_in_polish_too(visit: Visit) -> None:
    page = set_private_table(visit)
    page.locator(".room-more summary").first.click()
    page.get_by_label("Which seat").select_option("2")
    guest = visit(written(page), locale="pl-PL")
    expect(guest.locator("#invited")).to_contain_text("Twoje miejsce: 2")
    expect(guest.locator("#invited")).to_contain_text("Dla 2 osób. Jedno miejsce jest wolne.")


@pytest.mark.parametrize(
    ("lang", "told"),
    [
        ("en-GB", "Needed: Hook 1, square 2 · Patterns: Hook · Points: square 12, T 9"),
        pytest.param(
            "pl-PL",
            "Ile potrzeba: Hook 1, kwadrat 2 · Wzory: Hook · Punkty: kwadrat 12, litera T 9",
            marks=pytest.mark.soak,
        ),
    ],
)
def test_who_is_invited_reads_what_is_agreed_otherwise_than_usual(
    visit: Visit, host: Host, lang: str, told: str
) -> None:
    agreed = {
        "set_choice": "dealer",
        "need": {"square": 2, "hook": 1},
        "patterns": {"hook": [[0, 0], [0, 1], [1, 0]]},
        "points": {"square": 12, "t": 9},
    }
    table = host.table("touche", ["open", "open"], options=agreed)
    made = table.post("/invitations", {}, "organiser")
    page = visit(f"{table.page}#{made['code']}", locale=lang)
    shown = page.locator("#agreed")
    expect(shown).to_be_visible()
    assert sorted(shown.inner_text().split(" · ")) == sorted(told.split(" · "))
    assert made["code"] not in page.url
    page.locator("[data-do=sit]").click()
    expect(page.locator(".seat.mine")).to_have_count(1)
    assert ("#" in page.url, page.evaluate("localStorage['kronika.invitations']")) == (False, "{}")
