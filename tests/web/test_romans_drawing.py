"""The drawing of Romans Go Home!: every card that the view names is drawn once, and what can be chosen lies apart."""

from __future__ import annotations

import re
from collections import Counter
from itertools import combinations
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.soaking import soaked
from tests.web.boards_site import captured, names, show

STATES = [name for name in names() if name.startswith("romans")]
SIZES = {"wide": (1280, 800), "tall": (390, 1000)}
FINGER = 24
COMPONENTS = captured("rulesets")["romans"]["components"]
STRENGTH = {one["id"]: one["strength"] for one in COMPONENTS["warriors"]}
VALUE = {one["id"]: one["value"] for one in COMPONENTS["forts"]}
FIGURES = """() => [...document.querySelectorAll(".kb-art text")].map((it) => [it.getAttribute("font-size"), it.textContent])"""
FACE, TOKEN, FORT, CHIP = "28", "20", "33", "23"
"""The sizes that only the figures of cards, of warriors who are away, of forts and of captured or lost ones have."""
BOXES = """() => [...document.querySelectorAll(".kb-target")].map((it) => {
    const { left, top, right, bottom } = it.getBoundingClientRect();
    return [it.dataset.pick, left, top, right, bottom];
})"""


def known(cards: list[str | None] | None) -> list[str]:
    return [card for card in cards or [] if card]


def expected(state: dict[str, Any]) -> dict[str, Counter[int]]:
    clans, view = state["view"]["clans"], state["view"]
    out = [
        card for clan in clans for card in [*clan["discards"], *known(clan["away"]), *known(clan["seventh"])]
    ]
    crossed = [
        clan["revealed"] for clan in clans if clan["revealed"] in clan["discards"] and crossed_out(clan)
    ]
    faces = [one["warrior"] for clan in clans for one in clan["line"]]
    faces += [card for clan in clans for card in [*known(clan["orders"]), *known(clan["hand"])]]
    return {
        FACE: Counter(STRENGTH[card] for card in [*faces, *crossed]),
        TOKEN: Counter(STRENGTH[card] for card in out) - Counter(STRENGTH[card] for card in crossed),
        FORT: Counter(one["value"] for one in view["wall"]),
        CHIP: Counter(
            VALUE[fort] for fort in [*view["lost_forts"], *(f for clan in clans for f in clan["forts"])]
        ),
    }


def crossed_out(clan: dict[str, Any]) -> bool:
    return not clan["line"] or clan["line"][-1]["warrior"] != clan["revealed"]


@pytest.mark.parametrize("shape", SIZES)
@pytest.mark.parametrize("name", soaked(STATES, STATES[2:]))
def test_every_card_and_fort_of_the_view_is_drawn_once(page: Page, site: str, name: str, shape: str) -> None:
    at(page, site, name, shape)
    found: dict[str, Counter[int]] = {size: Counter() for size in (FACE, TOKEN, FORT, CHIP)}
    for size, text in page.evaluate(FIGURES):
        if size in found and re.fullmatch(r"−?\d+", text):
            found[size][int(text.replace("−", "-"))] += 1
    assert found == expected(captured(name))


@pytest.mark.parametrize("shape", SIZES)
@pytest.mark.parametrize("name", soaked(STATES, [name for name in STATES if name != "romans-orders-half"]))
def test_what_can_be_chosen_lies_apart_and_is_large_enough(
    page: Page, site: str, name: str, shape: str
) -> None:
    at(page, site, name, shape)
    boxes = [box for box in page.evaluate(BOXES) if not box[0].startswith("hand-")]  # a hand is a fan
    for key, left, top, right, bottom in boxes:
        assert min(right - left, bottom - top) >= FINGER, key
    for one, other in combinations(boxes, 2):
        apart = one[3] <= other[1] or other[3] <= one[1] or one[4] <= other[2] or other[4] <= one[2]
        assert apart, (one, other)


def at(page: Page, site: str, name: str, shape: str) -> None:
    width, height = SIZES[shape]
    page.set_viewport_size({"width": width, "height": height})
    show(page, site, name)
    assert page.locator(f".kb-stage.kb-{shape}").count() == 1
