"""Clocks on a game's page: they count as the service does, warn, stand still without it, and say why they are halted."""

from __future__ import annotations

import re
import time
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browsing import await_events
from tests.web.axe import findings
from tests.web.boards_site import captured
from tests.web.conftest import Visit
from tests.web.scene import Scene

BLITZ = {
    "bank": 180,
    "increment": 2,
    "grace": 0,
    "on_time_out": "forfeit",
    "start_within": 120,
    "organiser_stops": False,
}
QUESTION = re.compile(r"/events\?after=40&limit=1$")
"""What the page asks when its stream is silent, of the captured game."""
DAYS = {**BLITZ, "bank": 604_800, "grace": 86_400, "on_time_out": "bot", "organiser_stops": True}
STATE = "age-of-war-to-throw"
Json = dict[str, Any]


def running(seat: int, left: int, grace: int = 0, rests: int = 0) -> Json:
    """A row of a clock that has just begun to run, or will in so many milliseconds."""
    since = round(time.time() * 1000) + rests
    return {"seat": seat, "left": left, "grace": grace, "since": since, "deadline": since + left + grace}


def clocked(visit: Visit, *rows: Json, terms: Json = BLITZ, **settings: Any) -> Page:
    """The page of a game with these clocks, as the seat that is to act, whose clock comes first; time is in the test's hands."""
    page = visit("/health/ready", strict=False, **settings)
    page.clock.install()
    people = [{**seat, "bot": None} for seat in captured(STATE)["seats"]]
    Scene(page).show(STATE, clock={"terms": terms, "seats": [*rows]}, seats=people)
    return page


def own() -> int:
    seat: int = captured(STATE)["seat"]
    return seat


def clock_of(page: Page, seat: int) -> Any:
    return page.locator(f".clock[data-seat='{seat}']")


def pass_seconds(page: Page, seconds: int) -> bool:
    """A network that answers late has its turn between two steps."""
    page.clock.run_for(1000 * seconds)
    return True


def said(page: Page) -> list[str]:
    return [text for text in page.locator("#said p").all_inner_texts() if "left" in text]


def test_a_clock_runs_out_with_three_words_in_red_and_the_page_asks_what_came_of_it(visit: Visit) -> None:
    seat = own()
    row = running(seat, 175_000)  # much more than until the page stands, on the slowest machine
    page = clocked(visit, row, {"seat": 3 - seat, "left": 97_000, "grace": 0})
    page.route(QUESTION, lambda route: route.fulfill(json={"events": []}))
    mine, other = clock_of(page, seat), clock_of(page, 3 - seat)
    expect(mine).to_have_attribute("data-state", "runs")
    expect(other).to_have_attribute("data-state", "still")
    expect(mine).not_to_have_class(re.compile(r"\blow\b"))
    for words, left in enumerate((58, 28, 8), 1):
        page.clock.pause_at(row["deadline"] / 1000 - left)
        await_events(page, lambda words=words: len(said(page)) == words, "what a screen reader says")
    assert [bool(re.fullmatch(r"You have \d+ (minute|seconds) left\.", text)) for text in said(page)] == [
        True
    ] * 3
    expect(mine).to_have_class(re.compile(r"\blow\b"))
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if "/news" in request.url else None)
    page.clock.fast_forward(10_000)
    expect(mine.locator(".clock-time")).to_have_text("0.0")
    await_events(page, lambda: pass_seconds(page, 1) and bool(asked), "the question what came of it")
    expect(other.locator(".clock-time")).to_have_text("1:37")
    assert len(said(page)) == 3


@pytest.mark.soak
def test_free_time_and_days_in_polish(visit: Visit) -> None:
    seat = own()
    rows = [running(seat, 604_800_000, 8_000_000), {"seat": 3 - seat, "left": 183_600_000, "grace": 0}]
    page = clocked(visit, *rows, terms=DAYS, locale="pl-PL", viewport={"width": 360, "height": 740})
    mine, other = clock_of(page, seat), clock_of(page, 3 - seat)
    expect(mine.locator(".clock-grace")).to_have_text(re.compile(r"^wolne 2:1\d:\d\d$"))
    expect(mine.locator(".clock-time")).to_have_text("7 dni")
    expect(other.locator(".clock-time")).to_have_text("2 dni 3 h")
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    assert findings(page, ".seats") == []


@pytest.mark.soak
def test_clocks_that_are_halted_say_why(visit: Visit) -> None:
    seat = own()
    still = [{"seat": n, "left": 60_000, "grace": 0} for n in (1, 2)]
    page = visit("/health/ready", strict=False)
    people = [{**one, "bot": None} for one in captured(STATE)["seats"]]
    scene = Scene(page)
    scene.show(STATE, clock={"terms": BLITZ, "seats": still}, seats=people, status="suspended")
    expect(page.locator("#clock-note")).to_have_text("The clocks are stopped: the game is suspended.")
    scene.show(STATE, clock={"terms": BLITZ, "seats": [running(seat, 60_000, rests=55_000)]}, seats=people)
    expect(clock_of(page, seat)).to_have_attribute("data-state", "rests")
    expect(clock_of(page, seat).locator(".clock-about")).to_have_text(re.compile(r"^in 0:[345]\d$"))
    away = {"seat": 3 - seat, "left": 0, "grace": 0, "away": "greedy"}
    scene.show(STATE, clock={"terms": BLITZ, "seats": [away]}, seats=people)
    expect(clock_of(page, 3 - seat)).to_contain_text("a bot plays")


@pytest.mark.soak
def test_a_silent_line_is_doubted_within_seconds_while_a_clock_of_minutes_runs(visit: Visit) -> None:
    """The stream is open and says nothing, as through a network that is gone without a word."""
    page = clocked(visit, running(own(), 90_000))
    mine, note = clock_of(page, own()), page.locator("#clock-note")
    for silent in (QUESTION, "**/audit"):
        page.route(silent, lambda route: None)
    expect(mine).to_have_attribute("data-state", "runs")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if QUESTION.search(request.url) else None)
    await_events(page, lambda: pass_seconds(page, 1) and bool(asked), "the question of a silent line")
    lost = "els => els.every(one => one.dataset.state === 'lost')"
    await_events(page, lambda: pass_seconds(page, 1) and mine.evaluate_all(lost), "a line that is lost")
    expect(note).to_have_text(re.compile("^Your clock is running. .*stand still"))
    page.route(QUESTION, lambda route: route.fulfill(json={"events": []}))
    await_events(page, lambda: pass_seconds(page, 1) and note.is_hidden(), "a line that is back")
    expect(mine).to_have_attribute("data-state", "runs")
