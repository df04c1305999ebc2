"""Meetings in a browser: creating one, its tables, its referees, and its queue as it changes."""

from __future__ import annotations

import json
import re
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

from tests.web.axe import findings, in_both_schemes
from tests.web.conftest import Visit
from tests.web.desk import Court, address
from tests.web.table import BLANK, Host, Table

PHONE = {"width": 390, "height": 800}


class Gathering:
    """A meeting by way of the API."""

    def __init__(self, host: Host, name: str = "Club evening") -> None:
        made = host.call("POST", "/v1/meetings", {"name": name})
        self.host, self.id, self.organiser = host, made["id"], made["organiser_token"]

    @property
    def page(self) -> str:
        return f"/meetings/{self.id}"

    def table(self, visit: Visit, steps: int = 2, **more: Any) -> Court:
        """A table at which two sit, with two referees of its own."""
        terms = {"ruleset": "age-of-war", "seats": 2, "meeting": self.id, **more}
        made = self.host.call("POST", "/v1/games", terms, self.organiser)
        table = Table(self.host, made["id"], {"organiser": made["organiser_token"]})
        for seat in (1, 2):
            table.sit(seat, "person")
        court = Court(visit, table).with_referees()
        table.act(steps)
        return court

    def give(self, page: Page, role: str, token: str) -> None:
        """Put a token of the meeting into the page's browser."""
        held = json.dumps({self.id: {role: token}})
        page.evaluate("held => localStorage.setItem('kronika.tokens', held)", held)


def test_a_meeting_is_made_with_a_table_and_has_one_link(visit: Visit, host: Host) -> None:
    page = visit("/desk")
    page.locator("[data-do=new-meeting]").click()
    page.locator("form#new-meeting [name=name]").fill("Wieczór w klubie")
    page.locator("[data-do=create-meeting]").click()
    expect(page.locator("#meeting-name")).to_have_text("Wieczór w klubie")
    page.locator("[data-do=share-meeting]").click()
    link = urlsplit(page.locator("dialog input").input_value())
    assert (link.query, link.fragment) == ("", "")
    page.locator("dialog .modal-close").click()
    page.locator("[data-do=new-table]").click()
    expect(page.locator("#of-meeting")).to_be_visible()
    page.locator("[data-do=start]").click()
    expect(page).to_have_url(re.compile("/games/"))
    game = urlsplit(page.url).path.split("/")[2]
    assert host.call("GET", f"/v1/games/{game}")["meeting"] == link.path.split("/")[2]
    stranger = visit(link.path)
    expect(stranger.locator(f"[data-game='{game}']")).to_be_visible()
    expect(stranger.locator("[data-do=new-table], [data-do=appoint]")).to_have_count(0)
    page.goto("/desk")
    expect(page.locator("[data-meeting]")).to_have_text("Wieczór w klubie")


def test_the_queue_follows_what_happens_at_the_tables(visit: Visit, host: Host) -> None:
    meeting = Gathering(host)
    first, second = (meeting.table(visit) for _ in range(2))
    page = visit(meeting.page, viewport=PHONE, locale="pl-PL")
    expect(page).to_have_title(re.compile("^Club evening"))
    first.disputed(taken=False, wants="back-up")
    row = page.locator(f"#queue [data-case='{first.table.id}/1']")
    expect(row).to_contain_text("cofnięcie gry")
    expect(row).to_contain_text("nikt jej jeszcze nie ma")
    expect(page).to_have_title(re.compile(r"^\(1\) Club evening"))
    first.table.post("/disputes/1/taking", {}, "referee:1")
    expect(row).to_contain_text("Judge 1")
    second.disputed(taken=False)
    expect(page.locator("#queue li")).to_have_count(2)
    expect(page.locator("[data-waiting=queue]")).to_have_text("2")
    second.table.post("/disputes/1/withdrawals", {}, "seat:1")
    expect(page.locator("[data-waiting=queue]")).to_have_text("1")
    page.locator(".queue-filters > summary").click()
    assert findings(page) == []
    page.locator(".queue-filters [name=status]").select_option("is withdrawn")
    expect(page.locator("#queue li")).to_have_attribute("data-case", f"{second.table.id}/1")
    page.locator(".queue-filters [name=clause]").fill("romans.")
    expect(page.locator("#queue li")).to_have_count(0)


@pytest.mark.soak
def test_the_page_of_a_meeting_and_the_desk_as_axe_judges_them(visit: Visit, host: Host) -> None:
    meeting = Gathering(host)
    meeting.table(visit).disputed(clauses=["war.turn.1"])
    page = visit(BLANK, viewport=PHONE)
    meeting.give(page, "organiser", meeting.organiser)
    for path, shown in ((meeting.page, "#queue li"), ("/desk", "#own-cases li"), ("/meetings/new", "form")):
        page.goto(path)
        expect(page.locator(shown).first).to_be_visible()
        assert in_both_schemes(page) == []
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def appointed(visit: Visit, meeting: Gathering) -> tuple[Page, Page]:
    """The organiser at the meeting's page, and a head referee who has come by the link that was made there."""
    organiser = visit(BLANK)
    meeting.give(organiser, "organiser", meeting.organiser)
    organiser.goto(meeting.page)
    organiser.locator("#referees [name=head]").check()
    organiser.locator("[data-do=appoint]").click()
    link = organiser.locator("dialog input").input_value()
    organiser.locator("dialog .modal-close").click()
    judge = visit(address(link))
    judge.get_by_label("Your name").fill("Hela")
    judge.locator("[data-do=accept]").click()
    expect(judge).to_have_url(re.compile(f"{meeting.page}$"))
    expect(judge.locator("#referees")).to_contain_text("Hela")
    return organiser, judge


def test_a_referee_of_a_meeting_comes_by_a_link(visit: Visit, host: Host) -> None:
    appointed(visit, Gathering(host))


@pytest.mark.soak
def test_a_referee_of_the_meeting_opens_a_case_from_its_page(visit: Visit, host: Host) -> None:
    meeting = Gathering(host)
    organiser, judge = appointed(visit, meeting)
    clockless = meeting.table(visit, steps=0)
    private = meeting.table(visit, steps=0, visibility="private", clock={"bank": 600})
    judge.reload()
    row = judge.locator(f"#meeting-tables [data-game='{private.table.id}']")
    other = judge.locator(f"#meeting-tables [data-game='{clockless.table.id}']")
    expect(other.locator("[data-do=own-motion]")).to_be_visible()
    expect(other.locator("[data-do=more-time]")).to_have_count(0)
    expect(judge.locator("#referees")).not_to_contain_text("start")
    expect(organiser.locator(f"[data-game='{private.table.id}']")).to_have_count(0)
    row.locator("[data-do=more-time]").click()
    form = judge.locator("form#motion")
    expect(form.locator("[name=claim]")).not_to_have_value("")
    expect(form.locator(".people")).to_contain_text("Player 2")
    form.locator("[data-do=motion]").click()
    expect(judge.locator("#case-head h1")).to_be_visible()
    judge.goto(meeting.page)
    expect(judge.locator(f"#queue [data-case='{private.table.id}/1']")).to_contain_text("Hela")
    organiser.reload()
    expect(organiser.locator("#referees [data-referee]")).to_have_count(1)
    expect(organiser.locator("#queue li")).to_have_count(0)


@pytest.mark.soak
def test_referees_of_a_tournament_are_appointed_on_its_page(visit: Visit, host: Host) -> None:
    terms = {"ruleset": "touche", "seats": 2, "games": 1}
    made = host.call("POST", "/v1/tournaments", terms)
    page = visit(BLANK)
    held = json.dumps({made["id"]: {"organiser": made["organiser_token"]}})
    page.evaluate("held => localStorage.setItem('kronika.cups', held)", held)
    page.goto(f"/tournaments/{made['id']}")
    page.locator("[data-do=appoint]").click()
    link = page.locator("dialog input").input_value()
    page.locator("dialog .modal-close").click()
    judge = visit(address(link))
    judge.get_by_label("Your name").fill("Roman")
    judge.locator("[data-do=accept]").click()
    expect(judge).to_have_url(re.compile("/desk$"))
    page.reload()
    expect(page.locator("#referees")).to_contain_text("Roman")
    page.locator("[data-do=dismiss-1]").click()
    page.locator("dialog [data-do=sure]").click()
    expect(page.locator("#referees")).to_contain_text("dismissed")
