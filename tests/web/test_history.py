"""The history: a line a turn, unfolding to events; what is looked for; what was taken back; it stays where one reads."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browsing import await_events
from tests.soaking import soaked
from tests.web.clicking import await_orders, await_turn, ready
from tests.web.conftest import Visit
from tests.web.desk import Court
from tests.web.fixed import fixed
from tests.web.table import BLANK, Host, Table

SETSIZE = "#moves li[aria-setsize='{}']"
PLACE = "key => document.querySelector(`#moves [data-key='${key}']`).getBoundingClientRect().top"


@pytest.fixture(scope="module")
def finished(host: Host) -> Table:
    return host.over("age-of-war")


def turns(frames: list[dict[str, Any]]) -> list[list[dict[str, Any]]]:
    """The frames of each turn, as docs/how-to/replay-viewer.md says; nothing was taken back."""
    found: list[list[dict[str, Any]]] = []
    for frame in frames:
        found += [[]] if not found or "turn" in frame else []
        found[-1].append(frame)
    return found


def plain(text: str) -> str:
    return text.lower().translate(str.maketrans("ąćęłńóśźżé", "acelnoszze"))


def rows(page: Page, number: int) -> None:
    """So many lines are in the list, in sight or not."""
    expect(page.locator(SETSIZE.format(number)).first).to_be_attached()


def look_for(page: Page, **sought: str) -> None:
    page.locator("#history-seek").click()
    for label, value in sought.items():
        page.get_by_label(label.capitalize(), exact=True).select_option(value)


@pytest.mark.soak
def test_a_turn_is_a_line_with_pictures_that_unfolds(visit: Visit, finished: Table) -> None:
    page, told = visit(f"{finished.page}/v/1"), turns(finished.get("/replay")["frames"])
    rows(page, len(told) + len(told[0]))
    turn = told[1]
    line = page.locator(f".turn[data-turn='{turn[0]['version']}']")
    heads = [frame["text"] for frame in turn if frame.get("headline")] or [turn[-1]["text"]]
    expect(line.locator(".text")).to_have_text(" ".join(heads))
    expect(line.locator(".pics .die-art").first).to_be_visible()
    line.locator(".fold").click()
    rows(page, len(told) + len(told[0]) + len(turn))
    for frame in turn[:2]:
        expect(page.locator(f".move[data-version='{frame['version']}'] .text")).to_have_text(frame["text"])
    line.locator(".fold").click()
    rows(page, len(told) + len(told[0]))


@pytest.mark.soak
def test_a_turn_leads_to_its_end_and_is_unfolded_there(visit: Visit, finished: Table) -> None:
    page, told = visit(f"{finished.page}/v/1"), turns(finished.get("/replay")["frames"])
    page.locator(f".turn[data-turn='{told[1][0]['version']}'] .turn-go").click()
    expect(page.locator(".move[aria-current]")).to_have_attribute("data-version", str(told[1][-1]["version"]))
    rows(page, len(told) + len(told[1]))


@pytest.mark.soak
def test_clauses_show_at_a_line_that_is_reached_and_hide_elsewhere(visit: Visit, finished: Table) -> None:
    first = turns(finished.get("/replay")["frames"])[1][0]["version"]
    page = visit(f"{finished.page}/v/{first}")
    other = page.locator(f".move[data-version='{first + 1}']")
    expect(other.locator(".cite").first).not_to_be_visible()
    ready(page)
    page.locator(f".move[aria-current][data-version='{first}'] .move-go").focus()
    page.keyboard.press("ArrowDown")
    expect(other.locator(".move-go")).to_be_focused()
    expect(other.locator(".cite").first).to_be_visible()


SOUGHT = [{"seat": "2"}, {"clause": "war.turn.1"}, {"seat": "1", "clause": "war.turn.1"}]


@pytest.mark.parametrize("sought", soaked(SOUGHT, SOUGHT[:2]))
def test_what_is_looked_for_is_found_and_nothing_else(
    visit: Visit, finished: Table, sought: dict[str, str]
) -> None:
    page, frames = visit(f"{finished.page}/v/1"), finished.get("/replay")["frames"]
    wanted = [
        frame
        for frame in frames
        if frame["actor"] == f"seat:{sought.get('seat', frame['actor'][5:])}" or "seat" not in sought
        if sought.get("clause") is None or sought["clause"] in frame["rules"]
    ]
    page.locator("[data-mode=events]").click()
    look_for(page, **sought)
    expect(page.locator(".found")).to_have_text(f"{len(wanted)} events found")
    page.locator("#history-clear").click()
    expect(page.locator(".found")).to_have_text("")
    expect(page.locator("#history-seek")).to_be_focused()


@pytest.mark.soak
def test_words_are_searched_without_accents_in_the_readers_language(visit: Visit, finished: Table) -> None:
    page = visit(f"{finished.page}/v/1", locale="pl-PL")
    told = [frame["text"] for frame in finished.get("/replay?lang=pl")["frames"]]
    word = plain(next(word for text in told for word in text.split() if plain(word) != word.lower()))
    number = sum(word in plain(text) for text in told)
    page.locator("#history-seek").click()
    page.get_by_label("Szukaj w historii").fill(word.upper())
    expect(page.locator(".found")).to_contain_text(f" {number} ")


@pytest.mark.soak
def test_chapters_are_a_list_that_leads_to_them(visit: Visit, finished: Table) -> None:
    page, chapters = visit(f"{finished.page}/v/1"), finished.get("/replay")["chapters"]
    expect(page.locator(".move[data-version='1']")).to_be_visible()
    page.locator("[data-mode=chapters]").click()
    rows(page, len(chapters))
    line = page.locator(f".chapter[data-chapter='{chapters[1]['version']}'] button")
    expect(line).to_have_text(chapters[1]["title"])
    line.click()
    expect(page.locator("#where")).to_have_text(re.compile(f"^{chapters[1]['version']} / "))


@pytest.mark.soak
def test_news_leave_what_one_reads_where_it_is_and_folded_as_it_was(visit: Visit, host: Host) -> None:
    table = host.table("age-of-war", ["person", "person"])
    table.act(60)
    page = visit(table.page, viewport={"width": 1280, "height": 800})
    expect(page.locator("#badge")).to_contain_text(f"checked {table.get()['version']}")
    expect(page.locator("#moves [aria-current]").first).to_be_visible()
    page.locator("#moves").evaluate("list => list.scrollTo(0, 0)")
    fold = page.locator(".turn[data-turn='1'] .fold")
    fold.click()
    expect(fold).to_have_attribute("aria-expanded", "true")
    table.act(1)
    now = table.get()["version"]
    expect(page.locator("#where")).to_have_text(f"{now} / {now}")
    expect(fold).to_have_attribute("aria-expanded", "true")
    page.locator("[data-mode=events]").click()
    page.locator("#moves").evaluate("list => list.scrollTo(0, 0)")
    read = page.locator(".move[data-version='3']")
    expect(read).to_be_in_viewport()
    place = page.evaluate(PLACE, "event-3")
    table.act(1)
    after = table.get()["version"]
    expect(page.locator("#where")).to_have_text(f"{after} / {after}")
    rows(page, after + len(table.get("/replay")["chapters"]))  # the list follows when the page is at rest
    expect(read).to_be_in_viewport()
    assert page.evaluate(PLACE, "event-3") == place


@pytest.mark.soak
def test_where_one_went_is_in_sight_though_something_happened_at_once(visit: Visit, host: Host) -> None:
    table = host.table("age-of-war", ["person", "person"])
    table.act(60)
    page = visit(BLANK, viewport={"width": 1280, "height": 800})
    page.clock.install()
    page.goto(table.page)
    expect(page.locator("#badge")).to_contain_text(f"checked {table.get()['version']}")
    page.locator("[data-mode=events]").click()
    expect(page.locator(".move[aria-current]")).to_be_in_viewport()
    page.locator("#moves").evaluate("list => list.scrollTo(0, list.scrollHeight / 2)")
    expect(page.locator(".move[aria-current]")).to_have_count(0)
    page.clock.pause_at(page.evaluate("Date.now() + 1000"))  # from here on the page never rests
    page.keyboard.press("Home")
    expect(page.locator("#where")).to_have_text(re.compile("^1 / "))
    table.act(1)
    expect(page.locator("#where")).to_have_text(f"1 / {table.get()['version']}")
    expect(page.locator(".move[data-version='1']")).to_have_count(0)
    page.clock.run_for(1000)
    expect(page.locator(".move[data-version='1'][aria-current]")).to_be_in_viewport()


@pytest.mark.soak
def test_since_my_last_turn_tells_what_the_others_did(visit: Visit, host: Host) -> None:
    table = host.table("romans", ["person", "greedy"])
    page = visit(BLANK)
    table.give(page, "seat:1")
    page.goto(table.page)
    await_turn(page)
    await_orders(host, page)  # what the bot does later is found as well
    page.locator("#history-seek").click()
    page.locator("#history-since").click()
    frames = table.get("/replay", "seat:1")["frames"]
    others = max(i for i, frame in enumerate(frames) if frame["actor"] == "seat:2")
    own = max((f["version"] for f in frames[:others] if f["actor"] == "seat:1"), default=0)
    number = len([frame for frame in frames if frame["version"] > own])
    expect(page.locator(".found")).to_contain_text(f"{number} event")


@pytest.mark.soak
def test_before_the_first_turn_all_is_new(visit: Visit, host: Host) -> None:
    table = host.table("age-of-war", ["person", "person"])
    page = visit(BLANK)
    table.give(page, "seat:2")
    page.goto(f"{table.page}?seat=2")
    page.locator("#history-seek").click()
    page.locator("#history-since").click()
    number = len(table.get("/replay", "seat:2")["frames"])
    expect(page.locator(".found")).to_have_text(f"{number} events found")


@pytest.mark.soak
def test_what_may_be_done_at_a_line_is_there_again_when_one_scrolls_back_to_it(
    visit: Visit, host: Host
) -> None:
    table = Court.at(visit, host, "age-of-war", steps=60).table
    page = visit(BLANK)
    table.give(page, "seat:1")
    page.goto(f"{table.page}?seat=1")
    page.locator("[data-mode=events]").click()
    last = page.locator(f".move[data-version='{table.get()['version']}']")
    tool = last.locator("[data-do=dispute-this]")
    expect(tool).to_be_visible()
    page.locator("#moves").evaluate("list => list.scrollTo(0, 0)")
    expect(last).to_have_count(0)
    page.locator("#moves").evaluate("list => list.scrollTo(0, list.scrollHeight)")
    expect(tool).to_be_visible()
    tool.focus()
    table.act(1)
    last = page.locator(f".move[data-version='{table.get()['version']}']")
    expect(last.locator("[data-do=dispute-this]")).to_be_focused()


@pytest.mark.soak
def test_who_follows_goes_on_to_see_the_newest_line_when_the_list_has_less_room(
    visit: Visit, host: Host
) -> None:
    table = host.table("age-of-war", ["person", "person"])
    table.act(60)
    page = visit(table.page, viewport={"width": 1280, "height": 800})
    page.locator("[data-mode=events]").click()
    newest = page.locator(f".move[data-version='{table.get()['version']}']")
    expect(newest).to_be_in_viewport(ratio=0.9)
    page.set_viewport_size({"width": 1280, "height": 640})
    expect(newest).to_be_in_viewport(ratio=0.9)
    table.act(1)
    expect(page.locator(f".move[data-version='{table.get()['version']}']")).to_be_in_viewport(ratio=0.9)
    page.locator("#history-seek").click()
    expect(newest).to_be_attached()
    page.wait_for_function("document.querySelector('#moves').clientHeight > 80")  # of what is found
    expect(page.locator("#board .turn[data-state]")).to_have_css(
        "display", "contents"
    )  # lines of the list are not it


@pytest.mark.soak
def test_pictures_that_come_late_leave_the_line_that_is_looked_at_in_sight(visit: Visit, host: Host) -> None:
    """They make the lines above it taller. The last turn is short, so that turns are among these lines."""
    table = fixed(host, "age-of-war", ["person", "person"], draws="pictures")
    table.act(60)
    page, held = visit(BLANK, viewport={"width": 1280, "height": 800}), list[Route]()
    page.route("**/history/pictures/age-of-war.js", lambda route: held.append(route))
    page.goto(table.page)
    newest = page.locator(".move[aria-current]")
    expect(newest).to_be_in_viewport(ratio=0.9)
    await_events(page, lambda: held, "the module of the pictures")
    held.pop().continue_()
    expect(page.locator("#moves .pics svg").first).to_be_attached()
    expect(newest).to_be_in_viewport(ratio=0.9)


@pytest.mark.parametrize("ruleset", soaked(["romans", "touche", "nagaraja"], ["touche", "nagaraja"]))
def test_every_game_draws_its_turns_with_its_boards_parts(visit: Visit, host: Host, ruleset: str) -> None:
    table = host.over(ruleset)
    page = visit(f"{table.page}/v/1")
    expect(page.locator(f".turn .pics.kb-{ruleset} svg").first).to_be_visible()


PLACED = {
    "age-of-war": ("castle-conquered", "castle:{castle}"),
    "touche": ("pawn-placed", "field:{field}"),
    "nagaraja": ("tile-placed", "space:{seat}:{space}"),
}


@pytest.mark.soak
@pytest.mark.parametrize("ruleset", PLACED)
def test_what_lies_on_the_board_leads_to_the_event_that_put_it_there(
    visit: Visit, host: Host, ruleset: str
) -> None:
    """By a click, and by key; at the beginning of the next turn. (Of a whole clan no castle lies there any more.)"""
    table, (kind, name) = host.over(ruleset), PLACED[ruleset]
    events = table.get("/events?limit=1000")["events"]
    placed = next(
        one for one, after in pairwise(events) if one["type"] == kind and after["type"] != "clan-completed"
    )
    frames = table.get("/replay")["frames"]
    later = next(f["version"] for f in frames[placed["version"] :] if f.get("turn", 0))
    page = visit(f"{table.page}/v/{later}")
    thing = page.locator(f"#board .asked[data-thing='{name.format(**placed['data'])}']").first
    line = page.locator(f".move[data-version='{placed['version']}'] .move-go")
    page.locator("#history-seek").click()
    page.locator("#history-placed").click()
    expect(page.locator("#board .asked:focus")).to_have_count(1)
    thing.click()
    expect(line).to_be_focused()
    expect(line).to_be_in_viewport()
    expect(page.locator("#board .asked")).to_have_count(0)
    expect(page.locator("#where")).to_have_text(re.compile(f"^{later} / "))
    page.locator("#history-placed").click()
    thing.press("Enter")
    expect(line).to_be_focused()
    page.locator("#history-placed").click()
    page.keyboard.press("Escape")
    expect(page.locator("#history-placed")).to_be_focused()
    expect(page.locator("#board .asked")).to_have_count(0)


def test_on_a_phone_the_drawer_opens_where_it_is_told_when_something_was_placed(
    visit: Visit, finished: Table
) -> None:
    events = finished.get("/events?limit=1000")["events"]
    placed = next(event for event in events if event["type"] == "castle-conquered")
    size = {"width": 390, "height": 844}
    page = visit(f"{finished.page}/v/{placed['version']}", viewport=size, reduced_motion="no-preference")
    page.locator("#drawer").click()
    page.locator("#history-seek").click()
    page.locator("#history-placed").click()
    expect(page.locator("#beside")).not_to_be_visible()
    page.locator(f"#board .asked[data-thing='castle:{placed['data']['castle']}']").first.press("Enter")
    line = page.locator(f".move[data-version='{placed['version']}'] .move-go")
    expect(line).to_be_focused()
    expect(line).to_be_in_viewport()
