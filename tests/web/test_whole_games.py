"""Whole games against bots, played by clicks from the lobby on, and watched."""

from __future__ import annotations

import random
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

from tests.web.clicking import await_turn, expect_over, play, play_a_bot, step, version, where
from tests.web.conftest import Visit
from tests.web.table import Host

GAMES = {
    "age-of-war": "fill-line",
    "romans": "place-warrior|seal-orders",
    "touche": "lay-card",
    "nagaraja": "",
}
"""Each ruleset with what is clicked first where it is offered, so that random games do not dawdle."""

BEGINNING = 2
"""Actions of a game that is only begun."""


def test_one_click_in_the_lobby_and_a_game_against_a_bot_is_under_way(visit: Visit) -> None:
    page, rng = visit("/"), random.Random(7)
    play_a_bot(page, "age-of-war")
    await_turn(page)
    began = version(page)
    assert all(step(page, rng, GAMES["age-of-war"]) for _ in range(BEGINNING))
    assert version(page) >= began + BEGINNING
    expect(page.locator("#badge")).to_have_attribute("data-state", "good", timeout=60_000)


@pytest.mark.soak
@pytest.mark.parametrize("ruleset", GAMES)
def test_one_click_in_the_lobby_and_a_game_against_a_bot_is_played_to_its_end_and_watched_from_a_second_page(
    visit: Visit, ruleset: str
) -> None:
    page = visit("/")
    play_a_bot(page, ruleset)
    await_turn(page)
    watcher = visit(urlsplit(page.url).path)
    assert play(page, random.Random(7), GAMES[ruleset]) > 5
    for one in (page, watcher):
        expect_over(one)
    expect(watcher.locator("#where")).to_have_text(where(page))
    expect(watcher.locator("#turn")).to_have_text(page.locator("#turn").inner_text(), use_inner_text=True)
    expect(page.locator("#badge")).to_have_attribute("data-state", "good", timeout=60_000)
    expect(page.locator("#badge")).to_contain_text(str(version(page)))


def test_a_game_of_bots_is_watched_to_its_end(visit: Visit, host: Host) -> None:
    table = host.table("romans", ["greedy", "greedy"])
    watcher = visit(table.page)
    last = table.finish().get()["version"]
    expect_over(watcher)
    expect(watcher.locator("#where")).to_have_text(f"{last} / {last}")
