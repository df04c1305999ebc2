"""Who watches a game and which players are there, as its page says it; and the names of many players in its head."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.web.axe import findings
from tests.web.boards_site import captured
from tests.web.conftest import Visit
from tests.web.scene import Scene
from tests.web.test_clocks import BLITZ, running

SIX = "age-of-war-siege-of-six"
NAMES = ["Małgorzata", "Bartek", "Ola", "Krzysztof", "Wiktoria K.", "Zbyszek"]
HIDE = """hidden => {
    Object.defineProperty(document, "hidden", { get: () => hidden, configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
}"""
HEAD = """() => [...document.querySelectorAll(".seats > .seat")].map((seat) => {
    const { x, y, right, bottom } = seat.getBoundingClientRect();
    const name = seat.querySelector(".seat-name");
    const head = document.querySelector(".seats").getBoundingClientRect();
    const ends = [...seat.children].every((part) => part.getBoundingClientRect().right <= right);
    const inside = ends && right <= head.right && bottom <= document.querySelector(".game-head").getBoundingClientRect().bottom;
    return { place: [x, y], inside, letters: name.clientWidth, whole: name.scrollWidth <= name.clientWidth };
})"""
EYE = """() => {
    const [name, all, eye] = [".game-title h1", "#watching", ".watching-sign"].map((what) => document.querySelector(what));
    const eyeTop = eye.getBoundingClientRect().top;
    return { name: name.scrollWidth <= name.clientWidth, eye: eyeTop < all.getBoundingClientRect().bottom };
}"""
"""Whether the game's name is whole, and whether the eye is seen."""
FEW_LETTERS = 30
"""Pixels of three letters and of the sign that a name goes on."""


def seats(names: list[str]) -> list[dict[str, Any]]:
    known = captured(SIX)["seats"]
    return [{**seat, "name": name} for seat, name in zip(known, names, strict=True)]


def test_the_head_says_who_is_there_and_asks_only_while_somebody_looks(visit: Visit) -> None:
    page = visit("/health/ready", strict=False, locale="pl-PL")
    page.clock.install()
    scene, asked = Scene(page), list[str]()
    page.on("request", lambda it: asked.append(it.url) if it.url.endswith("/audience") else None)
    scene.show(SIX, seats=[{**seat, "bot": "greedy" if seat["seat"] == 6 else None} for seat in seats(NAMES)])
    watching, there = page.locator("#watching"), page.locator(".seat-there")

    def learn(count: int, *present: int) -> None:
        scene.audience = {"watching": count, "present": list(present)}
        with page.expect_response("**/audience"):
            page.clock.run_for(20_000)

    learn(0, 1, 3)
    expect(there).to_have_count(4)  # neither one's own seat nor a bot's
    assert there.evaluate_all("them => them.map((it) => it.dataset.there)") == [
        "true",
        "false",
        "true",
        "false",
    ]
    expect(page.locator("[data-seat='1'] .seat-who")).to_contain_text("(z połączeniem)")
    expect(page.locator("[data-seat='2'] .seat-who")).to_contain_text("(bez połączenia)")
    assert watching.inner_text() == ""
    for count, words in ((1, "1 osoba ogląda"), (3, "3 osoby oglądają"), (14, "14 osób ogląda")):
        learn(count)
        expect(watching.locator(".vh")).to_have_text(words)
    assert findings(page, ".game-head") == []

    page.set_viewport_size({"width": 390, "height": 844})
    assert page.evaluate(EYE) == {"name": True, "eye": True}
    scene.show("romans-orders-begun")
    learn(14)
    expect(watching.locator(".vh")).to_have_text("14 osób ogląda")
    assert page.evaluate(EYE) == {"name": True, "eye": False}

    page.evaluate(HIDE, True)
    page.clock.run_for(20_000)
    before = len(asked)
    page.clock.run_for(60_000)
    assert len(asked) == before
    scene.audience = {"watching": 2, "present": []}
    page.evaluate(HIDE, False)
    expect(watching.locator(".vh")).to_have_text("2 osoby oglądają")
    scene.show("age-of-war-ended")
    expect(page.locator("#watching")).to_be_empty()
    before = len(asked)
    page.clock.run_for(60_000)
    assert len(asked) == before


SIZES = {"phone": (390, 844), "twice": (640, 400), "tablet": (768, 1024), "desk": (1280, 800)}


@pytest.mark.soak
def test_six_players_with_clocks_are_named_and_stay_when_the_turn_passes(visit: Visit) -> None:
    page = visit("/health/ready", strict=False)
    scene = Scene(page)
    before, after = (heads(page, scene, acts) for acts in (5, 2))
    for size, head in before.items():
        assert [seat["place"] for seat in head] == [seat["place"] for seat in after[size]], size
        for seat in (*head, *after[size]):
            assert seat["whole"] or seat["letters"] >= FEW_LETTERS, (size, seat)
            assert seat["inside"], (size, seat)


def heads(page: Page, scene: Scene, acts: int) -> dict[str, list[dict[str, Any]]]:
    rows = [{"seat": n, "left": 600_000, "grace": 0} for n in range(1, 7) if n != acts]
    clock = {"terms": BLITZ, "seats": [*rows, running(acts, 600_000, 60_000)]}
    scene.show(SIX, seats=seats(NAMES), clock=clock, toAct=[acts])
    expect(page.locator(".seat.acts")).to_have_attribute("data-seat", str(acts))
    expect(page.locator(".seats .clock")).to_have_count(6)
    found = {}
    for size, (width, height) in SIZES.items():
        page.set_viewport_size({"width": width, "height": height})
        found[size] = page.evaluate(HEAD)
    return found
