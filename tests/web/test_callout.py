"""Calling a player back: the tab's title, a notification that is asked for once, sounds that are off until wanted."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests.web.clicking import menu
from tests.web.scene import Scene
from tests.web.table import Host

STUBS = """
    window.played = 0;
    window.asked = 0;
    window.shown = [];
    const start = OscillatorNode.prototype.start;
    OscillatorNode.prototype.start = function (...when) { window.played += 1; return start.apply(this, when); };
    window.Notification = class {
        static permission = "default";
        static requestPermission() { window.asked += 1; return Promise.resolve("default"); }
        constructor(title) { window.shown.push(title); }
    };
"""


@pytest.fixture
def scene(browser: Browser, host: Host) -> Iterator[Scene]:
    context = browser.new_context(base_url=host.url, locale="en-GB", reduced_motion="reduce")
    context.add_init_script(STUBS)
    yield Scene(context.new_page())
    context.close()


def test_the_title_says_whose_turn_it_is_and_no_more_when_the_game_is_over(scene: Scene) -> None:
    scene.show("romans-orders-half")
    expect(scene.page).to_have_title("● Your turn · Romans Go Home! · Kronika")
    scene.show("romans-ended")
    expect(scene.page).to_have_title("Romans Go Home! · Kronika")


@pytest.mark.soak
def test_a_notification_is_asked_for_once(scene: Scene) -> None:
    scene.show("romans-orders-half")
    ask = menu(scene.page).get_by_role("button", name="Tell me when it is my turn")
    ask.click()
    expect(ask).to_be_hidden()
    assert scene.page.evaluate("asked") == 1
    scene.show("romans-seduce")
    expect(menu(scene.page).get_by_label("Sounds")).to_be_visible()
    expect(ask).to_be_hidden()


@pytest.mark.soak
def test_who_analyses_is_not_asked_for_nobody_waits_for_him(scene: Scene, host: Host) -> None:
    game = host.over("age-of-war")
    made = host.call("POST", f"/v1/games/{game.id}/forks", {"version": 6})
    tokens = json.dumps({made["id"]: {"analyst": made["token"]}})
    scene.page.evaluate("held => localStorage.setItem('kronika.tokens', held)", tokens)
    scene.page.goto(f"/games/{made['id']}")
    expect(scene.page.locator("#turn")).to_contain_text("Your turn")
    expect(menu(scene.page).get_by_label("Sounds")).to_be_visible()
    expect(scene.page.locator("#notify")).to_be_hidden()


def test_who_looks_elsewhere_is_notified_when_the_turn_comes(scene: Scene) -> None:
    scene.show("age-of-war-watched")
    scene.page.evaluate(
        """() => {
            Notification.permission = "granted";
            Object.defineProperty(document, "hidden", { get: () => true });
        }"""
    )
    scene.show("age-of-war-siege")
    expect(scene.page).to_have_title("● Your turn · Age of War · Kronika")
    assert scene.page.evaluate("shown") == ["Your turn."]


@pytest.mark.soak
def test_sounds_are_off_until_they_are_switched_on_and_stay_on(scene: Scene) -> None:
    scene.show("romans-orders-half")
    switch = menu(scene.page).get_by_label("Sounds")
    expect(switch).not_to_be_checked()
    assert scene.page.evaluate("played") == 0
    switch.check()
    assert scene.page.evaluate("played") > 0
    scene.show("romans-seduce")
    expect(switch).to_be_checked()
