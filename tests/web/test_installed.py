"""The installed page: only where somebody asked for it, what it stores, and what it shows without the service."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from shutil import copytree
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browsing import await_events
from tests.checkout import ROOT
from tests.running import free_port, start, stop
from tests.soaking import soaked
from tests.web.conftest import Visit
from tests.web.proxy import Line, line_to
from tests.web.table import Host, Table
from tests.whole.command import kronika

OFFER = """() => {
    const offer = Object.assign(new Event("beforeinstallprompt", { cancelable: true }), {
        prompt: async () => { window.prompted = true; },
        userChoice: Promise.resolve({ outcome: "OUTCOME" }),
    });
    dispatchEvent(offer);
}"""
CONTROLLED = "Boolean(navigator.serviceWorker.controller)"
STORED = """async () => {
    const found = {};
    for (const name of await caches.keys()) {
        const cache = await caches.open(name);
        for (const { url } of await cache.keys()) {
            const answer = await cache.match(url);
            found[url] = await answer.text();
        }
    }
    return found;
}"""
FETCH = """async ([path, more]) => {
    const answer = await fetch(path, { credentials: "omit", ...more });
    return [answer.status, (await answer.text()).length];
}"""


def offer(page: Page, outcome: str = "accepted") -> None:
    """What a browser does once it would install the page; headless ones never do."""
    page.evaluate(OFFER.replace("OUTCOME", outcome))


def install(page: Page) -> None:
    offer(page)
    page.locator("[data-do=install]").click()
    expect(page.locator("[data-do=remove]")).to_be_visible()
    await_events(page, lambda: page.evaluate(CONTROLLED), "a worker that answers the page")


def stored(page: Page) -> dict[str, str]:
    found: dict[str, str] = page.evaluate(STORED)
    return found


def games_stored(page: Page) -> list[str]:
    return [url for url in stored(page) if "/v1/games/" in url]


def await_stored(page: Page, table: Table, yes: bool = True) -> None:
    await_events(
        page, lambda: any(table.id in url for url in games_stored(page)) == yes, f"a copy, or none: {yes}"
    )


@pytest.fixture(scope="module")
def line(host: Host) -> Iterator[Line]:
    with line_to(urlsplit(host.url).port or 0) as line:
        yield line


@pytest.fixture(scope="module")
def browsing(browser: Browser, line: Line) -> Iterator[Page]:
    """One browser for all tests, in which the page is installed once."""
    context = browser.new_context(base_url=line.url, reduced_motion="reduce", locale="en-GB")
    context.set_default_timeout(60_000)
    page = context.new_page()
    page.goto("/rules")
    yield page
    context.close()


FORGET = """async () => {
    localStorage.clear();
    const games = await caches.open("kronika-games");
    for (const key of await games.keys()) await games.delete(key);
}"""


@pytest.fixture
def installed(browsing: Page, line: Line) -> Iterator[Page]:
    """The installed page, which has stored no games yet."""
    if not browsing.evaluate(CONTROLLED):
        install(browsing)
    yield browsing
    line.put("whole")
    line.rewrites = (b"", b"")
    browsing.context.clear_cookies()
    browsing.goto("/rules")
    browsing.evaluate(FORGET)


@pytest.fixture
def table(host: Host) -> Table:
    """Romans for two persons, whose orders are secret."""
    table = host.table("romans", ["person", "person"])
    for seat in (1, 2):
        table.act(4, seat)
    return table


def watch(page: Page, table: Table) -> None:
    page.goto(table.page)
    now = table.get()["version"]
    expect(page.locator("#where")).to_have_text(f"{now} / {now}")


def test_nothing_is_installed_unless_somebody_asks(visit: Visit) -> None:
    page = visit("/rules")
    expect(page.locator("#foot a").first).to_be_visible()
    assert page.locator("#install button").count() == 0, "the browser has not offered it"
    offer(page, "dismissed")
    page.locator("[data-do=install]").click()
    expect(page.locator("[data-do=install]")).to_have_count(0)
    assert page.evaluate("window.prompted")
    assert page.evaluate("navigator.serviceWorker.getRegistrations().then((all) => all.length)") == 0
    assert page.evaluate("caches.keys()") == []


def test_the_page_opens_without_the_service_and_says_of_when_it_is(
    installed: Page, table: Table, line: Line
) -> None:
    page = installed
    watch(page, table)
    await_stored(page, table)
    line.put("cut")
    page.goto(table.page)
    now = table.get()["version"]
    expect(page.locator("#where")).to_have_text(f"{now} / {now}")
    expect(page.locator("#line")).to_contain_text(re.compile(r"As of \d\d:\d\d, offline"))
    expect(page.locator("#live")).to_have_attribute("data-state", "offline")
    page.goto("/")
    page.locator("#stored a").first.click()
    expect(page.locator("#where")).to_have_text(f"{now} / {now}")
    table.act(1)
    line.put("whole")
    expect(page.locator("#where")).to_have_text(f"{table.get()['version']} / {table.get()['version']}")
    expect(page.locator("#live")).to_have_attribute("data-state", "live")
    expect(page.locator("#line")).to_be_hidden()


GOING = {"hidden": ["hide"], "deleted": ["delete", "--yes"]}


FULL = """() => {
    globalThis.room = Cache.prototype.put;
    Cache.prototype.put = () => Promise.reject(new DOMException("full", "QuotaExceededError"));
}"""


def withdraw(host: Host, table: Table, how: str = "hidden") -> None:
    assert kronika(host.folder, *GOING[how], table.id).returncode == 0


@pytest.mark.soak
@pytest.mark.parametrize("how", GOING)
def test_a_game_that_is_no_longer_public_is_not_shown_once_the_service_says_so(
    installed: Page, table: Table, line: Line, host: Host, how: str
) -> None:
    page = installed
    watch(page, table)
    await_stored(page, table)
    withdraw(host, table, how)
    page.goto(table.page)
    expect(page.locator(".door")).to_contain_text("This game does not open")
    await_stored(page, table, yes=False)
    line.put("cut")
    page.goto(table.page)
    expect(page.locator("#unreached")).to_be_visible()
    assert page.locator("#board").count() == 0


def test_a_copy_on_the_screen_goes_when_the_service_says_so(
    installed: Page, table: Table, line: Line, host: Host
) -> None:
    page = installed
    watch(page, table)
    await_stored(page, table)
    line.put("cut")
    page.goto(table.page)
    expect(page.locator("#line")).to_contain_text("offline")
    withdraw(host, table)
    line.put("whole")
    expect(page.locator(".door")).to_contain_text("This game does not open")
    await_stored(page, table, yes=False)
    line.put("cut")
    page.goto(table.page)
    expect(page.locator("#unreached")).to_be_visible()
    assert page.locator("#board").count() == 0


OLD = """async ([path, days]) => {
    const games = await caches.open("kronika-games");
    const headers = { "Kronika-Kept-At": String(Date.now() - days * 24 * 3600 * 1000) };
    await games.put(path, new Response("{}", { headers }));
}"""


@pytest.mark.soak
def test_a_copy_of_more_than_a_week_is_deleted(installed: Page, table: Table) -> None:
    for path, days in (("old", 7.1), ("young", 6.9)):
        installed.evaluate(OLD, [f"/v1/games/{path}", days])
    watch(installed, table)
    await_stored(installed, table)
    await_events(
        installed,
        lambda: [url for url in games_stored(installed) if url.endswith("/old")] == [],
        "it is gone",
    )
    assert [url for url in games_stored(installed) if url.endswith("/young")]


@pytest.mark.soak
def test_a_copy_that_cannot_be_renewed_goes(installed: Page, table: Table, line: Line) -> None:
    """Where the browser gives no more room, an old copy does not stay in place of the newest one."""
    installed.evaluate(OLD, [f"/v1/games/{table.id}/news?lang=en", 1])
    [worker] = installed.context.service_workers
    worker.evaluate(FULL)
    watch(installed, table)
    await_stored(installed, table, yes=False)
    worker.evaluate("() => { Cache.prototype.put = globalThis.room; }")
    watch(installed, table)
    await_stored(installed, table)


def test_nothing_that_a_token_opened_is_stored(installed: Page, table: Table, host: Host) -> None:
    """The same browser for a seat of a public game, then for another one's of a private one, then for nobody."""
    page = installed
    private = host.table("romans", ["person", "person"], visibility="private")
    for one, role in ((table, "seat:1"), (private, "seat:2")):
        page.evaluate("localStorage.clear()")
        one.give(page, role)
        page.goto(one.page)
        expect(page.locator(".seat.mine")).to_be_visible()
    assert games_stored(page) == []
    page.evaluate("localStorage.clear()")
    watch(page, table)
    await_stored(page, table)
    held = stored(page)
    everything = json.dumps(held)
    assert [token for one in (table, private) for token in one.tokens.values() if token in everything] == []
    assert private.id not in everything
    [own] = [text for url, text in held.items() if table.id in url]
    assert json.loads(own)["document"]["viewer"] == "spectator"


REFUSED: dict[str, tuple[str, dict[str, Any]]] = {
    "a token": ("/news?lang=en&after=0", {"headers": {"Authorization": "Bearer TOKEN"}}),
    "a session": ("/news?lang=en&after=0", {"credentials": "same-origin"}),
    "private, no-cache": ("", {}),
    "a part": ("/news?lang=en&after=3", {}),
    "another query": ("/news?lang=en&after=0&audit=2", {}),
    "the log": ("/events", {}),
}


@pytest.mark.soak
def test_a_token_opens_nothing_while_the_service_is_away(installed: Page, table: Table, line: Line) -> None:
    """What everybody may see is not given out as what a seat sees."""
    page = installed
    watch(page, table)
    await_stored(page, table)
    table.give(page, "seat:1")
    line.put("cut")
    page.goto(table.page)
    expect(page.locator("#unreached")).to_be_visible()
    assert page.locator("#board").count() == 0


def await_a_later_one(page: Page) -> None:
    """Another document is stored, so all before it were, or will not be."""
    page.evaluate(FETCH, ["/v1/rulesets/touche/primer", {}])
    await_events(page, lambda: any("touche/primer" in url for url in stored(page)), "a later one")


@pytest.mark.parametrize("told", soaked([b"private,no-cache", b"public, no-store"], [b"public, no-store"]))
def test_what_is_not_called_public_on_the_way_is_not_stored(
    installed: Page, table: Table, line: Line, told: bytes
) -> None:
    line.rewrites = (b"public, no-cache", told)
    watch(installed, table)
    line.rewrites = (b"", b"")
    await_a_later_one(installed)
    assert games_stored(installed) == []


@pytest.mark.parametrize("why", soaked(REFUSED, [why for why in REFUSED if why != "a token"]))
def test_what_is_not_for_everybody_or_not_whole_is_not_stored(
    installed: Page, table: Table, why: str
) -> None:
    path, more = REFUSED[why]
    more = json.loads(json.dumps(more).replace("TOKEN", table.tokens["seat:1"]))
    status, length = installed.evaluate(FETCH, [f"/v1/games/{table.id}{path}", more])
    assert (status, length > 0) == (200, True)
    await_a_later_one(installed)
    assert games_stored(installed) == []


@pytest.mark.soak
def test_what_is_stored_was_asked_for_without_cookies(installed: Page, table: Table, line: Line) -> None:
    """Behind a proxy with cookies of its own, what they open is not for everybody."""
    page = installed
    page.context.add_cookies([{"name": "who", "value": "somebody", "url": page.url}])
    watch(page, table)
    await_stored(page, table)
    asked = [head for head in line.requests if table.id.encode() in head.partition(b"\r\n")[0]]
    page_itself, news = f"GET {table.page} ".encode(), f"GET /v1{table.page}/news?".encode()
    assert any(b"Cookie: who=" in head for head in asked if head.startswith(page_itself))
    assert [b"Cookie:" in head for head in asked if head.startswith(news)] == [False]


@pytest.fixture
def next_release(tmp_path: Path) -> Path:
    """A checkout with another module."""
    folder = tmp_path / "checkout"
    folder.mkdir()
    for path in ROOT.iterdir():
        if path.name != "api":
            (folder / path.name).symlink_to(path)
    copytree(ROOT / "api", folder / "api")
    module = folder / "api" / "static" / "web" / "game.js"
    module.write_text(f"{module.read_text()}globalThis.release = 2;\n")
    return folder


@pytest.mark.soak
def test_after_a_deployment_no_module_of_the_last_release_is_used(
    visit: Visit, tmp_path: Path, next_release: Path
) -> None:
    data, port = tmp_path / "data", free_port()
    data.mkdir()
    server = start(data, port)
    with line_to(port) as line, Host(server.url, data) as host:
        table = host.table("romans", ["person", "person"])
        page = visit("/rules", at=line.url, strict=False)
        install(page)
        watch(page, table)
        old = page.evaluate("document.querySelector('script[type=module]').src")
        stop(server)
        server = start(data, port, next_release)
        try:
            watch(page, table)
            assert page.evaluate("globalThis.release") == 2
            renewed = "async () => (await caches.keys()).filter((name) => name.includes('shell'))"
            await_events(page, lambda: len(page.evaluate(renewed)) == 1, "one release")
            await_events(page, lambda: old not in stored(page), "that is the new one")
            assert page.evaluate(FETCH, [old, {"cache": "no-store"}])[0] == 404
            stop(server)
            page.goto(table.page)
            assert page.evaluate("document.querySelector('script[type=module]').src") != old
            expect(page.locator("#line")).to_contain_text("offline")
            assert page.evaluate("globalThis.release") == 2
        finally:
            stop(server)


def test_it_is_removed_with_everything_that_it_stored(installed: Page, table: Table) -> None:
    page = installed
    watch(page, table)
    await_stored(page, table)
    page.goto("/rules")
    with page.expect_navigation():  # the page loads itself again
        page.locator("[data-do=remove]").click()
    await_events(page, lambda: page.evaluate("caches.keys()") == [], "no caches")
    await_events(page, lambda: not page.evaluate(CONTROLLED), "no worker")
    watch(page, table)
    assert page.evaluate("navigator.serviceWorker.getRegistrations().then((all) => all.length)") == 0
    assert page.evaluate("caches.keys()") == []
