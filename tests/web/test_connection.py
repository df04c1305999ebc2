"""What a page says and does when its line to the service is cut, frozen, slow, or loses answers, and when that is killed."""

from __future__ import annotations

import os
import re
import signal
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, Route, expect

from api.pages.modules import WEB
from api.streaming import long_poll
from api.streaming.streams import HEARTBEAT_SECONDS, TICK_SECONDS
from tests.browsing import await_events
from tests.running import free_port, start, stop
from tests.web.clicking import do_first, menu
from tests.web.conftest import Visit
from tests.web.proxy import Line, line_to
from tests.web.table import BLANK, Host, Table

Sit = Callable[..., Page]
SILENCE = 12
"""Seconds after which a silent stream is dead."""
ACTIONS = "^POST /v1/games/[0-9a-f]{32}/actions"
MOVES = "**/actions*"


@pytest.fixture
def line(host: Host) -> Iterator[Line]:
    with line_to(urlsplit(host.url).port or 0) as line:
        yield line


@pytest.fixture
def table(host: Host) -> Table:
    return host.table("age-of-war", ["person", "person"])


@pytest.fixture
def sit(visit: Visit, table: Table, line: Line) -> Sit:
    """The page of the seat that is to act first, over the line, with its clock in the test's hands."""

    def sit_down(**settings: object) -> Page:
        page = visit(BLANK, at=line.url, strict=False, **settings)
        page.clock.install()
        table.give(page, f"seat:{table.get()['to_act'][0]}")
        page.goto(table.page)
        live(page, table)
        return page

    return sit_down


def live(page: Page, table: Table) -> None:
    """The page shows what the game is, and says so."""
    now = table.get()["version"]
    expect(page.locator("#where")).to_have_text(f"{now} / {now}")
    expect(page.locator("#live")).to_have_attribute("data-state", "live")
    expect(page.locator("#line")).to_be_hidden()


def state(page: Page) -> str | None:
    return page.locator("#live").get_attribute("data-state")


def pass_seconds(page: Page, seconds: int) -> bool:
    """The page is awake meanwhile: its timers run when they are due."""
    page.clock.run_for(1000 * seconds)
    return True


def said(page: Page) -> str:
    return page.locator("#said").inner_text()


def act_in_vain(page: Page, told: str = "Your move is saved here") -> None:
    """No move gets through any more, and the page keeps this one."""
    page.route(MOVES, lambda route: route.abort())
    do_first(page)
    expect(page.locator("#line")).to_contain_text(told)


def kept(page: Page) -> object:
    return page.evaluate("JSON.parse(localStorage.getItem('kronika.unsent') ?? '{}')")


def own(table: Table) -> list[str]:
    """What seats have done, by the log."""
    return [event["type"] for event in table.get("/events")["events"] if event["actor"].startswith("seat:")]


def test_a_cut_line_is_told_and_what_was_missed_comes_by_itself(table: Table, line: Line, sit: Sit) -> None:
    page = sit()
    line.put("cut")
    mark = page.locator("#live")
    expect(mark).to_have_attribute("data-state", "reconnecting")
    expect(page.locator("#line")).to_contain_text("Reconnecting")
    table.act(2)
    page.clock.fast_forward(10_000)
    expect(mark).to_have_text(re.compile(r"Offline since \d\d:\d\d"))
    expect(page.locator("#line")).to_contain_text("What you see is as it was then.")
    page.clock.fast_forward(60_000)
    line.put("whole")
    page.clock.fast_forward(30_000)
    live(page, table)
    assert [said(page).count(words) for words in ("Offline since", "Connected again.")] == [1, 1]


@pytest.mark.soak
def test_a_frozen_line_is_noticed_by_the_silence(table: Table, line: Line, sit: Sit) -> None:
    page = sit()
    line.put("frozen")
    table.act(1)
    pass_seconds(page, SILENCE + 1)
    expect(page.locator("#live")).to_have_attribute("data-state", "reconnecting")
    line.put("whole")
    pass_seconds(page, SILENCE)
    live(page, table)


@pytest.mark.soak
def test_a_stream_that_went_dead_is_given_up_and_another_one_asked_for(
    table: Table, line: Line, sit: Sit
) -> None:
    """Its connection never says anything again, not even that it is closed; new connections work."""
    page = sit()
    line.mute()
    table.act(1)
    await_events(page, lambda: pass_seconds(page, 2) and state(page) == "reconnecting", "a line that is lost")
    await_events(page, lambda: pass_seconds(page, 2) and state(page) == "live", "a new line")
    live(page, table)


def test_the_page_takes_no_stream_for_dead_that_lost_one_heartbeat() -> None:
    [silence] = re.findall(r"SILENCE = ([0-9_]+);", (WEB / "connection.js").read_text())
    assert int(silence) == 1000 * SILENCE
    assert SILENCE >= 2 * (HEARTBEAT_SECONDS + TICK_SECONDS)
    assert SILENCE > long_poll.WAIT_SECONDS


AWAKE = "dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))"
WAKING: dict[str, Callable[[Page], object]] = {
    "the machine slept": lambda page: page.clock.fast_forward(7000),
    "shown": lambda page: page.evaluate("document.dispatchEvent(new Event('visibilitychange'))"),
    "from the cache of the Back button": lambda page: page.evaluate(AWAKE),
    "online": lambda page: page.evaluate("dispatchEvent(new Event('online'))"),
    "thawed": lambda page: page.evaluate("document.dispatchEvent(new Event('resume'))"),
}


@pytest.mark.soak
@pytest.mark.parametrize("how", WAKING)
def test_a_page_that_woke_is_live_only_when_the_service_has_spoken(
    table: Table, line: Line, sit: Sit, how: str
) -> None:
    """The line has died meanwhile, and says nothing of it."""
    page = sit()
    line.put("frozen")
    table.act(1)
    WAKING[how](page)
    expect(page.locator("#live")).to_have_attribute("data-state", "checking")
    expect(page.locator("#live")).to_contain_text("Checking")
    expect(page.locator("#line")).to_be_hidden()
    line.put("whole")
    live(page, table)
    assert said(page).count("Connected again.") == 0, "nobody was told that it was lost"


@pytest.mark.soak
def test_a_page_that_woke_and_hears_nothing_is_reconnecting_and_then_offline(
    table: Table, line: Line, sit: Sit
) -> None:
    page = sit()
    line.put("frozen")
    page.clock.fast_forward(7000)
    expect(page.locator("#live")).to_have_attribute("data-state", "checking")
    pass_seconds(page, SILENCE)
    expect(page.locator("#live")).to_have_attribute("data-state", "reconnecting")
    pass_seconds(page, 10)
    expect(page.locator("#live")).to_have_attribute("data-state", "offline")
    table.act(1)
    line.put("whole")
    pass_seconds(page, SILENCE)
    live(page, table)


@pytest.mark.soak
def test_a_page_that_stood_still_for_some_seconds_looks_again(visit: Visit, table: Table, line: Line) -> None:
    """Nothing of it ran, by the real clock, as while a machine sleeps."""
    page = visit(table.page, at=line.url, strict=False)
    live(page, table)
    line.put("frozen")
    machine = page.context.new_cdp_session(page)
    machine.send("Debugger.enable")
    machine.send("Debugger.pause")
    table.act(1)
    page.wait_for_timeout(8000)
    machine.send("Debugger.resume")
    expect(page.locator("#live")).to_have_attribute("data-state", "checking")
    line.put("whole")
    live(page, table)


@pytest.mark.soak
def test_a_slow_line_is_live_only_when_it_has_caught_up(table: Table, line: Line, sit: Sit) -> None:
    page = sit()
    page.evaluate(
        """() => {
            window.wrong = [];
            const [mark, where] = [document.querySelector("#live"), document.querySelector("#where")];
            new MutationObserver(() => window.wrong.push([mark.dataset.state, where.textContent]))
                .observe(mark, { attributes: true });
        }"""
    )
    line.put("slow")
    table.act(2)
    now = table.get()["version"]
    live(page, table)
    told = page.evaluate("window.wrong")
    assert told
    assert [where for state, where in told if state == "live" and where != f"{now} / {now}"] == []


@pytest.mark.soak
def test_one_refresh_that_fails_after_an_event_is_done_again(table: Table, sit: Sit) -> None:
    page = sit()
    failed: list[str] = []

    def fail(route: Route) -> None:
        failed.append(route.request.url)
        route.abort()

    page.route(re.compile(f"/v1{table.page}(?!/stream)"), fail, times=1)
    table.act(1)
    page.clock.fast_forward(5000)
    live(page, table)
    assert failed


def test_a_move_whose_answer_was_lost_is_sent_again_and_done_once(table: Table, line: Line, sit: Sit) -> None:
    page = sit()
    before = own(table)
    line.put("whole", loses=ACTIONS)
    do_first(page)
    expect(page.locator("#line")).to_contain_text(re.compile("Your move is (saved here|sent again)"))
    await_events(page, lambda: line.lost >= 2, "the second try, which follows at once")
    line.put("whole")
    page.clock.fast_forward(10_000)
    live(page, table)
    after = own(table)
    assert len(after) > len(before)
    assert len(after) == len(table_of_one_action(table, before))
    assert kept(page) == {}


def table_of_one_action(table: Table, before: list[str]) -> list[str]:
    """What the log holds when one action was done after `before`: the frames of its last action are all that is new."""
    frames = [it for it in table.get("/replay")["frames"] if it["actor"].startswith("seat:")]
    last = frames[-1]["action"]
    return before + [it["type"] for it in frames if it["action"] == last]


@pytest.mark.soak
def test_what_could_not_be_reached_is_said_in_the_readers_language_until_it_can(line: Line, sit: Sit) -> None:
    page = sit(locale="pl-PL")
    line.put("cut")
    menu(page).locator("#save").click()
    alert = page.locator(".alert")
    expect(alert).to_contain_text("Nie można połączyć się z serwisem.")
    expect(alert).to_have_count(1)
    expect(page.locator("#live")).to_contain_text("Łączę ponownie")
    line.put("whole")
    page.clock.fast_forward(30_000)
    expect(alert).to_have_count(0)


@pytest.mark.soak
def test_a_page_that_could_not_be_read_opens_by_itself(visit: Visit, table: Table, host: Host) -> None:
    page = visit(BLANK, strict=False)
    page.route("**/v1/games/**", lambda route: route.abort())
    page.goto(table.page)
    expect(page.locator("#unreached")).to_contain_text("opens by itself")
    page.unroute("**/v1/games/**")
    live(page, table)


def test_a_token_that_is_revoked_shuts_the_door(table: Table, host: Host, visit: Visit) -> None:
    private = host.table("age-of-war", ["person", "person"], visibility="private")
    page = visit(BLANK, strict=False)
    private.give(page, "seat:1")
    page.goto(private.page)
    live_as_seat(page, private)
    private.post("/tokens/rotations", {}, "seat:1")
    expect(page.locator(".door")).to_contain_text("This game does not open")


def live_as_seat(page: Page, table: Table) -> None:
    now = table.get("", "seat:1")["version"]
    expect(page.locator("#where")).to_have_text(f"{now} / {now}")


@pytest.mark.soak
def test_a_killed_service_is_waited_for(visit: Visit, tmp_path: Path) -> None:
    port = free_port()
    server = start(tmp_path, port)
    with Host(server.url, tmp_path) as host:
        table = host.table("age-of-war", ["person", "person"])
        page = visit(BLANK, at=host.url, strict=False)
        page.clock.install()
        page.goto(table.page)
        live(page, table)
        assert server.process is not None
        os.killpg(server.process.pid, signal.SIGKILL)
        server.process.wait()
        expect(page.locator("#live")).to_have_attribute("data-state", "reconnecting")
        page.clock.fast_forward(10_000)
        expect(page.locator("#live")).to_have_attribute("data-state", "offline")
        server = start(tmp_path, port)
        try:
            table.act(2)
            page.clock.fast_forward(20_000)
            live(page, table)
        finally:
            stop(server)
