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

from tests.browsing import await_events
from tests.running import free_port, start, stop
from tests.web.conftest import Visit
from tests.web.locks import until_locks
from tests.web.proxy import Line, line_to
from tests.web.table import Host, Table

Sit = Callable[..., Page]
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
        page = visit("/", at=line.url, strict=False, **settings)
        page.clock.install()
        table.give(page, f"seat:{table.get()['to_act'][0]}")
        page.goto(table.page)
        live(page, table)
        return page

    return sit_down


SLEEPS = "name => void navigator.locks.request(name, () => new Promise(() => {}))"
"""A tab that never comes to an end with what it sends."""


def live(page: Page, table: Table) -> None:
    """The page shows what the game is, and says so."""
    now = table.get()["version"]
    expect(page.locator("#where")).to_have_text(f"{now} / {now}")
    expect(page.locator("#live")).to_have_attribute("data-state", "live")
    expect(page.locator("#line")).to_be_hidden()


def said(page: Page) -> str:
    return page.locator("#said").inner_text()


def act(page: Page) -> None:
    page.locator("#all-moves summary").click()
    page.locator("#all-moves [data-action]").first.click()


def act_in_vain(page: Page, told: str = "Your move is kept here") -> None:
    """No move gets through any more, and the page keeps this one."""
    page.route(MOVES, lambda route: route.abort())
    act(page)
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


def test_a_frozen_line_is_noticed_by_the_silence(table: Table, line: Line, sit: Sit) -> None:
    page = sit()
    line.put("frozen")
    table.act(1)
    page.clock.fast_forward(40_000)
    expect(page.locator("#live")).to_have_attribute("data-state", re.compile("reconnecting|offline"))
    line.put("whole")
    page.clock.fast_forward(40_000)
    live(page, table)


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
    act(page)
    expect(page.locator("#line")).to_contain_text(re.compile("Your move is (kept here|sent again)"))
    assert line.lost >= 2  # the second try follows at once
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


def test_a_move_made_on_a_cut_line_is_kept_over_a_reload_and_sent(table: Table, sit: Sit) -> None:
    page = sit()
    before = own(table)
    act_in_vain(page)
    assert own(table) == before
    assert kept(page) != {}
    page.unroute(MOVES)
    page.reload()
    expect(page.locator("#where")).not_to_have_text(re.compile(f"^{len(before)} / "))
    page.wait_for_function("() => localStorage.getItem('kronika.unsent') === '{}'")
    live(page, table)
    assert len(own(table)) == len(table_of_one_action(table, before)) > len(before)


def test_a_move_made_on_a_cut_line_is_sent_from_wherever_one_is(table: Table, sit: Sit) -> None:
    page = sit()
    before = own(table)
    page.route("**/v1/**", lambda route: route.abort())
    act(page)
    expect(page.locator("#line")).to_contain_text("Your move is kept here")
    page.locator("#pages a[href='/']").click()
    expect(page.locator("#unreached")).to_be_visible()
    expect(page.locator("#line")).to_contain_text("Your move is kept here")
    assert own(table) == before
    page.unroute("**/v1/**")
    page.clock.fast_forward(30_000)
    expect(page.locator("#said")).to_contain_text("Your move was sent.")
    expect(page.locator("#line")).to_be_hidden()
    expect(page.locator("#unreached, .alert")).to_have_count(0)
    assert urlsplit(page.url).path == "/"
    assert kept(page) == {}
    assert len(own(table)) == len(table_of_one_action(table, before)) > len(before)


def test_what_was_kept_when_the_site_was_left_is_sent_from_its_lobby(table: Table, sit: Sit) -> None:
    page = sit()
    before = own(table)
    act_in_vain(page)
    page.goto("/health/ready")
    page.unroute(MOVES)
    page.goto("/")
    expect(page.locator("#said")).to_contain_text("Your move was sent.")
    assert kept(page) == {}
    assert len(own(table)) == len(table_of_one_action(table, before)) > len(before)


@pytest.mark.parametrize("place", ["lobby", "game"])
def test_what_a_tab_leaves_unsent_is_sent_by_another_that_stands_still(
    table: Table, sit: Sit, place: str
) -> None:
    page = sit()
    before = own(table)
    other = page.context.new_page()
    other.goto("/" if place == "lobby" else page.url)
    expect(other.locator("#page h1, #where").first).to_be_visible()
    act_in_vain(page)
    until_locks(other, held=1, pending=1)
    assert own(table) == before
    page.close()
    expect(other.locator("#said")).to_contain_text("Your move was sent.")
    expect(other.locator("#line")).to_be_hidden()
    assert kept(other) == {}
    assert len(own(table)) == len(table_of_one_action(table, before)) > len(before)


def test_who_plays_waits_for_another_tab_of_his_a_while_only(table: Table, sit: Sit) -> None:
    page = sit()
    before = own(table)
    other = page.context.new_page()
    other.goto("/")
    other.evaluate(SLEEPS, f"kronika.unsent/{table.id}/seat:{table.get()['to_act'][0]}")
    act(page)
    until_locks(page, held=1, pending=1)
    assert own(table) == before
    page.clock.fast_forward(10_000)
    page.wait_for_function("() => localStorage.getItem('kronika.unsent') === '{}'")
    live(page, table)
    assert len(own(table)) == len(table_of_one_action(table, before)) > len(before)


def test_a_move_that_came_too_late_is_told_in_the_lobby_with_the_way_to_its_game(
    table: Table, sit: Sit
) -> None:
    page = sit(locale="pl-PL")
    seat = table.get()["to_act"][0]
    act_in_vain(page, "Twój ruch czeka tutaj")
    page.locator("#pages a[href='/']").click()
    expect(page.locator("#page h1")).to_be_visible()
    table.act(1, seat)  # by another page of the same player
    done = own(table)
    page.unroute(MOVES)
    page.clock.fast_forward(30_000)
    expect(page.locator(".alert")).to_contain_text("gra potoczyła się dalej")
    expect(page.locator("#line")).to_be_hidden()
    assert own(table) == done
    assert kept(page) == {}
    page.locator(".alert a").click()
    expect(page.locator("#where")).to_be_visible()


def test_a_move_is_sent_while_one_looks_on_with_the_eyes_of_another_seat(table: Table, sit: Sit) -> None:
    page = sit()
    before = own(table)
    act_in_vain(page)
    page.locator("#eyes").select_option("spectator")
    expect(page).to_have_url(re.compile("seat=spectator"))
    page.unroute(MOVES)
    page.clock.fast_forward(30_000)
    expect(page.locator("#said")).to_contain_text("Your move was sent.")
    assert kept(page) == {}
    assert len(own(table)) == len(table_of_one_action(table, before)) > len(before)


def test_a_kept_move_is_not_sent_to_a_game_that_was_to_be_forgotten(table: Table, sit: Sit) -> None:
    page = sit()
    before = own(table)
    act_in_vain(page)
    page.locator("#pages a[href='/my']").click()
    expect(page.locator("#my-games")).to_be_visible()
    under_way: list[Route] = []
    page.route(MOVES, lambda route: under_way.append(route))
    page.clock.fast_forward(30_000)
    await_events(page, lambda: under_way, "the move once more")
    page.evaluate("for (const name of ['tokens', 'unsent']) localStorage.setItem(`kronika.${name}`, '{}')")
    under_way.pop().abort()
    page.unroute_all()
    page.clock.fast_forward(60_000)
    expect(page.locator("#line")).to_be_hidden()
    assert own(table) == before
    assert kept(page) == {}


def test_a_kept_move_in_a_game_that_is_closed_to_one_is_told_once(table: Table, sit: Sit) -> None:
    page = sit()
    act_in_vain(page)
    problem = {"status": 401, "json": {"title": "Who are you?", "status": 401}}
    page.route("**/news*", lambda route: route.fulfill(**problem))
    page.goto("/")
    expect(page.locator(".alert a")).to_be_visible()
    expect(page.locator("#line")).to_be_hidden()
    assert kept(page) == {}


def test_a_kept_move_is_not_made_in_a_game_that_has_gone_on(table: Table, sit: Sit) -> None:
    page = sit(locale="pl-PL")
    seat = table.get()["to_act"][0]
    act_in_vain(page, "Twój ruch czeka tutaj")
    table.act(1, seat)  # by another page of the same player
    done = own(table)
    page.unroute(MOVES)
    page.clock.fast_forward(10_000)  # not so long that the message has gone again
    expect(page.locator(".alert")).to_contain_text("gra potoczyła się dalej")
    live(page, table)
    assert own(table) == done
    assert kept(page) == {}


def test_what_could_not_be_reached_is_said_in_the_readers_language_until_it_can(line: Line, sit: Sit) -> None:
    page = sit(locale="pl-PL")
    line.put("cut")
    page.locator("#save").click()
    alert = page.locator(".alert")
    expect(alert).to_contain_text("Nie można połączyć się z serwisem.")
    expect(alert).to_have_count(1)
    expect(page.locator("#live")).to_contain_text("Łączę ponownie")
    line.put("whole")
    page.clock.fast_forward(30_000)
    expect(alert).to_have_count(0)


def test_a_page_that_could_not_be_read_opens_by_itself(visit: Visit, table: Table, host: Host) -> None:
    page = visit("/", strict=False)
    page.route("**/v1/games/**", lambda route: route.abort())
    page.goto(table.page)
    expect(page.locator("#unreached")).to_contain_text("opens by itself")
    page.unroute("**/v1/games/**")
    live(page, table)


def test_a_token_that_is_revoked_shuts_the_door(table: Table, host: Host, visit: Visit) -> None:
    private = host.table("age-of-war", ["person", "person"], visibility="private")
    page = visit("/", strict=False)
    private.give(page, "seat:1")
    page.goto(private.page)
    live_as_seat(page, private)
    private.post("/tokens/rotations", {}, "seat:1")
    expect(page.locator(".door")).to_contain_text("This game does not open")


def live_as_seat(page: Page, table: Table) -> None:
    now = table.get("", "seat:1")["version"]
    expect(page.locator("#where")).to_have_text(f"{now} / {now}")


def test_a_killed_service_is_waited_for(visit: Visit, tmp_path: Path) -> None:
    port = free_port()
    server = start(tmp_path, port)
    with Host(server.url, tmp_path) as host:
        table = host.table("age-of-war", ["person", "person"])
        page = visit("/", at=host.url, strict=False)
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
