"""What a move costs whoever makes it and whoever looks on: requests, bytes, entries read, however long the game is."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, Route, expect

from tests.web.clicking import do_first
from tests.web.conftest import Visit
from tests.web.table import BLANK, Host, Table

MOST_REQUESTS = 2
MOST_BYTES = 10_000


SHOWN = "wanted => document.querySelector('#panel-moves').innerText === wanted"


class Meter:
    """Counts what goes over the line from now on, streams that are open already among it."""

    def __init__(self, page: Page) -> None:
        self.requests: list[str] = []
        self.bytes = 0
        line = page.context.new_cdp_session(page)
        line.send("Network.enable")
        line.on("Network.requestWillBeSent", lambda told: self.requests.append(told["request"]["url"]))
        line.on("Network.dataReceived", self._received)

    def _received(self, told: dict[str, int]) -> None:
        self.bytes += told["encodedDataLength"]

    def check(self) -> None:
        asked = [
            url for url in self.requests if not url.endswith("/audience")
        ]  # by the clock, not for a move
        assert len(asked) <= MOST_REQUESTS, asked
        assert 0 < self.bytes <= MOST_BYTES


@pytest.fixture(scope="module")
def long(host: Host) -> Table:
    """A game whose log is many times what a move may cost."""
    table = host.table("age-of-war", ["person", "person"])
    table.act(80)
    assert len(table.text("/audit")) > 4 * MOST_BYTES
    return table


def checked(page: Page, table: Table) -> int:
    """How many entries the page read to say that all of them are good."""
    badge = page.locator("#badge")
    expect(badge).to_contain_text(f"checked {table.get()['version']}")
    return int(badge.get_attribute("data-read") or 0)


@pytest.mark.soak
@pytest.mark.parametrize("locale", ["en-GB", "pl-PL"])
def test_what_a_game_begins_with_is_asked_for_at_once_and_once(
    visit: Visit, long: Table, locale: str
) -> None:
    page, asked = visit("/rules", locale=locale), []
    page.on("request", lambda request: asked.append(urlsplit(request.url).path))
    page.goto(long.page)
    expect(page.locator("#badge")).to_have_attribute("data-state", "good")
    early = asked[: asked.index(f"/v1{long.page}/news")]
    names = ("boards/age-of-war.js", "boards/board.css", "rulesets/age-of-war")
    for name in names:
        assert [sum(path.endswith(f"/{name}") for path in paths) for paths in (early, asked)] == [1, 1], name
    files = [path for path in asked if path.endswith((".js", ".css"))]
    assert len(files) == len(set(files))
    assert any(path.endswith("/polish.js") for path in files) == (locale == "pl-PL")


@pytest.mark.soak
def test_where_the_words_of_a_language_do_not_come_all_is_english(visit: Visit, long: Table) -> None:
    told = visit(long.page).locator("#moves .move[aria-current]").inner_text()
    page = visit("/rules", locale="pl-PL", strict=False)
    expect(page.locator("html")).to_have_attribute("lang", "pl")
    page.context.route("**/polish.js", lambda route: route.abort())
    page.goto(long.page)
    expect(page.locator("html")).to_have_attribute("lang", "en")
    expect(page.locator(".alert")).to_contain_text(
        "A part of this page could not be loaded."
    )  # for twelve seconds
    expect(page.locator("#turn")).to_contain_text("To act:")
    expect(page.locator("#moves .move[aria-current]")).to_have_text(told, use_inner_text=True)
    page.goto(f"/embed{long.page}?lang=pl")
    expect(page.get_by_role("button", name="Play")).to_be_visible()
    expect(page.locator("html")).to_have_attribute("lang", "en")


def test_a_language_that_was_given_up_is_not_spoken_when_its_words_come(visit: Visit) -> None:
    page, held = visit("/rules"), list[Route]()
    page.route("**/polish.js", lambda route: held.append(route))
    with page.expect_request("**/polish.js") as asked:
        page.locator("[name=lang]").select_option("pl")
    page.locator("[name=lang]").select_option("en")
    held[0].continue_()
    page.evaluate("words => import(words).then(() => null)", asked.value.url)
    page.evaluate("dispatchEvent(new Event('offline'))")
    expect(page.locator("#line")).to_contain_text(re.compile("Reconnecting…|Offline since"))


FIRST_AND_LAST = """
window.stood = [];
new MutationObserver(() => {
  const game = document.querySelector(".game[data-status]");
  if (game) stood.push([game.inert, document.querySelector("#board").getBoundingClientRect().top]);
}).observe(document, { subtree: true, attributeFilter: ["data-status", "inert"] });
"""


@pytest.mark.soak
@pytest.mark.parametrize("wide", [1280, 800, 390])
def test_the_board_stays_where_it_was_first_seen(visit: Visit, long: Table, wide: int) -> None:
    page = visit("/rules", viewport={"width": wide, "height": 850})
    page.add_init_script(FIRST_AND_LAST)
    page.goto(long.page)
    expect(page.locator(".game")).not_to_have_attribute("inert", "")
    stood = page.evaluate("stood")
    assert [inert for inert, _ in stood] == [True, False]
    assert len({top for _, top in stood}) == 1, stood


def find_in_log(page: Page) -> None:
    """The first check knows no head of the service's log, so the second one reads once more what stands beside the entries."""
    page.evaluate("document.querySelector('#check').click()")
    expect(page.locator("#checks > [data-check=logged]")).to_have_attribute("data-status", "passed")


@pytest.mark.soak
def test_a_move_costs_little_however_long_the_game_is(visit: Visit, long: Table) -> None:
    seat = f"seat:{long.get()['to_act'][0]}"
    mover, watcher = visit(BLANK), visit(long.page)
    long.give(mover, seat)
    mover.goto(long.page)
    before = long.get()["version"]
    assert [checked(page, long) for page in (mover, watcher)] == [before, before]
    for page in (mover, watcher):
        find_in_log(page)
    meters = [Meter(mover), Meter(watcher)]
    do_first(mover)
    for page in (mover, watcher):
        expect(page.locator("#where")).not_to_have_text(f"{before} / {before}")
    after = long.get()["version"]
    assert [checked(page, long) for page in (mover, watcher)] == [after - before] * 2
    for meter in meters:
        meter.check()


@pytest.mark.soak
def test_what_two_pages_hold_in_the_end_is_the_same_however_they_came_by_it(visit: Visit, host: Host) -> None:
    table = host.table("romans", ["person", "person"])
    early = visit(table.page)
    assert checked(early, table) == table.get()["version"]
    for seat in (1, 2, 1, 2, 1):
        table.act(1, seat)
        expect(early.locator("#where")).to_have_text(f"{table.get()['version']} / {table.get()['version']}")
    late = visit(table.page)
    assert checked(late, table) == table.get()["version"]
    assert checked(early, table) < table.get()["version"]
    shown = early.locator("#panel-moves").inner_text()
    late.wait_for_function(SHOWN, arg=shown)  # the list comes when the page is at rest
    assert found(early) == found(late)


def found(page: Page) -> list[str]:
    """What the checks say, but for those against what the browser has seen before."""
    return page.locator("#checks > :not([data-check=older], [data-check=logged])").all_text_contents()


@pytest.mark.soak
def test_who_walks_through_a_game_reads_it_in_windows(visit: Visit, long: Table) -> None:
    page = visit(f"{long.page}/v/60")
    where, last = page.locator("#where"), long.get()["version"]
    expect(where).to_have_text(f"60 / {last}")
    checked(page, long)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if "/states?" in request.url else None)
    for key, versions in (("ArrowLeft", range(59, 19, -1)), ("ArrowRight", range(21, 60))):
        for version in versions:
            page.keyboard.press(key)
            expect(where).to_have_text(f"{version} / {last}")
    assert len(asked) <= 3, asked


@pytest.mark.soak
def test_every_line_of_a_long_history_is_reached_though_few_are_there(visit: Visit, long: Table) -> None:
    page, frames = visit(f"{long.page}/v/1"), long.get("/replay")["frames"]
    page.locator("[data-mode=events]").click()
    lines, focused = page.locator("#moves li"), page.locator("#moves li:focus-within")
    page.locator(".move[aria-current][data-version='1'] .move-go").focus()
    for key, last in (("End", frames[-1]), ("Home", frames[0])):
        page.keyboard.press(key)
        expect(focused).to_be_in_viewport()
        expect(focused.locator(".text").last).to_contain_text(last["text"] if key == "End" else "")
        size = int(focused.get_attribute("aria-setsize") or 0)
        expect(focused).to_have_attribute("aria-posinset", str(size if key == "End" else 1))
        assert size >= len(frames)
        assert lines.count() < len(frames) / 2
