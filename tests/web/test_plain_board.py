"""The board of a game that has none of its own: the game of `kronika new-ruleset` is played on it, and the others too."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.checkout import copied, new_ruleset
from tests.running import serving
from tests.soaking import soaked
from tests.web.boards_site import captured, legal, names
from tests.web.clicking import await_orders, await_turn, expect_over, where
from tests.web.conftest import Visit
from tests.web.table import BLANK, Host
from tests.web.test_boards import EXPLORE, RULESETS, canonical
from tests.web.test_keyboard import tab_to

OFFERED = "#board [data-action]"
READ = """left => {
    const all = [...document.querySelectorAll("#board [data-action]")];
    return all.length === left && all.map((it) => [it.dataset.action, it.innerText]);
}"""
"""What is offered as soon as that is so much: the board may still show how the others' moves went."""
FULLEST = [max((n for n in names() if n.startswith(id)), key=lambda n: len(legal(n))) for id in RULESETS]
"""Of each game with a board of its own the captured state with most to do."""


@pytest.fixture(scope="module")
def newcomer(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    """A service whose checkout has a fifth game, just written."""
    folder = tmp_path_factory.mktemp("fifth")
    checkout = copied(folder)
    new_ruleset(checkout, "my-game")
    with serving(folder, checkout) as server, Host(server.url, folder) as host:
        yield host


def bids(page: Page) -> list[int]:
    """The cards that can be bid, by the buttons on the board."""
    return [json.loads(str(it.get_attribute("data-action")))["card"] for it in page.locator(OFFERED).all()]


@pytest.mark.soak
def test_a_new_game_is_played_from_the_lobby_to_its_end_by_clicks(visit: Visit, newcomer: Host) -> None:
    page = visit("/", at=newcomer.url)
    page.locator("[data-play=my-game]").click()
    for left in range(7, 0, -1):
        assert await_turn(page)
        await_orders(newcomer, page)
        offered = page.wait_for_function(READ, arg=left).json_value()
        cards = [json.loads(action)["card"] for action, _ in offered]
        assert [text for _, text in offered] == [f"Bid {card}" for card in cards]
        before = where(page)
        page.get_by_role("button", name=f"Bid {cards[left // 2]}", exact=True).first.click()
        page.wait_for_function("was => document.querySelector('#where').textContent !== was", arg=before)
    expect_over(page)
    expect(page.locator("#board")).to_contain_text("The game is over.")
    expect(page.locator("#board")).not_to_contain_text("undefined")
    badge = page.locator("#badge")
    expect(badge).to_have_attribute("data-state", "none", timeout=60_000)
    badge.click()
    expect(page.locator("body")).to_contain_text("no table of my-game")


@pytest.mark.soak
def test_a_new_game_is_played_by_keyboard_in_polish(visit: Visit, newcomer: Host) -> None:
    page = visit("/", at=newcomer.url, locale="pl-PL")
    expect(page.locator("[data-play=my-game]")).to_be_visible()
    tab_to(page, "[data-play=my-game]")
    page.keyboard.press("Enter")
    assert await_turn(page)
    headings = page.locator("#board dt, #board th").all_inner_texts()
    assert {"Zakryte nagrody", "Ręka", "Oferta"} <= set(headings)
    playing = True
    while playing:
        await_orders(newcomer, page)
        expect(page.locator(OFFERED).first).to_be_visible()
        tab_to(page, OFFERED)
        assert page.locator(f"{OFFERED}:focus").inner_text() == f"Zalicytuj {bids(page)[0]}"
        before = where(page)
        page.keyboard.press("Enter")
        playing = await_turn(page, before)
    expect(page.locator("#board")).to_contain_text("Koniec gry.")


@pytest.mark.soak
def test_who_watches_sees_the_table_but_no_secret_bid(visit: Visit, newcomer: Host) -> None:
    table = newcomer.table("my-game", ["person", "person"])
    table.post("/actions", {"type": "place-bid", "card": 4}, "seat:1")
    watcher, player = visit(table.page, at=newcomer.url), visit(BLANK, at=newcomer.url)
    table.give(player, "seat:1")
    player.goto(f"{table.page}?as=seat:1")
    offer = "#board tbody tr:first-child td:nth-child(3)"
    expect(player.locator(offer)).to_have_text("4")
    expect(watcher.locator(offer)).to_contain_text("–")
    expect(player.locator("#board .plain-hand").first).to_be_visible()
    expect(player.locator("#board .plain-pile")).to_have_text(
        ["In the pile: 0", re.compile("In the pile: 6$")]
    )
    expect(watcher.locator("#board")).to_contain_text("To act: Player 2")
    expect(watcher.locator("#board")).to_contain_text("Player 1")
    assert watcher.locator("#board [data-pick]").count() == 0


@pytest.mark.parametrize("name", soaked(FULLEST, [name for name in FULLEST if not name.startswith("romans")]))
def test_any_game_can_be_played_on_it(page: Page, site: str, name: str) -> None:
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto(f"{site}/boards/harness.html")
    state: dict[str, Any] = captured(name)
    shown = state | {"ruleset": RULESETS[state["ruleset"]], "lang": "pl"}
    found = page.evaluate(EXPLORE, {"board": "/boards/plain.js", "state": shown, "mostStates": 10})
    assert canonical([json.loads(text) for text in found["reached"]]) == canonical(legal(name))
    assert (found["untranslated"], found["nameless"]) == ([], [])
    page.evaluate(
        """async ([state, where]) => {
            const { mount } = await import(where);
            mount(document.querySelector("#board"), { t: (english) => english }).update(state);
        }""",
        [shown, "/boards/plain.js"],
    )
    expect(page.locator("#board")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    assert "[object" not in page.locator("#board").inner_text()
