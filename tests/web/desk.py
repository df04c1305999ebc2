"""A table with referees and its people at their browsers, for tests of the desk."""

from __future__ import annotations

import time
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Locator, Page, expect

from tests.web.conftest import Visit
from tests.web.table import BLANK, Host, Table

CLAIM = "He did this twice.\nI saw it."
STANDS = "He did it once."


class Court:
    """People at a game: each has a browser of his own. Referee 1 rules, referee 2 is a head referee."""

    def __init__(self, visit: Visit, table: Table) -> None:
        self.visit, self.table = visit, table

    @classmethod
    def at(cls, visit: Visit, host: Host, ruleset: str, steps: int = 3, **more: Any) -> Court:
        """The referees have accepted before the game begins, so that nobody may refuse them."""
        court = cls(visit, host.table(ruleset, ["open", "open"], **more)).with_referees()
        for number in (1, 2):
            court.table.sit(number, "person")
        court.table.act(steps)
        return court

    def with_referees(self) -> Court:
        for number, head in ((1, False), (2, True)):
            code = self.table.post("/referees", {"head": head}, "organiser")["code"]
            body = {"code": code, "name": f"Judge {number}"}
            path = f"/v1/games/{self.table.id}/referees/acceptances"
            self.table.tokens[f"referee:{number}"] = self.table.host.call("POST", path, body)["token"]
        return self

    def another_head(self, number: int) -> str:
        """The token of one more head referee."""
        made = self.table.post("/referees", {"head": True}, "organiser")
        path = f"/v1/games/{self.table.id}/referees/acceptances"
        token: str = self.table.host.call("POST", path, {"code": made["code"], "name": f"Judge {number}"})[
            "token"
        ]
        return token

    def decide(self, role: str, decision: dict[str, Any]) -> None:
        """The appeal in case 1, which everybody has answered, by way of the API."""
        self.table.post("/disputes/1/taking", {}, role)
        case = self.table.get("/disputes/1", role)
        path = f"/v1/games/{self.table.id}/disputes/1/appeals/decisions"
        self.table.host.call("POST", path, decision, self.table.tokens[role], match=case["game_version"])

    def ruled(self, **ruling: Any) -> None:
        """Referee 1 rules in case 1, by way of the API."""
        version = self.table.get("", "referee:1")["version"]
        path = f"/v1/games/{self.table.id}/disputes/1/rulings"
        self.table.host.call("POST", path, ruling, self.table.tokens["referee:1"], match=version)

    def nothing_to_say(self, *seats: int) -> None:
        """These parties answer the appeal in case 1, by way of the API."""
        for seat in seats:
            self.table.post("/disputes/1/appeals/answers", {}, f"seat:{seat}")

    def play_out(self, seat: int) -> None:
        """The seat does the first legal thing whenever it is its turn, until the game is over; the others are bots."""
        while (now := self.table.get())["status"] != "finished":
            if seat in now["to_act"]:
                self.table.act(seat=seat)
            else:
                time.sleep(0.02)

    def go_to_a_move(self, page: Page) -> None:
        """Look at an action of a seat in the list of moves."""
        page.locator("#moves .move[class*=by-seat] .move-go").last.click()

    def person(self, role: str, path: str = "", **settings: Any) -> Page:
        """Somebody's browser with his token, at the game's page or an address below it."""
        page = self.visit(BLANK, **settings)
        self.table.give(page, role)
        page.goto(self.table.page + path)
        return page

    def case(self, role: str, number: int = 1, **settings: Any) -> Page:
        page = self.person(role, f"/cases/{number}", **settings)
        expect(page.locator("#case-head h1")).to_be_visible()
        return page

    def disputed(self, taken: bool = True, **more: Any) -> None:
        """Case 1, in which everybody has spoken and that referee 1 has `taken`, by way of the API."""
        last = self.table.get("", "seat:1")["version"]
        body = {"about": {"from": last, "to": last}, "claim": CLAIM, "wants": "result", **more}
        self.table.post("/disputes", body, "seat:1")
        self.table.post("/disputes/1/statements", {"text": "No."}, "seat:2")
        if taken:
            self.table.post("/disputes/1/taking", {}, "referee:1")


def dispute_last_move(page: Page, claim: str = CLAIM, wants: str = "explanation", one: bool = False) -> None:
    """By clicks from the list of moves to the page of the new case. `one`: about the last event of the move alone."""
    page.locator("[data-do=dispute-this]").click()
    form = page.locator("form#dispute")
    expect(form.locator("[name=claim]")).to_be_focused()
    form.locator("[name=claim]").fill(claim)
    form.locator("[name=wants]").select_option(wants)
    if one:
        form.locator("summary", has_text="Which events").click()
        form.locator("[name=from]").fill(form.locator("[name=to]").input_value())
    form.locator("[data-do=dispute]").click()
    expect(page.locator("#case-head h1")).to_be_visible()


def write(page: Page, form: str, text: str) -> None:
    """Fill the one text of a form of the case's page, and send it."""
    page.locator(f"form#{form} textarea").first.fill(text)
    page.locator(f"[data-do={form}]").click()
    expect(page.locator(f"form#{form}")).to_have_count(0)


def state(page: Page) -> Locator:
    return page.locator("#case-head .pill[data-state]")


def expect_state(page: Page, wanted: str) -> None:
    expect(state(page)).to_have_attribute("data-state", wanted)


def cite(page: Page, clause: str) -> None:
    """Add a clause to those that a form cites."""
    page.locator("form [name=clause]").fill(clause)
    page.locator("form [name=clause]").blur()


def rule(page: Page, findings: str = STANDS, kind: str | None = None) -> None:
    """Give the ruling; without a `kind`, the one that is filled in."""
    form = page.locator("form#rule")
    if kind is not None:
        form.locator("[name=kind]").select_option(kind)
    form.locator("[name=findings]").fill(findings)
    form.locator("[data-do=rule]").click()
    expect(form).to_have_count(0)


def address(link: str) -> str:
    """An address of this site without its host."""
    parts = urlsplit(link)
    return f"{parts.path}#{parts.fragment}"
