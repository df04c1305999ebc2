"""Games set up, watched, taken back, saved."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Route, expect

from tests.browsing import await_events
from tests.running import serving
from tests.web.clicking import await_orders, await_turn, menu
from tests.web.conftest import Visit
from tests.web.table import BLANK, Host

STRANGE = "<img src=x onerror=alert(1)>"
LATE_SEATS = """
    const ask = window.fetch;
    window.fetch = async (...asked) => {
        const answer = await ask(...asked);
        if (String(asked[0]).endsWith("/seats")) await new Promise((goOn) => setTimeout(goOn, 1000));
        return answer;
    };
"""
"""A browser that hears by the stream that it sits before it has read the answer that brings the token."""


@pytest.mark.soak
def test_a_table_is_set_with_options_and_an_open_seat_that_somebody_else_takes(
    visit: Visit, host: Host
) -> None:
    page = visit("/new?ruleset=romans")
    page.get_by_label("Your name").fill("Ada")
    page.get_by_label("Seat 2").select_option("open")
    page.get_by_label("Fort after a tie").check()
    page.locator("[data-do=start]").click()
    expect(page.locator("#turn")).to_contain_text("Waiting for players")
    path = urlsplit(page.url).path
    guest = visit("/tables")
    row = guest.locator(f"[data-game='{path.removeprefix('/games/')}']")
    row.get_by_role("link", name="Sit down").click()
    guest.get_by_label("Your name").fill("Bo")
    guest.locator("[data-do=sit-2]").click()
    for person in (page, guest):
        expect(person.locator("#turn")).to_have_attribute("data-state", "mine")
        expect(person.locator(".seat[data-seat='2']")).to_contain_text("Bo")
    assert host.call("GET", f"/v1{path}")["options"]["tied_fort"] is True


def test_somebody_elses_move_is_seen_live_and_looking_back_is_marked(visit: Visit, host: Host) -> None:
    table = host.table("age-of-war", ["person", "person"])
    watcher = visit(table.page)
    live = watcher.locator("#live")
    expect(live).to_have_attribute("data-state", "live")
    table.act(3)
    now = table.get()["version"]
    expect(watcher.locator("#where")).to_have_text(f"{now} / {now}")
    expect(watcher.locator("#said")).to_contain_text("throws")
    watcher.keyboard.press("Home")
    expect(live).to_have_text(re.compile(f"Behind live: {now - 1}$"))
    table.act(1)
    expect(live).not_to_have_text(re.compile(f"Behind live: {now - 1}$"))
    expect(watcher.locator("#where")).to_have_text(re.compile("^1 / "))
    live.click()
    expect(live).to_have_attribute("data-state", "live")
    now = table.get()["version"]
    expect(watcher.locator("#where")).to_have_text(f"{now} / {now}")


@pytest.mark.soak
def test_what_others_did_is_shown_move_by_move(visit: Visit, host: Host) -> None:
    table = host.table("age-of-war", ["person", "person"])
    watcher = visit(table.page, reduced_motion="no-preference")
    live = watcher.locator("#live")
    expect(live).to_have_attribute("data-state", "live")
    watcher.evaluate(
        """() => {
            window.seen = [];
            const mark = document.querySelector("#live");
            new MutationObserver(() => window.seen.push(mark.dataset.state)).observe(mark, { attributes: true });
        }"""
    )
    table.act(12)
    now = table.get()["version"]
    expect(watcher.locator("#where")).to_have_text(f"{now} / {now}", timeout=60_000)
    expect(live).to_have_attribute("data-state", "live")
    assert "catching" in watcher.evaluate("window.seen")


def test_what_was_refused_is_told_with_the_clause(visit: Visit, host: Host) -> None:
    table = host.table("age-of-war", ["person", "person"])
    role = f"seat:{table.get()['to_act'][0]}"
    page = visit(BLANK, strict=False)
    table.give(page, role)
    page.route("**/stream", lambda route: None)
    page.goto(table.page)
    await_turn(page)
    table.act(1)
    page.locator("#board [data-action*=roll]").click()
    alert = page.locator(".alert")
    expect(alert).to_have_attribute("data-kind", "illegal-action")
    clause = alert.get_attribute("data-rule")
    texts = {c["id"]: c["text"]["en"] for c in host.call("GET", "/v1/rulesets/age-of-war")["clauses"]}
    assert clause is not None
    expect(alert).to_contain_text(texts[clause])
    expect(alert.locator(".clause-source")).to_contain_text("From the rulebook")


def test_a_step_is_taken_back_and_its_line_says_so(visit: Visit, host: Host) -> None:
    table = host.table("romans", ["person", "greedy"])
    page = visit(BLANK)
    table.give(page, "seat:1")
    page.goto(table.page)
    await_turn(page)
    await_orders(host, page)
    expect(page.locator("#undo-barrier")).to_be_empty()
    page.locator("#undo-barred").click()
    expect(page.locator("#undo-barrier")).to_contain_text("No further")
    page.locator("#all-moves summary").click()
    page.locator("#all-moves [data-action*=place-warrior]").first.click()
    expect(page.locator(".move[aria-current]")).to_contain_text("lays")
    page.locator("#undo").click()
    page.locator(".stretch-go").click()
    expect(page.locator(".move.is-taken-back", has_text="lays")).to_have_count(1)
    expect(page.locator(".move.is-undo")).to_have_count(1)
    assert table.get("", "seat:1")["view"]["clans"][0]["placed"] == 0


def test_another_seats_undo_request_is_answered(visit: Visit, host: Host) -> None:
    """One browser for both, who look with the eyes of the one and then of the other."""
    table = host.table("romans", ["person", "person"], undo="consent")
    page = visit(BLANK)
    for seat in (1, 2):
        table.act(seat=seat)
    table.give(page, "seat:1", "seat:2")
    page.goto(f"{table.page}?seat=1")
    page.locator("#undo").click()
    expect(page.locator(".pending")).to_contain_text("Waiting for an answer")
    menu(page).locator("#eyes").select_option("seat:2")
    page.locator("[data-do=accept]").click()
    expect(page.locator(".move.is-undo")).to_have_count(1)


@pytest.mark.soak
def test_bots_that_look_ahead_are_seated_and_play(visit: Visit, host: Host) -> None:
    page = visit("/new?ruleset=age-of-war")
    page.get_by_label("Seat 1").select_option("Bot, looking ahead")
    page.get_by_label("Seat 2").select_option("Bot, looking ahead")
    page.locator("[data-do=start]").click()
    expect(page.locator("#status")).to_have_text("playing")
    expect(page.locator("#said")).to_contain_text(re.compile("line|sets"), timeout=60_000)
    events = host.call("GET", f"/v1{urlsplit(page.url).path}/events")["events"]
    assert {event["type"] for event in events} & {"line-filled", "die-set-aside"}


@pytest.mark.soak
def test_seeds_that_were_sealed_are_opened_when_everybody_sits(visit: Visit, host: Host) -> None:
    page = visit("/new?ruleset=age-of-war")
    page.get_by_label("Seat 2").select_option("open")
    page.locator("[data-do=start]").click()
    expect(page.locator("#turn")).to_contain_text("Waiting for players")
    guest = visit(BLANK)
    guest.add_init_script(LATE_SEATS)
    guest.goto(urlsplit(page.url).path)
    guest.locator("[data-do=sit-2]").click()
    expect(page.locator("#status")).to_have_text("playing")
    events = host.call("GET", f"/v1{urlsplit(page.url).path}/events")["events"]
    assert {event["actor"] for event in events if event["type"] == "seed-revealed"} == {"seat:1", "seat:2"}
    expect(page.locator("#badge")).to_have_attribute("data-state", "good", timeout=60_000)


@pytest.mark.soak
def test_a_sealed_seed_that_did_not_get_through_is_sent_again(visit: Visit) -> None:
    page = visit("/new?ruleset=age-of-war", strict=False)
    page.route("**/seeds", lambda route: route.abort())
    with page.expect_event("requestfailed"):
        page.locator("[data-do=start]").click()
    expect(page.locator("#status")).to_have_text("waiting")
    page.unroute_all()
    expect(page.locator("#status")).to_have_text("playing")


@pytest.mark.soak
def test_a_game_is_saved_and_taken_in_by_another_service(
    visit: Visit, host: Host, tmp_path_factory: pytest.TempPathFactory
) -> None:
    table = host.over("age-of-war")
    page = visit(table.page)
    with page.expect_download() as saved:
        menu(page).locator("#save").click()
    with serving(tmp_path_factory.mktemp("elsewhere")) as elsewhere:
        page = visit("/", at=elsewhere.url)
        page.get_by_label("Open a saved game").last.set_input_files(saved.value.path())
        expect(page.locator("#status")).to_have_text("finished")
        expect(page.locator("#badge")).to_have_attribute("data-state", "good", timeout=60_000)


def test_the_lobby_shows_tables_as_they_change(visit: Visit, host: Host) -> None:
    page = visit("/tables")
    expect(page.locator("#games")).to_be_attached()
    table = host.table("nagaraja", ["person", "open"])
    row = page.locator(f"[data-game='{table.id}']")
    expect(row).to_contain_text("Free seats: 1")
    table.host.call("POST", f"/v1/games/{table.id}/seats", {"name": STRANGE})
    expect(row).to_contain_text("To act:")
    expect(row).to_contain_text(STRANGE)
    page.get_by_label("Game", exact=True).select_option("romans")
    expect(row).to_have_count(0)


@pytest.mark.soak
def test_a_page_that_is_left_before_it_is_there_is_gone(visit: Visit, host: Host) -> None:
    table, held = host.table("romans", ["person", "open"]), list[Route]()
    page = visit("/tables")
    title = page.title()
    page.route("**/boards/romans.js", lambda route: held.append(route))
    page.locator(f"[data-game='{table.id}'] a").first.click()
    await_events(page, lambda: held, "the module of the board")
    page.go_back()
    expect(page.locator(f"[data-game='{table.id}']")).to_be_attached()
    with page.expect_response("**/boards/romans.js"):
        held[0].continue_()
    page.wait_for_timeout(300)
    expect(page).to_have_title(title)


def test_names_of_strangers_are_text(visit: Visit, host: Host) -> None:
    table = host.table("age-of-war", ["open", "person"])
    host.call("POST", f"/v1/games/{table.id}/seats", {"name": STRANGE})
    page = visit(table.page)
    expect(page.locator("#board")).to_contain_text(STRANGE)
    expect(page.locator(".move", has_text=STRANGE).first).to_be_attached()


@pytest.mark.soak
def test_nothing_on_the_page_can_be_pressed_before_it_knows_the_game(visit: Visit, host: Host) -> None:
    """Its buttons are about a game that is not read yet: who pressed one met an error."""
    table = host.table("age-of-war", ["person", "person"])
    page = visit("/health/ready")
    held: list[Route] = []
    page.route("**/boards/age-of-war.js", lambda route: held.append(route))
    page.goto(table.page, wait_until="commit")
    expect(page.locator("#link")).to_be_visible()
    expect(page.locator(".game")).to_have_attribute("inert", "")
    await_events(page, lambda: held, "the module of the board")
    held.pop().continue_()
    page.locator("#link").click()
    expect(page.get_by_role("dialog")).to_contain_text("This version")
