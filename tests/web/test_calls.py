"""Judge calls in a browser, and what was ruled before: shown to whoever rules by the same clauses."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.running import until
from tests.web.conftest import Visit
from tests.web.desk import Court, cite
from tests.web.table import Host

PHONE = {"width": 390, "height": 844}
QUESTION, ANSWER = "May I throw that again?", "You may, once."


def at_desk(court: Court, role: str, **settings: Any) -> Page:
    looks_on = role == "spectator"
    page = court.visit(court.table.page, **settings) if looks_on else court.person(role, **settings)
    if settings.get("viewport") == PHONE:
        page.locator("#drawer").click()
    page.locator("#tab-desk").click()
    return page


def ask(page: Page, question: str = QUESTION) -> None:
    page.locator("[data-do=open-call]").click()
    page.locator("form#call-judge textarea").fill(question)
    page.locator("[data-do=call-judge]").click()
    expect(page.locator("[data-call]").last).to_be_visible()


def test_a_player_calls_a_judge_who_answers_while_the_game_goes_on(visit: Visit, host: Host) -> None:
    """And what the judge is typing stays when another call comes."""
    court = Court.at(visit, host, "age-of-war")
    player, judge = at_desk(court, "seat:1"), at_desk(court, "referee:1", viewport=PHONE)
    ask(player)
    expect(player.locator("[data-text=question]")).to_have_text(QUESTION)
    expect(judge.locator("[data-text=question]")).to_have_text(QUESTION)
    expect(judge.locator("[data-do=open-call]")).to_have_count(0)  # it would be refused
    assert QUESTION not in court.table.text("/calls")
    judge.locator("form#answer-1 textarea").fill(ANSWER)
    court.table.post("/calls", {"question": "And I?"}, "seat:2")
    expect(judge.locator("[data-call]")).to_have_count(2)
    expect(judge.locator("form#answer-1 textarea")).to_have_value(ANSWER)
    judge.locator("[data-do=answer-1]").click()
    for page in (player, judge):
        expect(page.locator("[data-text=answer]")).to_have_text(ANSWER)
    expect(judge.locator("form#answer-1")).to_have_count(0)
    assert ANSWER in court.table.text("/calls")
    assert court.table.get()["status"] == "playing"
    expect(player.locator(".terms")).to_contain_text("1 day. Statements: 10 minutes. Ruling: 1 hour.")
    player.locator("[data-do=close-call]").click()
    expect(judge.locator(".call").first).to_contain_text("closed")


@pytest.mark.soak
def test_who_looks_on_reads_answers_alone_and_is_offered_no_call(visit: Visit, host: Host) -> None:
    court = Court.at(visit, host, "age-of-war")
    court.table.post("/calls", {"question": QUESTION}, "seat:1")
    looker = at_desk(court, "spectator")
    expect(looker.locator("[data-text=question]")).not_to_have_text(QUESTION)
    expect(looker.locator("[data-do=open-call]")).to_have_count(0)
    court.table.post("/calls/1/answers", {"answer": ANSWER}, "referee:1")
    expect(looker.locator("[data-text=answer]")).to_have_text(ANSWER)


FINDINGS = "The line was broken, plainly."


def test_who_rules_sees_what_was_ruled_by_the_same_clauses(visit: Visit, host: Host) -> None:
    earlier = Court.at(visit, host, "age-of-war")
    earlier.disputed()
    earlier.ruled(kind="stands", findings=FINDINGS, clauses=["war.line.2"])
    earlier.table.post("/disputes/1/waivers", {}, "seat:1")
    until(lambda: earlier.table.id in host.text("/v1/rulings?clause=war.line.2"))
    court = Court.at(visit, host, "age-of-war")
    court.disputed(clauses=["war.line.2"])
    judge = court.case("referee:1")
    found = judge.locator("[data-precedents='war.line.2']")
    expect(found.locator("summary")).to_contain_text("cites war.line.2:")
    expect(found.locator("summary")).to_contain_text("0 were overturned")
    found.locator("summary").click()
    expect(found.locator("[data-text=precedent]").first).to_have_text(FINDINGS)
    expect(found.locator("a").first).to_have_attribute("href", re.compile("/cases/1$"))
    cite(judge, "war.line.1")
    expect(judge.locator(".precedents")).to_contain_text("No earlier ruling cites war.line.1")
