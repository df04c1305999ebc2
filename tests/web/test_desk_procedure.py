"""The procedure of a case by clicks: refusals, a referee's own motion, resigning, exclusion, and the page that remains."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.web.axe import in_both_schemes
from tests.web.conftest import Visit
from tests.web.desk import CLAIM, STANDS, Court, cite, dispute_last_move, expect_state, rule
from tests.web.table import Host

PHONE = {"width": 390, "height": 844}


def court_of_late_referees(visit: Visit, host: Host) -> Court:
    """The referees accept after the start of the game, so that parties may refuse them."""
    court = Court(visit, host.table("age-of-war", ["person", "person"])).with_referees()
    court.table.act(3)
    return court


@pytest.mark.soak
def test_a_party_refuses_a_marked_referee_and_another_takes_the_case(visit: Visit, host: Host) -> None:
    court = court_of_late_referees(visit, host)
    court.disputed(taken=False)
    judge = court.case("referee:1")
    judge.locator("[data-do=take]").click()
    expect(judge.locator("#case-steps")).to_contain_text("Parties may still refuse you")
    expect(judge.locator("form#rule, form#release")).to_have_count(0)
    one, two = court.case("seat:1", viewport=PHONE), court.case("seat:2", locale="pl-PL")
    expect(one.locator("#due [data-due=refusal]")).to_contain_text("your turn")
    one.locator("[data-do=keep]").click()
    expect(one.locator("form#keep")).to_have_count(0)
    expect(two.locator("form#keep")).to_contain_text("powołanie przyjęto po rozpoczęciu gry")
    two.locator("[data-do=refuse]").click()
    expect_state(judge, "open")
    expect(judge.locator("#case-steps [data-bar]")).to_have_text("A party has refused you in this case.")
    expect(judge.locator("#case-referees [data-referee='1']")).to_contain_text("Refused by: Player 2.")
    expect(judge.locator("#case-referees [data-referee='1']")).to_contain_text("Not refused by: Player 1.")
    head = court.case("referee:2")
    head.locator("[data-do=take]").click()
    rule(head)
    for page in (one, two):
        expect_state(page, "final")


@pytest.mark.soak
def test_a_case_of_a_referees_own_motion_excludes_a_player(visit: Visit, host: Host) -> None:
    """Another referee takes it; a bot plays on for the seat that a head referee excludes."""
    court = Court.at(visit, host, "age-of-war")
    mover = court.person("referee:1")
    court.go_to_a_move(mover)
    expect(mover.locator("[data-do=dispute-this]")).to_have_text("Open a case of your own motion")
    dispute_last_move(mover, wants="conduct")
    expect(mover.locator("#case-steps [data-bar]")).to_contain_text("another referee takes it")
    for seat in (1, 2):
        court.table.post("/disputes/1/statements", {"text": "No."}, f"seat:{seat}")
    head = court.case("referee:2")
    head.locator("[data-do=take]").click()
    head.locator("[data-do=penalty]").click()
    head.locator("[name=penalty-kind]").select_option("exclusion")
    form = head.locator("form#rule")
    form.locator("[name=findings]").fill("It was said in anger.")
    while form.locator(".chosen .cite").count():
        form.locator(".chosen .cite").first.click()
    form.locator("[data-do=rule]").click()
    expect(form.locator("[name=clause]")).to_have_js_property("validity.customError", True)
    cite(head, "referee.exclusion")
    rule(head, "It was said in anger.")
    expect_state(mover, "final")
    expect(mover.locator("#rulings .penalties")).to_contain_text("Exclusion for Player 1")
    player = court.person("seat:1")
    expect(player.locator(".seats .seat-1")).to_contain_text("excluded, a bot plays")


@pytest.mark.soak
def test_a_referee_resigns_and_the_case_is_free_again(visit: Visit, host: Host) -> None:
    court = Court.at(visit, host, "age-of-war")
    court.disputed()
    judge = court.case("referee:1", viewport=PHONE)
    judge.locator(".resigning summary").click()
    judge.locator("[data-do=resign]").click()
    judge.locator("dialog [data-do=sure]").click()
    expect_state(judge, "open")
    expect(judge.locator("#case-steps form")).to_have_count(0)
    expect(judge.locator("#case-referees [data-referee='1']")).to_contain_text("No longer a referee")
    court.case("referee:2").locator("[data-do=take]").click()
    expect_state(judge, "taken")


@pytest.mark.soak
def test_a_finished_case_is_a_page_to_read(visit: Visit, host: Host) -> None:
    """Whoever has the link reads the outcome first, then claim and ruling with the text of its clauses; nothing is left to do."""
    court = Court.at(visit, host, "age-of-war")
    court.disputed(clauses=["war.turn.1"])
    rule(court.case("referee:1"))
    court.table.post("/disputes/1/waivers", {}, "seat:1")
    page = visit(f"{court.table.page}/cases/1", viewport=PHONE)
    expect(page.locator("#case-outcome")).to_contain_text(
        "What happened stands (ruling by referee 1, Judge 1)."
    )
    expect(page.locator("#statements")).to_contain_text("Claim of Player 1")
    expect(page.locator("#rulings [data-text=findings]")).to_have_text(STANDS)
    expect(page.locator("#rulings .clause-texts dt")).to_have_text("war.turn.1")
    expect(page.locator("#rulings .clause-texts dd")).not_to_be_empty()
    expect(page.locator("#case-steps form")).to_have_count(0)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert in_both_schemes(page) == []


@pytest.mark.soak
def test_every_form_of_the_procedure_is_accessible(visit: Visit, host: Host) -> None:
    court = court_of_late_referees(visit, host)
    court.disputed()
    seen: list[Page] = [court.case("seat:2"), court.case("referee:1", viewport=PHONE)]
    for page in seen:
        assert in_both_schemes(page) == []
    for seat in (1, 2):
        court.table.post("/disputes/1/refusals", {"refuse": False}, f"seat:{seat}")
    judge = court.case("referee:1")
    judge.locator("[data-do=open-release]").click()
    judge.locator("form#rule [name=kind]").select_option("corrected")
    expect(judge.locator("#preview .eyes .board > *").first).to_be_visible()
    assert in_both_schemes(judge) == []
    rule(judge, kind="stands")
    court.table.post("/disputes/1/appeals", {"grounds": CLAIM}, "seat:1")
    party = court.case("seat:2", viewport=PHONE)
    expect(party.locator("form#answer")).to_be_visible()
    assert in_both_schemes(party) == []
    court.nothing_to_say(1, 2)
    head = court.case("referee:2")
    expect(head.locator("form#take")).to_contain_text("Take the appeal")
    assert in_both_schemes(head) == []
