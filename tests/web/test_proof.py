"""The proof counted out in the browser: it holds for honest games, and turns red when any answer was tampered with."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from tests.soaking import soaked
from tests.web.conftest import Visit
from tests.web.table import BLANK, Host, Table

Json = dict[str, Any]
RULESETS = ("age-of-war", "romans", "touche", "nagaraja")


def state(page: Page, wanted: str) -> None:
    expect(page.locator("#badge")).to_have_attribute("data-state", wanted, timeout=60_000)


def statuses(page: Page) -> dict[str, str]:
    page.locator("#tab-proof").click()
    lines = page.locator(".check")
    return {str(it.get_attribute("data-check")): str(it.get_attribute("data-status")) for it in lines.all()}


@pytest.mark.soak
@pytest.mark.parametrize("ruleset", RULESETS)
def test_an_honest_game_holds(visit: Visit, host: Host, ruleset: str) -> None:
    """Once a game is over everybody may check all of it."""
    page = visit(host.over(ruleset).page)
    state(page, "good")
    missing = {name for name, status in statuses(page).items() if status != "passed"}
    assert missing == {"older", "logged"}
    account = host.over(ruleset).get()["account"]["draws"]
    said = "Throws: {throws}; shuffles: {shuffles}; of these taken back: {taken_back}."
    expect(page.locator("#verdict")).to_contain_text(said.format(**account))
    page.locator("#check").click()
    for what in missing:
        expect(page.locator(f"[data-check={what}]")).to_have_attribute("data-status", "passed")
    assert "in the service's log, up to entry" in page.locator("[data-check=logged]").inner_text()


@pytest.mark.soak
def test_the_entry_beside_the_board_is_that_of_the_version_looked_at(visit: Visit, host: Host) -> None:
    table = host.over("age-of-war")
    page = visit(f"{table.page}/v/8")
    state(page, "good")
    page.locator("#tab-proof").click()
    shown = json.loads(page.locator(".raw").inner_text())
    assert shown == json.loads(table.get("/audit")["entries"][7])
    page.locator("h1").click()
    page.keyboard.press("ArrowRight")
    expect(page.locator(".entry h3").first).to_have_text("Entry 8")


def entries(change: Callable[[Json], None], wanted: Callable[[Json], bool]) -> Callable[[Json], None]:
    """Change the first entry that is wanted."""

    def tamper(file: Json) -> None:
        at = next(i for i, text in enumerate(file["entries"]) if wanted(json.loads(text)))
        entry = json.loads(file["entries"][at])
        change(entry)
        file["entries"][at] = json.dumps(entry, sort_keys=True, separators=(",", ":"), ensure_ascii=False)

    return tamper


def other_die(entry: Json) -> None:
    entry["d"]["draw"]["values"][0] = entry["d"]["draw"]["values"][0] % 6 + 1


def other_first_digit(text: str) -> str:
    return ("B" if text[0] == "A" else "A") + text[1:]


def other_key(file: Json) -> None:
    file["draws"][2]["key"] = other_first_digit(file["draws"][2]["key"])


def other_signature(file: Json) -> None:
    head, line = file["checkpoint"].rsplit(" ", 1)
    file["checkpoint"] = f"{head} {line[:20]}{other_first_digit(line[20:])}"


def one_entry_less(file: Json) -> None:
    file["entries"].pop()


def other_disclosure(file: Json) -> None:
    first, second = file["disclosures"][:2]
    first["disclosure"], second["disclosure"] = second["disclosure"], first["disclosure"]


AUDITS = {
    "a die": ("age-of-war", entries(other_die, lambda e: e["t"] == "dice-rolled"), {"log", "shown"}),
    "who acted": (
        "age-of-war",
        entries(lambda e: e.update(by="referee:1"), lambda e: e["i"] == 7),
        {"log", "shown"},
    ),
    "an actor there cannot be": (
        "age-of-war",
        entries(lambda e: e.update(by="referee"), lambda e: e["i"] == 7),
        {"form"},
    ),
    "the last entry": ("age-of-war", one_entry_less, {"log"}),
    "the signature": ("age-of-war", other_signature, {"signature"}),
    "a draw key": ("age-of-war", other_key, {"draws"}),
    "a disclosure": ("romans", other_disclosure, {"values"}),
}


@pytest.mark.parametrize("what", soaked(AUDITS, AUDITS.keys() - {"a die"}))
def test_the_badge_turns_red_when_the_audit_file_was_tampered_with(
    visit: Visit, host: Host, what: str
) -> None:
    ruleset, tamper, expected = AUDITS[what]
    page = tampered(visit, host.over(ruleset), "**/audit", tamper)
    state(page, "bad")
    assert expected <= {name for name, status in statuses(page).items() if status == "failed"}


@pytest.mark.soak
def test_the_badge_turns_red_when_the_page_was_told_other_events(visit: Visit, host: Host) -> None:
    def tamper(answer: Json) -> None:
        rolled = next(event for event in answer["events"] if event["type"] == "dice-rolled")
        rolled["data"]["dice"][0] = "daimyo" if rolled["data"]["dice"][0] != "daimyo" else "archery"

    page = tampered(visit, host.over("age-of-war"), "**/news?*", tamper)
    state(page, "bad")
    assert statuses(page)["shown"] == "failed"


def tampered(visit: Visit, table: Table, address: str, tamper: Callable[[Json], None]) -> Page:
    """The game's page, with one of the service's answers changed on its way."""

    def handle(route: Route) -> None:
        response = route.fetch()
        body = response.json()
        tamper(body)
        route.fulfill(response=response, json=body)

    page = visit(BLANK)
    page.route(address, handle)
    page.goto(table.page)
    return page


@pytest.mark.soak
def test_the_badge_turns_red_when_history_was_rewritten_since_the_last_look(visit: Visit, host: Host) -> None:
    """A head kept from before that this log does not continue."""
    table = host.table("age-of-war", ["person", "person"])
    page = visit(table.page)
    state(page, "good")
    page.evaluate(
        """() => {
            const [[id, note]] = Object.entries(JSON.parse(localStorage['kronika.heads']));
            const lines = note.split("\\n");
            lines[2] = (lines[2][0] === "A" ? "B" : "A") + lines[2].slice(1);
            localStorage['kronika.heads'] = JSON.stringify({ [id]: lines.join("\\n") });
        }"""
    )
    page.reload()
    state(page, "bad")
    assert statuses(page)["older"] == "failed"
    expect(page.locator("#breach pre")).to_have_count(2)
    kept, shown = page.locator("#breach pre").all_inner_texts()
    assert shown.strip() == table.text("/checkpoint").strip() != kept.strip()


@pytest.mark.soak
def test_where_what_checks_does_not_come_nothing_is_said_to_be_checked(visit: Visit, host: Host) -> None:
    page = visit("/rules", strict=False)
    page.context.route("**/linked/audit/check.js", lambda route: route.abort())
    page.clock.install()
    page.goto(host.over("romans").page)
    expect(page.locator(".alert")).to_contain_text("A part of this page could not be loaded.")
    for _ in range(3):  # it goes on trying
        page.clock.run_for(5000)
        expect(page.locator("#badge")).to_have_attribute("data-state", "none")
        expect(page.locator(".alert")).to_have_count(1)
