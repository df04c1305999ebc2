"""Looking with other eyes: everything is asked for anew, and nothing that the new viewer may not know comes along."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Page, expect

from tests.browsing import await_events
from tests.web.clicking import menu, ready
from tests.web.conftest import Visit
from tests.web.table import BLANK, Host, Table


class Heard(NamedTuple):
    """An answer that the page got: whose token it was asked with (None: nobody's), where, and what came."""

    role: str | None
    path: str
    body: str


@pytest.fixture
def table(host: Host) -> Table:
    """Romans for two persons, their orders half given; the wall's deck is hidden from both."""
    table = host.table("romans", ["person", "person"])
    for seat in (1, 2):
        table.act(4, seat)
    return table


OVERHEARD = """
    const ask = window.fetch;
    window.fetch = async (...what) => {
        const [{ headers }, answer] = [new Request(...what), await ask(...what)];
        const told = (body) => window.overheard(headers.get("authorization"), answer.url, body);
        if (answer.ok && !answer.url.endsWith("/stream")) void answer.clone().text().then(told, () => {});
        return answer;
    };
"""
"""A page tells of what it gets itself: a browser has forgotten the answers of a page that was left."""


def listen(page: Page, table: Table) -> list[Heard]:
    """What is told to whatever the page opens from now on."""
    heard: list[Heard] = []
    roles = {f"Bearer {token}": role for role, token in table.tokens.items()}

    def hear(asked: str | None, url: str, body: str) -> None:
        if f"/v1/games/{table.id}" in url:
            heard.append(Heard(asked and roles[asked], url.split(table.id)[1], body))

    page.expose_function("overheard", hear)
    page.add_init_script(OVERHEARD)
    return heard


def look(page: Page, role: str) -> None:
    ready(page)
    menu(page).locator("#eyes").select_option(role)
    mine = page.locator(".seat.mine")
    if role == "spectator":
        expect(mine).to_have_count(0)
    else:
        expect(mine).to_have_attribute("data-seat", role.removeprefix("seat:"))
    expect(page.locator(".seat").first).to_be_visible()  # not the empty page between two viewers
    expect(page.locator("#where")).not_to_be_empty()
    expect(page.locator("#badge")).to_have_attribute("data-state", "good", timeout=60_000)


def secrets(table: Table, role: str | None) -> set[str]:
    """The disclosures that others may have and this viewer may not."""
    held = {seat: _disclosures(table, seat) for seat in ("seat:1", "seat:2", None)}
    return set.union(*held.values()) - held[role]


def _disclosures(table: Table, role: str | None) -> set[str]:
    return {one["disclosure"] for one in table.get("/ledger/disclosures", role)["disclosures"]}


def test_no_answer_holds_what_its_viewer_may_not_know(visit: Visit, table: Table) -> None:
    page = visit(BLANK)
    table.give(page, "seat:1", "seat:2")
    heard = listen(page, table)
    page.goto(table.page)
    for role in ("seat:1", "seat:2", "spectator"):
        look(page, role)
        page.keyboard.press("ArrowLeft")
        page.keyboard.press("Home")
        expect(page.locator("#where")).to_have_text(f"1 / {table.get()['version']}")
    read = ("/news", "/audit", "/states/1")
    await_events(
        page,
        lambda: all(_heard(heard, role, it) for role in ("seat:1", "seat:2", None) for it in read),
        "all answers",
    )
    by_role = {role: [one for one in heard if one.role == role] for role in ("seat:1", "seat:2", None)}
    for role, answers in by_role.items():
        kept = secrets(table, role)
        assert kept
        assert [a.path for a in answers if any(secret in a.body for secret in kept)] == []
        assert [a.path for a in answers if any(_tells(it, role) for it in _read(a.body))] == []


def _heard(heard: list[Heard], role: str | None, asked: str) -> bool:
    return any(one.role == role and asked in one.path for one in heard)


def _read(body: str) -> list[Any]:
    """The JSON of an answer; entries come one a line, and a checkpoint is no JSON."""
    return [json.loads(line) for line in body.splitlines() if line.startswith(("{", "["))]


def _tells(answer: Any, role: str | None) -> bool:
    """Whether orders, a hand or a placed warrior of another seat stand in an answer."""
    return any(_foreign(node, role) for node in _objects(answer))


def _foreign(node: dict[str, Any], role: str | None) -> bool:
    mine = None if role is None else int(role.removeprefix("seat:"))
    if "orders" in node and node.get("seat") != mine:
        return any(card is not None for card in [*(node["orders"] or []), *node["hand"], *node["seventh"]])
    return node.get("type") == "warrior-placed" and node["actor"] != role and "warrior" in node["data"]


def _objects(node: Any) -> Iterator[dict[str, Any]]:
    if isinstance(node, dict):
        yield node
    for item in node.values() if isinstance(node, dict) else node if isinstance(node, list) else ():
        yield from _objects(item)


def test_the_eyes_stand_in_the_address_and_the_token_does_not(visit: Visit, table: Table) -> None:
    page = visit(BLANK)
    addresses: list[str] = []
    page.on("request", lambda request: addresses.append(request.url))
    table.give(page, "seat:1", "seat:2")
    page.goto(f"{table.page}/v/6?seat=2")
    expect(page.locator(".seat.mine")).to_have_attribute("data-seat", "2")
    expect(page.locator("#where")).to_have_text(f"6 / {table.get()['version']}")
    assert "seat=2" in page.url
    assert not any(token in address for token in table.tokens.values() for address in addresses)


def test_a_link_to_a_seat_opens_as_a_spectator_for_whoever_holds_no_token(visit: Visit, table: Table) -> None:
    page = visit(f"{table.page}?seat=2")
    expect(page.locator(".notice:visible")).to_contain_text("seat 2")
    expect(page.locator(".seat.mine")).to_have_count(0)
