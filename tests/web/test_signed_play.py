"""Playing under a key of one's own: what the page signs the independent verifier finds good; without a key it says so."""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browsing import await_events
from tests.web.clicking import await_orders, await_turn, play_a_bot, where
from tests.web.conftest import Visit
from tests.web.locks import until_locks
from tests.web.table import BLANK, Host, Table
from verifier import verify

WITHOUT_ED25519 = """
    const generate = crypto.subtle.generateKey.bind(crypto.subtle);
    const importKey = crypto.subtle.importKey.bind(crypto.subtle);
    const unknown = (algorithm) => (algorithm.name ?? algorithm) === "Ed25519";
    const refuse = () => Promise.reject(new DOMException("Unrecognized name.", "NotSupportedError"));
    SubtleCrypto.prototype.generateKey = (...asked) => (unknown(asked[0]) ? refuse() : generate(...asked));
    SubtleCrypto.prototype.importKey = (...asked) => (unknown(asked[2]) ? refuse() : importKey(...asked));
"""
WITHOUT_HTTPS = "Object.defineProperty(Crypto.prototype, 'subtle', { value: undefined });"


def audit(host: Host, page: Page) -> dict[str, Any]:
    """The audit file as the player at the page gets it."""
    game = urlsplit(page.url).path.removeprefix("/games/")
    tokens = json.loads(page.evaluate("localStorage['kronika.tokens']"))
    file: dict[str, Any] = host.call("GET", f"/v1/games/{game}/audit", None, tokens[game]["seat:1"])
    return file


def signed_by(file: dict[str, Any], seat: int) -> list[dict[str, Any]]:
    entries = [json.loads(text) for text in file["entries"]]
    return [entry for entry in entries if entry["by"] == f"seat:{seat}" and "sig" in entry]


def click(page: Page, kind: str) -> None:
    before = where(page)
    page.locator("#all-moves summary").click() if not page.locator("#all-moves[open]").count() else None
    with page.expect_response("**/actions?*"):  # what another seat does moves the page on too
        page.locator(f"#all-moves [data-action*={kind}]").first.click()
    await_turn(page, before)


def test_every_action_and_taking_back_is_signed_and_the_verifier_finds_it_good(
    visit: Visit, host: Host
) -> None:
    page = visit("/")
    play_a_bot(page, "romans")
    await_turn(page)
    await_orders(host, page)
    expect(page.locator("#unsigned")).to_be_hidden()
    for _ in range(2):
        click(page, "place-warrior")
    before = where(page)
    page.locator("#undo").click()
    await_turn(page, before)
    file = audit(host, page)
    report = verify(file)
    assert report["L2"].status == "passed", report.table()
    assert report.entropy is not None
    assert "Only the operator together with seat 1 could have chosen." in report.table()
    kinds = [entry["t"] for entry in signed_by(file, 1)]
    assert kinds.count("warrior-placed") == 2
    assert {"seat-taken", "seed-revealed", "undo-requested"} <= set(kinds)
    expect(page.locator("#badge")).to_have_attribute("data-state", "good", timeout=60_000)
    page.locator("#tab-proof").click()
    expect(page.locator("[data-check=seats]")).to_have_attribute("data-status", "passed")
    the_private_half_of_the_key_cannot_be_read(page)


def the_private_half_of_the_key_cannot_be_read(page: Page) -> None:
    readable = page.evaluate(
        """async () => {
            const open = indexedDB.open("kronika", 1);
            await new Promise((done) => (open.onsuccess = done));
            const all = open.result.transaction("seats").objectStore("seats").getAll();
            await new Promise((done) => (all.onsuccess = done));
            return all.result.map(({ privateKey }) => privateKey.extractable);
        }"""
    )
    assert readable == [False]
    assert "privateKey" not in page.evaluate("JSON.stringify(localStorage)")


def sat_down(visit: Visit, host: Host) -> tuple[Table, Page]:
    """Seat 1 was taken in the browser; the other one is a person's, too."""
    table = host.table("romans", ["open", "person"])
    page = visit(table.page, strict=False)
    page.locator("[data-do=sit-1]").click()
    await_turn(page)
    return table, page


@pytest.mark.soak
def test_an_action_that_came_too_late_is_signed_anew(visit: Visit, host: Host) -> None:
    """Both seats give orders at once; the other is faster."""
    table, page = sat_down(visit, host)
    sent: list[int] = []

    def overtake(route: Route) -> None:
        if not sent:
            table.act(seat=2)
        sent.append(route.request.post_data_json["signed"]["n"])
        route.continue_()

    page.route("**/actions?*", overtake)
    with page.expect_response(lambda answer: "/actions?" in answer.url and answer.status == 201):
        click(page, "place-warrior")
    assert len(sent) == 2
    assert sent[0] < sent[1]
    expect(page.locator(".alert")).to_have_count(0)
    assert [event["actor"] for event in table.get("/events")["events"]][-2:] == ["seat:2", "seat:1"]


@pytest.mark.soak
def test_a_kept_move_that_came_too_late_is_signed_anew_by_one_of_two_tabs(visit: Visit, host: Host) -> None:
    table, page = sat_down(visit, host)
    context = page.context
    page.route("**/actions?*", lambda route: route.abort())
    page.locator("#all-moves summary").click()
    page.locator("#all-moves [data-action*=place-warrior]").first.click()
    expect(page.locator("#line")).to_contain_text("Your move is")
    page.goto("/health/ready")
    page.unroute_all()
    table.act(seat=2)
    held: list[Route] = []
    context.route("**/actions?*", lambda route: held.append(route))
    other = context.new_page()
    for tab in (page, other):
        tab.goto("/")
    await_events(page, lambda: held, "the move once more")
    until_locks(page, held=1, pending=1)
    sent: list[str] = []

    def note(route: Route) -> None:
        sent.append(route.request.post_data or "")
        route.continue_()

    context.route("**/actions?*", note)
    note(held.pop())
    await_events(page, lambda: len({*sent}) > 1, "the move, signed anew")
    until_locks(page, held=0, pending=0)
    assert held == []
    assert len({*sent}) == 2  # the one that came too late, and one more
    assert page.evaluate("localStorage.getItem('kronika.unsent')") == "{}"
    assert [event["actor"] for event in table.get("/events")["events"]][-2:] == ["seat:2", "seat:1"]
    for tab in (page, other):
        expect(tab.locator(".alert")).to_have_count(0)


@pytest.mark.soak
def test_an_action_that_is_in_the_log_is_not_signed_again_though_the_service_refused_it(
    visit: Visit, host: Host
) -> None:
    """It says that the action came too late, to get another signature for the same."""
    page = visit("/", strict=False)
    play_a_bot(page, "romans")
    await_turn(page)
    await_orders(host, page)
    sent: list[int] = []

    def refuse(route: Route) -> None:
        sent.append(route.request.post_data_json["signed"]["n"])
        route.fetch()
        route.fulfill(
            status=412, json={"type": "https://example.org/problems/stale", "title": "Stale", "status": 412}
        )

    page.route("**/actions?*", refuse)
    click(page, "place-warrior")
    kinds = [entry["t"] for entry in signed_by(audit(host, page), 1)]
    assert kinds.count("warrior-placed") == len(sent) == 1


@pytest.mark.soak
def test_a_signed_move_whose_answer_was_lost_is_sent_again_after_a_reload_and_made_once(
    visit: Visit, host: Host
) -> None:
    _, page = sat_down(visit, host)
    sent: list[str] = []

    def lose(route: Route) -> None:
        sent.append(route.request.post_data or "")
        if len(sent) == 1:
            route.fetch()
        route.abort()

    page.route("**/actions?*", lose)
    page.locator("#all-moves summary").click()
    page.locator("#all-moves [data-action*=place-warrior]").first.click()
    expect(page.locator("#line")).to_contain_text("Your move is")
    with page.expect_response(lambda answer: "/actions?" in answer.url and answer.status == 201):
        page.unroute("**/actions?*")  # from now on it may be sent again
        page.route(
            "**/actions?*", lambda route: (sent.append(route.request.post_data or ""), route.continue_())
        )
        page.reload()
    page.wait_for_function("() => localStorage.getItem('kronika.unsent') === '{}'")
    assert len({*sent}) == 1
    kinds = [entry["t"] for entry in signed_by(audit(host, page), 1)]
    assert kinds.count("warrior-placed") == 1
    expect(page.locator(".alert")).to_have_count(0)


def test_two_pages_of_a_browser_make_one_key_for_a_seat(visit: Visit) -> None:
    page = visit("/rules")
    keys = page.evaluate(
        """async () => {
            const { signerFor } = await import("/static/web/trust/keys.js");
            const signers = await Promise.all([1, 2].map(() => signerFor("0".repeat(32), 1)));
            return signers.map(({ key }) => key);
        }"""
    )
    assert len(set(keys)) == 1


@pytest.mark.soak
@pytest.mark.parametrize(
    ("missing", "told", "seeds"),
    [
        (WITHOUT_ED25519, "no key for your seat", 1),
        pytest.param(WITHOUT_HTTPS, "was not loaded over https", 0, marks=pytest.mark.soak),
    ],
)
def test_without_a_key_the_page_plays_unsigned_and_says_so(
    visit: Visit, host: Host, missing: str, told: str, seeds: int
) -> None:
    """Who can check heads gives the last one with what he does; it stands in the log as his word."""
    page = visit("/")
    page.add_init_script(missing)
    page.reload()
    play_a_bot(page, "romans")
    await_turn(page)
    await_orders(host, page)
    expect(page.locator("#unsigned")).to_contain_text(told)
    click(page, "place-warrior")
    file = audit(host, page)
    report = verify(file)
    assert report["L2"].status == "passed", report.table()
    assert signed_by(file, 1) == []
    assert len(file["seeds"]) == seeds
    [seen] = [
        entry.get("seen")
        for entry in map(json.loads, file["entries"])
        if entry["t"] == "warrior-placed" and entry["by"] == "seat:1"
    ]
    assert (seen is not None) == bool(seeds)
    page.locator("#check").evaluate("button => button.click()")
    page.locator("#tab-proof").click()
    check = page.locator("[data-check=signature], [data-check=form]").last
    expect(check).to_have_attribute("data-status", "not available")


def test_who_brings_only_a_token_is_told_that_he_plays_unsigned(visit: Visit, host: Host) -> None:
    table: Table = host.table("age-of-war", ["person", "random"])
    page = visit(BLANK)
    table.give(page, "seat:1")
    page.goto(table.page)
    expect(page.locator("#unsigned")).to_contain_text("no key for your seat")
