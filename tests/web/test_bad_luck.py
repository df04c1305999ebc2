"""Pages in browsers that keep nothing, of a service that half works, of people with odd names and quick fingers."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browsing import await_events
from tests.web.clicking import NEWEST, play_a_bot, see_first_done
from tests.web.conftest import Visit
from tests.web.table import BLANK, Host, Table

AWAY = {"status": 503, "content_type": "application/problem+json", "body": '{"title": "Away", "status": 503}'}


COUNTED = """
    window.asked = window.answered = 0;
    const ask = window.fetch;
    window.fetch = (...what) => {
        window.asked += 1;
        return ask(...what).finally(() => (window.answered += 1));
    };
"""
"""How much the page has asked for, and how much of it has come."""


def away(route: Route) -> None:
    route.fulfill(**AWAY)


@pytest.fixture
def table(host: Host) -> Table:
    return host.table("touche", ["person", "person"])


def is_quiet(page: Page) -> bool:
    """Whether all requests are answered, and for a second no more are sent."""
    before = page.evaluate("asked")
    page.wait_for_timeout(1000)
    return bool(page.evaluate("before => asked === answered && asked === before", before))


@pytest.mark.soak
def test_a_service_that_lives_and_refuses_is_asked_less_and_less(visit: Visit, table: Table) -> None:
    page = visit(BLANK, strict=False)
    page.add_init_script(COUNTED)
    page.clock.install()
    page.route("**/v1/games/**", away)
    page.goto(table.page)
    expect(page.locator("#unreached")).to_be_visible()
    page.clock.pause_at(page.evaluate("Date.now() + 60000"))
    await_events(page, lambda: is_quiet(page), "a second in which nothing is requested before it is time")
    page.unroute("**/v1/games/**")
    page.clock.resume()
    expect(page.locator("#where")).to_be_visible()


@pytest.mark.soak
def test_a_board_that_did_not_come_is_said(visit: Visit, table: Table) -> None:
    page = visit(BLANK, strict=False, locale="pl-PL")
    page.route("**/boards/touche.js", lambda route: route.abort())
    page.goto(table.page)
    expect(page.locator("#unreached")).to_contain_text("Część tej strony nie dotarła")
    expect(page.locator("#unreached button")).to_be_visible()
    expect(page.locator(".game, .alert")).to_have_count(0)


REFUSALS = (
    "Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); }",
    "for (const name of ['localStorage', 'indexedDB'])"
    " Object.defineProperty(window, name, { get() { throw new DOMException('no', 'SecurityError'); } })",
)


@pytest.mark.soak
@pytest.mark.parametrize("refuses", REFUSALS)
def test_a_browser_that_keeps_nothing_plays_until_the_page_is_left(visit: Visit, refuses: str) -> None:
    page = visit("/", strict=False)
    page.add_init_script(refuses)
    page.reload()
    play_a_bot(page, "touche")
    expect(page.locator(".seat.mine")).to_have_count(1)
    expect(page.locator("#fleeting")).to_contain_text("stores nothing")
    see_first_done(page)
    expect(page.locator(".alert")).to_have_count(0)


def test_a_game_that_could_not_be_read_at_first_is_read_later(visit: Visit, table: Table) -> None:
    page = visit(BLANK, strict=False)
    table.give(page, "seat:1")
    page.clock.install()
    page.route(re.compile("/v1/games/|/v1/stream"), away)
    page.goto("/my")
    expect(page.locator("[data-group=unread] [data-game]")).to_have_attribute("data-game", table.id)
    expect(page.locator("[data-do=forget]")).to_have_count(0)
    page.unroute(re.compile("/v1/games/|/v1/stream"))
    page.clock.fast_forward(20_000)
    expect(page.locator("[data-group=turn] [data-game], [data-group=on] [data-game]")).to_have_count(1)


def keep(page: Page, id: str, **tokens: str) -> None:
    held = {id: {role.replace("_", ":"): token for role, token in tokens.items()}}
    page.evaluate("held => localStorage.setItem('kronika.tokens', held)", json.dumps(held))


def link_away(page: Page) -> str:
    page.goto("/my")
    page.locator("[data-do=move]").click()
    return page.locator("dialog .link-line input").input_value()


@pytest.mark.soak
def test_odd_names_go_on_elsewhere_too(visit: Visit, host: Host) -> None:
    id = host.call("POST", "/v1/games", {"ruleset": "touche", "seats": 2})["id"]
    name = "A!~.%'(ż)#"
    token, _ = (
        host.call("POST", f"/v1/games/{id}/seats", {"name": who, "seat": n})["token"]
        for n, who in enumerate((name, "Ola"), 1)
    )
    here, there = visit("/"), visit("/")
    keep(here, id, seat_1=token)
    there.goto(link_away(here))
    there.locator("[data-do=take-over]").click()
    expect(there.locator("[data-game]")).to_contain_text(name)
    assert "#" not in there.url


@pytest.mark.soak
def test_a_table_that_waits_is_not_torn_apart(visit: Visit, host: Host) -> None:
    """Its seat has to stay, so what invites the others to it stays as well."""
    waiting = host.table("touche", ["person", "open"])
    page = visit(BLANK)
    keep(page, waiting.id, organiser=waiting.tokens["organiser"], seat_1=waiting.tokens["seat:1"])
    page.goto("/my")
    page.locator("[data-do=move]").click()
    expect(page.locator("dialog")).to_contain_text("once it has begun")
    expect(page.locator("dialog .link-line")).to_have_count(0)


@pytest.mark.soak
def test_what_is_chosen_while_a_move_is_on_its_way_is_not_made_after_it(visit: Visit, host: Host) -> None:
    table = host.table("nagaraja", ["person", "person"])
    seat = table.get()["to_act"][0]
    page = visit(BLANK, strict=False)
    table.give(page, f"seat:{seat}")
    page.goto(table.page)
    page.locator("#all-moves summary").click()
    choices = page.locator("#all-moves [data-action]")
    held: list[Route] = []
    page.route("**/actions*", lambda route: held.append(route))
    before = len(table.get("/events")["events"])
    choices.nth(0).click()
    choices.nth(1).click()
    await_events(page, lambda: held, "the move")
    page.wait_for_timeout(300)
    assert len(held) == 1
    held[0].continue_()
    expect(page.locator("#where")).not_to_have_text(re.compile(f"^{before} / "))
    page.wait_for_timeout(1000)
    assert len(held) == 1
    expect(page.locator(".alert")).to_have_count(0)


HIDDEN = """() => {
    window.shown = [];
    window.Notification = class {
        static permission = "granted";
        constructor(title) { window.shown.push(title); if (window.refused) throw new TypeError("Illegal constructor."); }
    };
    Object.defineProperty(document, "hidden", { get: () => true });
    document.dispatchEvent(new Event("visibilitychange"));
}"""


@pytest.mark.soak
@pytest.mark.parametrize("refused", [False, True])
def test_who_looks_elsewhere_hears_that_it_is_his_turn(visit: Visit, table: Table, refused: bool) -> None:
    """Also on a telephone, where there are no notifications, does the page go on."""
    other = table.get()["to_act"][0]
    page = visit(BLANK, strict=False)
    table.give(page, f"seat:{3 - other}")
    page.clock.install()
    page.goto(table.page)
    expect(page.locator("#live")).to_have_attribute("data-state", "live")
    page.evaluate("refused => { window.refused = refused; }", refused)
    page.evaluate(HIDDEN)
    page.clock.run_for(5000)
    page.wait_for_timeout(500)
    while table.get()["to_act"] == [other]:
        table.act(seat=other)
    for _ in range(3):
        page.clock.run_for(16_000)
        page.wait_for_timeout(300)
    expect(page).to_have_title(re.compile("^● "))
    assert page.evaluate("shown") == ["Your turn."]
    now = table.get()["version"]
    expect(page.locator("#where")).to_have_text(f"{now} / {now}")
    expect(page.locator(".board [data-action], .board .can").first).to_be_attached()


@pytest.mark.soak
def test_an_analysis_that_cannot_be_had_may_be_asked_for_again(visit: Visit, host: Host) -> None:
    page = visit(host.table("touche", ["random", "random"]).finish().page, strict=False)
    page.route("**/analysis", lambda route: route.fulfill(status=409, json={"title": "No", "status": 409}))
    page.locator("[data-do=analyse]").click()
    expect(page.locator(".alert")).to_be_visible()
    names = {"[data-do=analyse]": "Find the turning point", "#analyse": "Chances and turning points"}
    for button, name in names.items():
        again = page.locator(button)
        expect(again).to_have_text(name)
        expect(again).not_to_have_attribute("aria-busy", "true")


@pytest.mark.soak
def test_what_an_analysis_says_is_known_at_both_places(visit: Visit, host: Host) -> None:
    page = visit(host.table("touche", ["random", "random"]).finish().page, strict=False)
    asked: list[str] = []

    def analysed(route: Route) -> None:
        asked.append(route.request.method)
        moments = [{"version": 5, "seat": 1, "chances": {"1": 0.5, "2": 0.5}, "turning": True}]
        route.fulfill(json={"status": "done", "moments": moments, "result": {"1": 1, "2": 0}})

    page.route("**/analysis", analysed)
    page.locator("#tab-analysis").click()
    page.locator("#analyse").click()
    expect(page.locator("#ending .turning-point")).to_be_visible()
    expect(page.locator(".line-art .chances")).to_be_visible()
    assert asked == ["POST"]


IN_FRONT = """them => them.every((it) => {
    const { x, y, width, height } = it.getBoundingClientRect();
    return it.contains(document.elementFromPoint(x + width / 2, y + height / 2));
})"""
SEATS = (["person", "open"], ["person", "person"])


@pytest.mark.soak
@pytest.mark.parametrize("seats", SEATS)
def test_a_telephone_has_every_tool_and_hides_no_seat(visit: Visit, host: Host, seats: list[str]) -> None:
    table = host.table("touche", seats)
    phone = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
    page = visit(BLANK, **phone)
    table.give(page, "seat:1")
    page.goto(table.page)
    expect(page.locator("#where")).to_be_attached()
    if "open" in seats:
        assert page.locator(".seat-name").evaluate_all(IN_FRONT)
    page.locator("#link").tap(trial=True)
    page.locator("#menu").tap()
    for tool in ("#fork", "#save"):
        page.locator(tool).tap(trial=True)


@pytest.mark.soak
def test_a_move_whose_notes_did_not_come_at_first_is_shown(visit: Visit, table: Table) -> None:
    role = f"seat:{table.get()['to_act'][0]}"
    made = table.post("/forks", {"version": table.get()["version"]}, role)
    page = visit(BLANK, strict=False)
    keep(page, made["id"], analyst=made["token"])
    page.goto(f"/games/{made['id']}")
    expect(page.locator("#live")).to_have_attribute("data-state", "live")
    failed: list[str] = []

    def fail(route: Route) -> None:
        failed.append(route.request.url)
        route.abort()

    page.route("**/notes", fail, times=1)
    see_first_done(page)
    assert failed


@pytest.mark.soak
def test_a_place_that_cannot_be_read_is_not_pretended(visit: Visit, host: Host) -> None:
    page = visit(host.table("touche", ["random", "random"]).finish().page, strict=False)
    errors: list[object] = []
    page.on("pageerror", lambda error: errors.append(error))
    page.route("**/states*/**", lambda route: route.abort())
    expect(page.locator("#where")).to_have_text(NEWEST)
    expect(page.locator("#badge")).to_have_attribute("data-state", "good", timeout=60_000)
    # now all is read: what is heard takes the message away
    scrub = page.locator("#scrub")
    last = scrub.input_value()
    scrub.evaluate("it => { it.value = 7; it.dispatchEvent(new Event('input')); }")
    expect(page.locator(".alert[data-kind=unreachable]")).to_be_visible()
    expect(scrub).to_have_value(last)
    assert errors == []


@pytest.mark.soak
def test_where_a_version_is_refused_the_game_is_there_all_the_same(visit: Visit, table: Table) -> None:
    page = visit(BLANK, strict=False)
    refused = {"title": "No", "kind": "not-found", "detail": "Not this one.", "status": 404}
    page.route("**/states/1?*", lambda route: route.fulfill(status=404, json=refused))
    page.goto(f"{table.page}/v/1")
    expect(page.locator(".alert")).to_contain_text("Not this one.")
    expect(page.locator(".game")).not_to_have_attribute("inert", "")
    expect(page.locator("#live")).to_have_attribute("data-state", "live")
    expect(page).to_have_url(re.compile(f"{table.page}$"))
