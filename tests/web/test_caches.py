"""A browser's cache between viewers: each gets his own bytes, in every order, with tokens given, pasted and forgotten."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from itertools import pairwise, permutations
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

from projections.documents import REVISION
from service.identity.account_log import new_id, opening
from service.identity.account_roles import grant_role
from service.identity.credentials import SESSION, new_session
from tests.soaking import soaked
from tests.web.clicking import menu
from tests.web.conftest import Visit
from tests.web.table import Host, Table
from tests.web.test_eyes import Heard, listen
from tests.web.test_installed import install

VIEWERS = ("spectator", "organiser", "seat:1", "seat:2")
WALK = [VIEWERS[n] for n in (0, 1, 0, 2, 0, 3, 1, 2, 1, 3, 2, 3, 0)]
"""Every viewer comes once right after every other."""
READ = (
    "",
    "/states/4",
    f"/states/4?document_revision={REVISION}",
    "/legal-actions",
    "/news?lang=en&after=0",
    "/events",
    "/replay",
    "/audit",
    "/export",
    "/ledger/disclosures",
)
ONE_AFTER_ANOTHER = """async ([path, tokens]) => {
    const told = [];
    for (const token of tokens) {
        const answer = await fetch(path, token ? { headers: { Authorization: `Bearer ${token}` } } : {});
        told.push(await answer.json());
    }
    return told;
}"""
"""Fetches as any client in a browser would, with the cache as it comes."""
ALL_OF = "async (paths) => Promise.all(paths.map(async (path) => (await fetch(path)).text()))"


@pytest.fixture(scope="module")
def table(host: Host) -> Table:
    """Romans for two persons, their orders half given."""
    table = host.table("romans", ["person", "person"])
    for seat in (1, 2):
        table.act(4, seat)
    return table


@pytest.fixture(params=soaked(["without a worker", "with the worker"], ["with the worker"]))
def page(request: pytest.FixtureRequest, visit: Visit) -> Page:
    """A browser that somebody uses after somebody else, where the page is installed or not."""
    page = visit("/rules")
    if request.param == "with the worker":
        install(page)
    return page


def test_whoever_fetches_after_another_viewer_gets_his_own_bytes(page: Page, table: Table) -> None:
    assert {*pairwise(WALK)} == {*permutations(VIEWERS, 2)}
    tokens = [table.tokens.get(viewer) for viewer in WALK]
    for path in READ:
        own = {viewer: table.get(path, viewer if viewer in table.tokens else None) for viewer in VIEWERS}
        told = page.evaluate(ONE_AFTER_ANOTHER, [f"/v1/games/{table.id}{path}", tokens])
        assert [viewer for viewer, body in zip(WALK, told, strict=True) if body != own[viewer]] == [], path


def signed_in(table: Table) -> dict[str, dict[str, str]]:
    """The cookies of nobody, of two accounts that play at the table, and of one that has no part in it."""
    port = urlsplit(table.host.url).port
    cookies: dict[str, dict[str, str]] = {"spectator": {}}
    with closing(sqlite3.connect(table.host.folder / "kronika.db")) as database, database:
        for name, roles in (("Signed one", ["seat:1"]), ("Signed two", ["seat:2"]), ("Signed three", [])):
            account = new_id()
            name = f"{name} {account}"
            session = new_session(account, "a browser", None, asserted=True)
            rows = [*opening(account, name, name.casefold(), None), session.row]
            for sql, params in [*rows, *(grant_role(account, table.id, role) for role in roles)]:
                database.execute(sql, params)
            cookies[name] = {f"kronika-{port}": session.secret.removeprefix(SESSION)}
    return cookies


@pytest.mark.soak
def test_who_signs_in_after_another_gets_what_is_his(page: Page, table: Table) -> None:
    cookies = signed_in(table)
    walk = [list(cookies)[n] for n in (0, 1, 0, 2, 0, 3, 1, 2, 1, 3, 2, 3, 0)]
    assert {*pairwise(walk)} == {*permutations(cookies, 2)}
    addresses = [f"/v1/games/{table.id}{path}" for path in READ]
    own = {who: [table.host.text_with(it, its) for it in addresses] for who, its in cookies.items()}
    assert len({answers[0] for answers in own.values()}) == 3, "who has no part reads what everybody reads"
    for who in walk:
        page.context.clear_cookies()
        for name, value in cookies[who].items():
            page.context.add_cookies([{"name": name, "value": value, "url": table.host.url}])
        assert page.evaluate(ALL_OF, addresses) == own[who], who


def look(page: Page, table: Table, role: str) -> None:
    """Look at the game, its past and its proof with these eyes."""
    for at in ("", "/v/6"):
        page.goto(f"{table.page}{at}?seat={role.removeprefix('seat:')}")
        settled(page, role)
        page.locator("#tab-proof").click()
        page.locator("#check").click()
        page.locator("h1").click()
        page.keyboard.press("ArrowLeft")
        page.keyboard.press("Home")
        expect(page.locator("#where")).to_have_text(f"1 / {table.get()['version']}")


def settled(page: Page, role: str) -> None:
    mine = page.locator(".seat.mine")
    if role == "spectator":
        expect(mine).to_have_count(0)
    else:
        expect(mine).to_have_attribute("data-seat", role.removeprefix("seat:"))
    expect(page.locator("#badge")).to_have_attribute("data-state", "good", timeout=60_000)


def paste(page: Page, token: str) -> None:
    menu(page).locator("#eyes").select_option("add")
    page.locator("dialog input").fill(token)
    page.locator("dialog .primary").click()


def mistaken(heard: list[Heard], table: Table) -> list[tuple[str | None, str]]:
    """Answers that are not those of whoever asked."""
    return [(one.role, one.path) for one in heard if one.body != table.text(one.path, one.role)]


ORDERS = (("spectator", "seat:1", "seat:2", "spectator"), ("seat:2", "seat:1", "spectator", "seat:2"))
"""Together every viewer comes right after every other."""


@pytest.mark.soak
@pytest.mark.parametrize("order", ORDERS)
def test_every_page_shows_what_its_viewer_may_see(page: Page, table: Table, order: tuple[str, ...]) -> None:
    heard = listen(page, table)
    table.give(page, "seat:1", "seat:2")
    for role in order:
        look(page, table, role)
    page.evaluate("localStorage.clear()")
    page.goto(table.page)
    settled(page, "spectator")
    for role in ("seat:1", "seat:2"):
        paste(page, table.tokens[role])
        settled(page, role)
    assert {one.role for one in heard} == {None, "seat:1", "seat:2"}
    assert mistaken(heard, table) == []


def sent_with_token(page: Page) -> list[dict[str, str]]:
    """The headers of requests with a token from now on, as they went over the line, not as the page said them."""
    sent: list[dict[str, str]] = []

    def sends(told: dict[str, Any]) -> None:
        headers = {name.lower(): value for name, value in told["headers"].items()}
        sent.extend([headers] if "authorization" in headers else [])

    line = page.context.new_cdp_session(page)
    line.send("Network.enable")
    line.on("Network.requestWillBeSentExtraInfo", sends)
    return sent


@pytest.mark.soak
def test_what_a_token_opens_goes_past_the_browsers_cache(page: Page, table: Table) -> None:
    sent = sent_with_token(page)
    table.give(page, "seat:1")
    look(page, table, "spectator")
    look(page, table, "seat:1")
    assert len(sent) > len(READ)
    for headers in sent:
        assert headers.get("cache-control") == "no-cache"
        assert "if-none-match" not in headers
