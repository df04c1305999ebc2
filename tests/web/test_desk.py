"""The referee's desk in a browser: from a player's click to the final ruling after an appeal."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import Visit
from tests.web.desk import CLAIM, STANDS, Court, address, dispute_last_move, expect_state, rule, write
from tests.web.table import BLANK, Host


def appointed(visit: Visit, organiser: Page, name: str, head: bool) -> Page:
    """Somebody who has become a referee by a link."""
    if head:
        organiser.locator("#referees [name=head]").check()
    organiser.locator("[data-do=appoint]").click()
    link = organiser.locator("dialog input").input_value()
    organiser.locator("dialog .modal-close").click()
    page = visit(address(link))
    page.get_by_label("Your name").fill(name)
    assert "#" not in page.url
    page.locator("[data-do=accept]").click()
    expect(page).to_have_url(re.compile("/desk$"))
    return page


@pytest.mark.soak
def test_a_signed_claim_goes_to_a_final_ruling_after_an_appeal(visit: Visit, host: Host) -> None:
    table = host.table("age-of-war", ["open", "person"])
    organiser = visit(BLANK)
    table.give(organiser, "organiser")
    organiser.goto(table.page)
    organiser.locator("#tab-desk").click()
    judge = appointed(visit, organiser, "Judge", head=False)
    head = appointed(visit, organiser, "Head", head=True)
    expect(organiser.locator("#referees [data-referee]")).to_have_count(2)
    player = visit(table.page)
    player.locator("[data-do=sit-1]").click()
    expect(player.locator("#status")).to_have_text("playing")
    expect(player.locator("#unsigned")).to_be_hidden()
    dispute_last_move(player)
    expect(player.locator("[data-text=claim]")).to_have_text(CLAIM, use_inner_text=True)
    other = visit(BLANK, locale="pl-PL", viewport={"width": 390, "height": 800})
    table.give(other, "seat:2")
    other.goto(table.page)
    other.locator("#case-notice a").click()
    expect(other.locator("[data-text=claim]")).to_have_text("Tego na razie nie możesz przeczytać.")
    write(other, "statement", "Nie zrobiłem tego.")
    judge.reload()
    judge.locator(f"[data-case='{table.id}/1'] a").click()
    expect(judge.locator("[data-text=statement-2]")).to_have_text("Nie zrobiłem tego.")
    judge.locator("[data-do=take]").click()
    rule(judge)
    expect_state(player, "ruled")
    write(player, "appeal", "It was twice.")
    write(player, "answer", "I have said it.")
    other.locator("[data-do=answer-nothing]").click()
    expect(player.locator("#due [data-due=appeal-taking]")).to_be_visible()
    head.reload()
    head.locator(f"[data-case='{table.id}/1'] a").click()
    expect(head.locator("[data-text=answer-1]")).to_have_text("I have said it.")
    head.locator("[data-do=take]").click()
    decision = head.locator("form#rule")
    expect(decision.locator(".instead")).to_be_hidden()
    decision.locator("[name=findings]").fill("Once, indeed.")
    decision.locator("[data-do=rule]").click()
    for page in (player, other, judge, head):
        expect_state(page, "final")
    expect(other.locator("#rulings .ruling")).to_contain_text("ostateczne")
    audit = table.get("/audit", "seat:2")
    assert sum('"t":"dispute-opened"' in it and '"sig"' in it for it in audit["entries"]) == 1
    for signed in ("appealed", "appeal-answered"):
        assert sum(f'"t":"{signed}"' in it and '"sig"' in it for it in audit["entries"]) == 1


@pytest.mark.soak
def test_a_waiver_of_everybody_who_may_appeal_makes_a_ruling_final(visit: Visit, host: Host) -> None:
    """The other party may appeal because of a penalty for it."""
    court = Court.at(visit, host, "touche")
    court.disputed()
    judge, one, two = court.case("referee:1"), court.case("seat:1"), court.case("seat:2")
    judge.locator("[data-do=penalty]").click()
    judge.locator("[name=penalty-seat]").select_option("2")
    rule(judge)
    one.locator("[data-do=waive]").click()
    expect(one.locator("form#waive")).to_have_count(0)
    expect_state(two, "ruled")
    two.locator("[data-do=waive]").click()
    expect_state(one, "final")


@pytest.mark.soak
def test_the_opener_withdraws(visit: Visit, host: Host) -> None:
    court = Court.at(visit, host, "romans")
    page = court.person("seat:1")
    dispute_last_move(page)
    page.locator("[data-do=withdraw]").click()
    expect_state(page, "withdrawn")
    assert court.table.get()["status"] == "playing"


def test_the_move_list_leads_to_the_case_and_cites_the_ruling(visit: Visit, host: Host) -> None:
    court = Court.at(visit, host, "age-of-war")
    court.disputed()
    rule(court.case("referee:1"), kind="dismissed")
    page = visit(court.table.page, locale="pl-PL")
    line = page.locator("#moves .move", has_text="orzeka w sprawie nr 1")
    line.hover()
    expect(line.locator("[data-clause='referee.ruling']")).to_be_visible()
    line.locator(".case-of-move").click()
    expect(page.locator("[data-kind=dismissed] [data-text=findings]")).to_have_text(STANDS)


@pytest.mark.soak
def test_a_finished_case_is_a_public_page_with_a_link(visit: Visit, host: Host) -> None:
    court = Court.at(visit, host, "age-of-war")
    court.disputed()
    rule(court.case("referee:1"))
    court.table.post("/disputes/1/waivers", {}, "seat:1")
    page = visit("/desk", viewport={"width": 390, "height": 800}, color_scheme="dark")
    page.locator(f"#all-cases [data-case='{court.table.id}/1'] a").click()
    expect_state(page, "final")
    page.locator("#case-link").click()
    link = page.locator("dialog input").input_value()
    assert "?" not in link
    assert "#" not in link
    reader = visit(address(link))
    expect(reader.locator("[data-text=findings]")).to_have_text(STANDS)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.soak
@pytest.mark.parametrize("path", ["/cases/1", ""])
def test_a_private_game_is_closed_to_whoever_has_no_token(visit: Visit, host: Host, path: str) -> None:
    court = Court.at(visit, host, "age-of-war", steps=0, visibility="private")
    court.disputed()
    page = visit(court.table.page + path, strict=False)
    expect(page.locator("h1")).to_have_text("This game does not open")
    expect(court.case("referee:1").locator("[data-text=claim]")).to_have_text(CLAIM, use_inner_text=True)


@pytest.mark.soak
def test_the_page_of_a_referee_shows_what_a_spectator_sees(visit: Visit, host: Host) -> None:
    """Hands are dealt in Touché: no request of the page brings a card that everybody does not know."""
    court = Court.at(visit, host, "touche")
    court.disputed()
    brought: list[str] = []
    page = court.visit(BLANK)
    court.table.give(page, "referee:1")
    page.on("response", lambda it: brought.append(it.url) if "/states/" in it.url else None)
    page.goto(f"{court.table.page}/cases/1")
    expect(page.locator("#case-stretch .board > *").first).to_be_visible()
    version = court.table.get("/disputes/1")["about"]["from"]
    shown = court.table.get(f"/states/{version}", "referee:1")["view"]
    assert brought
    assert shown == court.table.get(f"/states/{version}")["view"]
    assert shown != court.table.get(f"/states/{version}", "seat:1")["view"]
    assert not any("as=" in url for url in brought)
